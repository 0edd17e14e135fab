import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Osavaltio',
  province: 'Maakunta',
  prefecture: 'Prefektuuri',
  emirate: 'Emiraatti',
  county: 'Kreivikunta',
  department: 'Departementti',
  district: 'Piiri',
  doSi: 'Maakunta tai kaupunki',
  island: 'Saari',
  parish: 'Pitäjä',
  area: 'Alue',
  region: 'Seutu',
  zipCode: 'Postinumero (ZIP)',
  pinCode: 'Postinumero (PIN)',
  eircode: 'Eircode',
  postcode: 'Postinumero',
  suburb: 'Kaupunginosa',
  postTown: 'Postitoimipaikka',
  cityDistrict: 'Piiri',
  fieldMissing: 'Täytä tämä kenttä',
  fieldChoose: 'Valitse luettelosta',
  fieldWrong: 'Tarkista. Esimerkki: {example}',
  optional: '{label} (valinnainen)',
};
