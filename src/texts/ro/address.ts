import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Stat',
  province: 'Județ sau provincie',
  prefecture: 'Prefectură',
  emirate: 'Emirat',
  county: 'Comitat',
  department: 'Departament',
  district: 'District',
  doSi: 'Provincie sau oraș',
  island: 'Insulă',
  parish: 'Parohie',
  area: 'Zonă',
  region: 'Regiune',
  zipCode: 'Cod poștal (ZIP)',
  pinCode: 'Cod poștal (PIN)',
  eircode: 'Eircode',
  postcode: 'Cod poștal',
  suburb: 'Cartier',
  postTown: 'Localitatea',
  cityDistrict: 'District',
  fieldMissing: 'Completați acest câmp',
  fieldChoose: 'Alegeți din listă',
  fieldWrong: 'Verificați. Exemplu: {example}',
  optional: '{label} (opțional)',
};
