import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Штат',
  province: 'Провінція',
  prefecture: 'Префектура',
  emirate: 'Емірат',
  county: 'Графство',
  department: 'Департамент',
  district: 'Район',
  doSi: 'Провінція або місто',
  island: 'Острів',
  parish: 'Округ (парафія)',
  area: 'Територія',
  region: 'Область',
  zipCode: 'Поштовий індекс (ZIP)',
  pinCode: 'Поштовий індекс (PIN)',
  eircode: 'Eircode',
  postcode: 'Поштовий індекс',
  suburb: 'Передмістя',
  postTown: 'Місто',
  cityDistrict: 'Район',
  fieldMissing: 'Заповніть це поле',
  fieldChoose: 'Виберіть зі списку',
  fieldWrong: 'Перевірте. Приклад: {example}',
  optional: '{label} (необов’язково)',
};
