import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Staat',
  province: 'Provincie',
  prefecture: 'Prefectuur',
  emirate: 'Emiraat',
  county: 'Graafschap',
  department: 'Departement',
  district: 'Wijk',
  doSi: 'Provincie of stad',
  island: 'Eiland',
  parish: 'Parochie',
  area: 'Gebied',
  region: 'Regio',
  zipCode: 'Postcode (ZIP)',
  pinCode: 'Postcode (PIN)',
  eircode: 'Eircode',
  postcode: 'Postcode',
  suburb: 'Buurt',
  postTown: 'Plaats',
  cityDistrict: 'Wijk',
  fieldMissing: 'Vul dit in',
  fieldChoose: 'Kies uit de lijst',
  fieldWrong: 'Controleer dit. Voorbeeld: {example}',
  optional: '{label} (optioneel)',
};
