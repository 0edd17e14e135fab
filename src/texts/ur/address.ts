import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'ریاست',
  province: 'صوبہ',
  prefecture: 'پریفیکچر',
  emirate: 'امارت',
  county: 'کاؤنٹی',
  department: 'محکمہ',
  district: 'ضلع',
  doSi: 'صوبہ یا شہر',
  island: 'جزیرہ',
  parish: 'پیرش',
  area: 'علاقہ',
  region: 'خطہ',
  zipCode: 'پوسٹل کوڈ (ZIP)',
  pinCode: 'پوسٹل کوڈ (PIN)',
  eircode: 'Eircode',
  postcode: 'پوسٹل کوڈ',
  suburb: 'محلہ',
  postTown: 'شہر',
  cityDistrict: 'ضلع',
  fieldMissing: 'یہ خانہ پُر کریں',
  fieldChoose: 'فہرست میں سے چنیں',
  fieldWrong: 'دوبارہ دیکھیں۔ مثال: {example}',
  optional: '{label} (اختیاری)',
};
