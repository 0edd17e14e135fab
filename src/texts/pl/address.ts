import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Stan',
  province: 'Prowincja',
  prefecture: 'Prefektura',
  emirate: 'Emirat',
  county: 'Hrabstwo',
  department: 'Departament',
  district: 'Dzielnica',
  doSi: 'Prowincja lub miasto',
  island: 'Wyspa',
  parish: 'Parafia',
  area: 'Obszar',
  region: 'Region',
  zipCode: 'Kod pocztowy (ZIP)',
  pinCode: 'Kod pocztowy (PIN)',
  eircode: 'Eircode',
  postcode: 'Kod pocztowy',
  suburb: 'Osiedle',
  postTown: 'Miasto',
  cityDistrict: 'Dzielnica',
  fieldMissing: 'Wypełnij to pole',
  fieldChoose: 'Wybierz z listy',
  fieldWrong: 'Sprawdź. Przykład: {example}',
  optional: '{label} (opcjonalnie)',
};
