import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'ਰਾਜ',
  province: 'ਸੂਬਾ',
  prefecture: 'ਪ੍ਰੀਫੈਕਚਰ',
  emirate: 'ਅਮੀਰਾਤ',
  county: 'ਕਾਊਂਟੀ',
  department: 'ਵਿਭਾਗ',
  district: 'ਜ਼ਿਲ੍ਹਾ',
  doSi: 'ਸੂਬਾ ਜਾਂ ਸ਼ਹਿਰ',
  island: 'ਟਾਪੂ',
  parish: 'ਪੈਰਿਸ਼',
  area: 'ਇਲਾਕਾ',
  region: 'ਖੇਤਰ',
  zipCode: 'ਜ਼ਿਪ ਕੋਡ',
  pinCode: 'ਪਿੰਨ ਕੋਡ',
  eircode: 'Eircode',
  postcode: 'ਪੋਸਟਕੋਡ',
  suburb: 'ਉਪਨਗਰ',
  postTown: 'ਕਸਬਾ ਜਾਂ ਸ਼ਹਿਰ',
  cityDistrict: 'ਜ਼ਿਲ੍ਹਾ',
  fieldMissing: 'ਇਹ ਖਾਨਾ ਭਰੋ',
  fieldChoose: 'ਸੂਚੀ ਵਿੱਚੋਂ ਚੁਣੋ',
  fieldWrong: 'ਇਸ ਨੂੰ ਜਾਂਚੋ। ਉਦਾਹਰਨ: {example}',
  optional: '{label} (ਵਿਕਲਪਿਕ)',
};
