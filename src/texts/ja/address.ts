import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: '州',
  province: '省・県',
  prefecture: '都道府県',
  emirate: '首長国',
  county: '郡',
  department: '県',
  district: '地区',
  doSi: '道・市',
  island: '島',
  parish: '教区',
  area: '地域',
  region: '地方',
  zipCode: '郵便番号（ZIP）',
  pinCode: '郵便番号（PIN）',
  eircode: 'Eircode',
  postcode: '郵便番号',
  suburb: '町名',
  postTown: '市区町村',
  cityDistrict: '地区',
  fieldMissing: '入力してください',
  fieldChoose: 'リストから選んでください',
  fieldWrong: 'ご確認ください。例：{example}',
  optional: '{label}（任意）',
};
