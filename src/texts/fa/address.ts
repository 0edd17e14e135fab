import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'ایالت',
  province: 'استان',
  prefecture: 'استان (پریفکچر)',
  emirate: 'امارت',
  county: 'شهرستان',
  department: 'دپارتمان',
  district: 'ناحیه',
  doSi: 'استان یا شهر',
  island: 'جزیره',
  parish: 'بخش',
  area: 'منطقه',
  region: 'منطقه',
  zipCode: 'کد پستی (ZIP)',
  pinCode: 'کد پستی (PIN)',
  eircode: 'Eircode',
  postcode: 'کد پستی',
  suburb: 'محله',
  postTown: 'شهر',
  cityDistrict: 'ناحیه',
  fieldMissing: 'این قسمت را پر کنید',
  fieldChoose: 'از فهرست انتخاب کنید',
  fieldWrong: 'بررسی کنید. نمونه: {example}',
  optional: '{label} (اختیاری)',
};
