import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Delstat',
  province: 'Provins',
  prefecture: 'Præfektur',
  emirate: 'Emirat',
  county: 'Grevskab',
  department: 'Departement',
  district: 'Distrikt',
  doSi: 'Provins eller by',
  island: 'Ø',
  parish: 'Sogn',
  area: 'Område',
  region: 'Region',
  zipCode: 'Postnummer (ZIP)',
  pinCode: 'Postnummer (PIN)',
  eircode: 'Eircode',
  postcode: 'Postnummer',
  suburb: 'Bydel',
  postTown: 'By',
  cityDistrict: 'Distrikt',
  fieldMissing: 'Udfyld feltet',
  fieldChoose: 'Vælg på listen',
  fieldWrong: 'Kontrollér. Eksempel: {example}',
  optional: '{label} (valgfrit)',
};
