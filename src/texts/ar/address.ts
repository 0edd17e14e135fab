import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'الولاية',
  province: 'المقاطعة',
  prefecture: 'المحافظة',
  emirate: 'الإمارة',
  county: 'المقاطعة المحلية',
  department: 'الإدارة',
  district: 'الحي',
  doSi: 'المقاطعة أو المدينة',
  island: 'الجزيرة',
  parish: 'الأبرشية',
  area: 'المنطقة',
  region: 'الإقليم',
  zipCode: 'الرمز البريدي (ZIP)',
  pinCode: 'الرمز البريدي (PIN)',
  eircode: 'Eircode',
  postcode: 'الرمز البريدي',
  suburb: 'الضاحية',
  postTown: 'المدينة',
  cityDistrict: 'الحي',
  fieldMissing: 'املأ هذا الحقل',
  fieldChoose: 'اختر من القائمة',
  fieldWrong: 'تحقّق من الإدخال. مثال: {example}',
  optional: '{label} (اختياري)',
};
