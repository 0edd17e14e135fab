import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'राज्य',
  province: 'प्रांत',
  prefecture: 'प्रीफ़ेक्चर',
  emirate: 'अमीरात',
  county: 'काउंटी',
  department: 'विभाग',
  district: 'ज़िला',
  doSi: 'प्रांत या शहर',
  island: 'द्वीप',
  parish: 'पैरिश',
  area: 'इलाका',
  region: 'क्षेत्र',
  zipCode: 'ज़िप कोड',
  pinCode: 'पिन कोड',
  eircode: 'Eircode',
  postcode: 'पोस्टकोड',
  suburb: 'उपनगर',
  postTown: 'शहर',
  cityDistrict: 'ज़िला',
  fieldMissing: 'यह जानकारी भरें',
  fieldChoose: 'सूची में से चुनें',
  fieldWrong: 'जाँच लें। उदाहरण: {example}',
  optional: '{label} (वैकल्पिक)',
};
