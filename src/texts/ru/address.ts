import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Штат',
  province: 'Провинция',
  prefecture: 'Префектура',
  emirate: 'Эмират',
  county: 'Графство',
  department: 'Департамент',
  district: 'Район',
  doSi: 'Провинция или город',
  island: 'Остров',
  parish: 'Округ (приход)',
  area: 'Территория',
  region: 'Регион',
  zipCode: 'Почтовый индекс (ZIP)',
  pinCode: 'Почтовый индекс (PIN)',
  eircode: 'Eircode',
  postcode: 'Почтовый индекс',
  suburb: 'Пригород',
  postTown: 'Город',
  cityDistrict: 'Район',
  fieldMissing: 'Заполните это поле',
  fieldChoose: 'Выберите из списка',
  fieldWrong: 'Проверьте. Пример: {example}',
  optional: '{label} (необязательно)',
};
