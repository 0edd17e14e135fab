import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Estado',
  province: 'Provincia',
  prefecture: 'Prefectura',
  emirate: 'Emirato',
  county: 'Condado',
  department: 'Departamento',
  district: 'Distrito',
  doSi: 'Provincia o ciudad',
  island: 'Isla',
  parish: 'Parroquia',
  area: 'Zona',
  region: 'Región',
  zipCode: 'Código postal (ZIP)',
  pinCode: 'Código postal (PIN)',
  eircode: 'Eircode',
  postcode: 'Código postal',
  suburb: 'Barrio',
  postTown: 'Ciudad',
  cityDistrict: 'Distrito',
  fieldMissing: 'Rellena este campo',
  fieldChoose: 'Elige de la lista',
  fieldWrong: 'Revísalo. Ejemplo: {example}',
  optional: '{label} (opcional)',
};
