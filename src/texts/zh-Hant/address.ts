import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: '州',
  province: '省',
  prefecture: '都道府縣',
  emirate: '酋長國',
  county: '縣市',
  department: '省（大區）',
  district: '區',
  doSi: '道/市',
  island: '島嶼',
  parish: '教區',
  area: '地區',
  region: '大區',
  zipCode: '郵遞區號（ZIP）',
  pinCode: '郵遞區號（PIN）',
  eircode: 'Eircode',
  postcode: '郵遞區號',
  suburb: '街區',
  postTown: '城市',
  cityDistrict: '區',
  fieldMissing: '請填寫此欄',
  fieldChoose: '請從清單中選擇',
  fieldWrong: '請檢查。例如：{example}',
  optional: '{label}（選填）',
};
