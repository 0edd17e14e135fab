import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Bundesstaat',
  province: 'Provinz',
  prefecture: 'Präfektur',
  emirate: 'Emirat',
  county: 'Grafschaft',
  department: 'Departamento',
  district: 'Bezirk',
  doSi: 'Provinz oder Stadt',
  island: 'Insel',
  parish: 'Gemeinde',
  area: 'Gebiet',
  region: 'Region',
  zipCode: 'Postleitzahl (ZIP)',
  pinCode: 'Postleitzahl (PIN)',
  eircode: 'Eircode',
  postcode: 'Postleitzahl',
  suburb: 'Stadtteil',
  postTown: 'Ort',
  cityDistrict: 'Bezirk',
  fieldMissing: 'Bitte ausfüllen',
  fieldChoose: 'Aus der Liste wählen',
  fieldWrong: 'Bitte prüfen. Beispiel: {example}',
  optional: '{label} (optional)',
};
