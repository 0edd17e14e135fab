import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'Bang',
  province: 'Tỉnh',
  prefecture: 'Tỉnh (Nhật Bản)',
  emirate: 'Tiểu vương quốc',
  county: 'Hạt',
  department: 'Tỉnh (department)',
  district: 'Quận',
  doSi: 'Tỉnh hoặc thành phố',
  island: 'Đảo',
  parish: 'Giáo xứ',
  area: 'Khu vực',
  region: 'Vùng',
  zipCode: 'Mã bưu chính (ZIP)',
  pinCode: 'Mã bưu chính (PIN)',
  eircode: 'Eircode',
  postcode: 'Mã bưu chính',
  suburb: 'Khu dân cư',
  postTown: 'Thành phố',
  cityDistrict: 'Quận',
  fieldMissing: 'Vui lòng điền mục này',
  fieldChoose: 'Chọn trong danh sách',
  fieldWrong: 'Kiểm tra lại. Ví dụ: {example}',
  optional: '{label} (không bắt buộc)',
};
