import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: '주',
  province: '도',
  prefecture: '현',
  emirate: '토후국',
  county: '카운티',
  department: '주(데파르타멘토)',
  district: '구',
  doSi: '시/도',
  island: '섬',
  parish: '패리시',
  area: '지역',
  region: '지방',
  zipCode: '우편번호(ZIP)',
  pinCode: '우편번호(PIN)',
  eircode: 'Eircode',
  postcode: '우편번호',
  suburb: '동네',
  postTown: '도시',
  cityDistrict: '구',
  fieldMissing: '입력해 주세요',
  fieldChoose: '목록에서 선택해 주세요',
  fieldWrong: '확인해 주세요. 예: {example}',
  optional: '{label}(선택)',
};
