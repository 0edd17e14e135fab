import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Delstat',
  province: 'Provins',
  prefecture: 'Prefektur',
  emirate: 'Emirat',
  county: 'Grevskap',
  department: 'Departement',
  district: 'Distrikt',
  doSi: 'Provins eller stad',
  island: 'Ö',
  parish: 'Socken',
  area: 'Område',
  region: 'Region',
  zipCode: 'Postnummer (ZIP)',
  pinCode: 'Postnummer (PIN)',
  eircode: 'Eircode',
  postcode: 'Postnummer',
  suburb: 'Stadsdel',
  postTown: 'Ort',
  cityDistrict: 'Distrikt',
  fieldMissing: 'Fyll i det här',
  fieldChoose: 'Välj i listan',
  fieldWrong: 'Kontrollera. Exempel: {example}',
  optional: '{label} (valfritt)',
};
