import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Stát (v rámci země)',
  province: 'Provincie',
  prefecture: 'Prefektura',
  emirate: 'Emirát',
  county: 'Hrabství',
  department: 'Departement',
  district: 'Obvod',
  doSi: 'Provincie nebo město',
  island: 'Ostrov',
  parish: 'Farnost',
  area: 'Oblast',
  region: 'Region',
  zipCode: 'PSČ (ZIP)',
  pinCode: 'PSČ (PIN)',
  eircode: 'Eircode',
  postcode: 'PSČ',
  suburb: 'Čtvrť',
  postTown: 'Město',
  cityDistrict: 'Obvod',
  fieldMissing: 'Vyplňte toto pole',
  fieldChoose: 'Vyberte ze seznamu',
  fieldWrong: 'Zkontrolujte. Příklad: {example}',
  optional: '{label} (nepovinné)',
};
