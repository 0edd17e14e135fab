import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'রাজ্য',
  province: 'প্রদেশ',
  prefecture: 'প্রিফেকচার',
  emirate: 'আমিরাত',
  county: 'কাউন্টি',
  department: 'বিভাগ',
  district: 'জেলা',
  doSi: 'প্রদেশ বা শহর',
  island: 'দ্বীপ',
  parish: 'প্যারিশ',
  area: 'এলাকা',
  region: 'অঞ্চল',
  zipCode: 'জিপ কোড',
  pinCode: 'পিন কোড',
  eircode: 'Eircode',
  postcode: 'পোস্টকোড',
  suburb: 'উপশহর',
  postTown: 'শহর',
  cityDistrict: 'এলাকা',
  fieldMissing: 'এই ঘরটি পূরণ করুন',
  fieldChoose: 'তালিকা থেকে বেছে নিন',
  fieldWrong: 'দেখে নিন। উদাহরণ: {example}',
  optional: '{label} (ঐচ্ছিক)',
};
