import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'کارڈ فارم ابھی لوڈ ہو رہا ہے۔ ایک لمحہ رک کر دوبارہ کوشش کریں۔ اگر فارم نہ آئے تو اپنا کنکشن چیک کریں اور صفحہ دوبارہ لوڈ کریں۔',
  scriptsOff: 'کارڈ درج کرنے کے لیے اپنے براؤزر میں JavaScript چالو کریں اور صفحہ دوبارہ لوڈ کریں۔',
  bankAnswered: 'آپ کے بینک نے جواب دے دیا ہے۔',
  backToShop: 'دکان پر واپس جائیں',
  bankPage: 'آپ کے بینک کا صفحہ',
};
