import type {address as english} from '../en/address.js';
import type {Texts} from '../shapes.js';

export const address: Texts<typeof english> = {
  stateName: 'מדינה (מחוז)',
  province: 'פרובינציה',
  prefecture: 'מחוז (פרפקטורה)',
  emirate: 'אמירות',
  county: 'מחוז',
  department: 'מחלקה',
  district: 'רובע',
  doSi: 'מחוז או עיר',
  island: 'אי',
  parish: 'קהילה',
  area: 'אזור',
  region: 'חבל',
  zipCode: 'מיקוד (ZIP)',
  pinCode: 'מיקוד (PIN)',
  eircode: 'Eircode',
  postcode: 'מיקוד',
  suburb: 'שכונה',
  postTown: 'עיר',
  cityDistrict: 'רובע',
  fieldMissing: 'יש למלא שדה זה',
  fieldChoose: 'יש לבחור מהרשימה',
  fieldWrong: 'יש לבדוק. לדוגמה: {example}',
  optional: '{label} (לא חובה)',
};
