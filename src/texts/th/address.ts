import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'รัฐ',
  province: 'จังหวัด',
  prefecture: 'จังหวัด (ญี่ปุ่น)',
  emirate: 'รัฐเอมิเรตส์',
  county: 'เคาน์ตี',
  department: 'เขตการปกครอง',
  district: 'เขต',
  doSi: 'จังหวัดหรือเมือง',
  island: 'เกาะ',
  parish: 'ตำบล',
  area: 'พื้นที่',
  region: 'ภูมิภาค',
  zipCode: 'รหัสไปรษณีย์ (ZIP)',
  pinCode: 'รหัสไปรษณีย์ (PIN)',
  eircode: 'Eircode',
  postcode: 'รหัสไปรษณีย์',
  suburb: 'ย่าน',
  postTown: 'เมือง',
  cityDistrict: 'เขต',
  fieldMissing: 'กรุณากรอกช่องนี้',
  fieldChoose: 'เลือกจากรายการ',
  fieldWrong: 'โปรดตรวจสอบ ตัวอย่าง: {example}',
  optional: '{label} (ไม่บังคับ)',
};
