import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Stato',
  province: 'Provincia',
  prefecture: 'Prefettura',
  emirate: 'Emirato',
  county: 'Contea',
  department: 'Dipartimento',
  district: 'Distretto',
  doSi: 'Provincia o città',
  island: 'Isola',
  parish: 'Parrocchia',
  area: 'Zona',
  region: 'Regione',
  zipCode: 'Codice postale (ZIP)',
  pinCode: 'Codice postale (PIN)',
  eircode: 'Eircode',
  postcode: 'Codice postale',
  suburb: 'Quartiere',
  postTown: 'Città',
  cityDistrict: 'Distretto',
  fieldMissing: 'Compila questo campo',
  fieldChoose: 'Scegli dall’elenco',
  fieldWrong: 'Controlla. Esempio: {example}',
  optional: '{label} (facoltativo)',
};
