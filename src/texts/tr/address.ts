import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Eyalet',
  province: 'İl',
  prefecture: 'Prefektörlük',
  emirate: 'Emirlik',
  county: 'Kontluk',
  department: 'Departman',
  district: 'İlçe',
  doSi: 'İl veya şehir',
  island: 'Ada',
  parish: 'Bucak',
  area: 'Bölge',
  region: 'Yöre',
  zipCode: 'Posta kodu (ZIP)',
  pinCode: 'Posta kodu (PIN)',
  eircode: 'Eircode',
  postcode: 'Posta kodu',
  suburb: 'Semt',
  postTown: 'Şehir',
  cityDistrict: 'İlçe',
  fieldMissing: 'Bu alanı doldurun',
  fieldChoose: 'Listeden seçin',
  fieldWrong: 'Kontrol edin. Örnek: {example}',
  optional: '{label} (isteğe bağlı)',
};
