import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: '州',
  province: '省',
  prefecture: '都道府县',
  emirate: '酋长国',
  county: '县（郡）',
  department: '省（大区）',
  district: '区',
  doSi: '道/市',
  island: '岛屿',
  parish: '教区',
  area: '地区',
  region: '大区',
  zipCode: '邮政编码（ZIP）',
  pinCode: '邮政编码（PIN）',
  eircode: 'Eircode',
  postcode: '邮政编码',
  suburb: '街区',
  postTown: '城市',
  cityDistrict: '区',
  fieldMissing: '请填写此项',
  fieldChoose: '请从列表中选择',
  fieldWrong: '请检查。例如：{example}',
  optional: '{label}（选填）',
};
