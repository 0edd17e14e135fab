import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'کارڈ نمبر',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'میعاد ختم ہونے کی تاریخ',
  expiryPlaceholder: 'MM / YY',
  securityCode: 'سیکیورٹی کوڈ',
  securityCodePlaceholder: '123',
  securityCodeHint: 'کارڈ کی پشت پر 3 ہندسے',
  name: 'کارڈ پر درج نام',
  numberMissing: 'کارڈ نمبر لکھیں',
  numberIncomplete: 'کچھ ہندسے کم یا غلط ہیں',
  numberWrong: 'کوئی ہندسہ غلط ہو سکتا ہے',
  expiryMissing: 'میعاد کی تاریخ لکھیں',
  expiryIncomplete: 'مہینہ اور سال لکھیں',
  expiryMonth: 'مہینہ 01 سے 12 تک',
  expiryPast: 'اس کارڈ کی میعاد ختم ہے',
  expiryFar: 'سال دوبارہ دیکھ لیں',
  securityCodeMissing: '{count} ہندسوں کا کوڈ لکھیں',
  securityCodeWrong: 'پورے {count} ہندسے لکھیں',
  formIncomplete: 'براہِ کرم اپنے کارڈ کی تفصیلات دیکھ لیں',
  save: 'کارڈ محفوظ کریں',
  saving: 'کارڈ محفوظ ہو رہا ہے…',
  notice: 'تفصیلات انکرپٹ ہو کر سیدھی کارڈ سروس کو جاتی ہیں، دکان کو کبھی نہیں۔',
  consent:
    '{shop} یہ کارڈ محفوظ رکھ سکتا ہے اور میری آئندہ خریداریوں یا سبسکرپشن کی رقم اس سے لے سکتا ہے۔ یہ اجازت کسی بھی وقت واپس لی جا سکتی ہے۔',
  errorNetwork: 'رابطہ ٹوٹ گیا۔ اپنا انٹرنیٹ چیک کریں اور دوبارہ کوشش کریں۔',
  errorMerchantRetry: 'ہماری طرف سے کچھ غلط ہو گیا۔ براہِ کرم تھوڑی دیر بعد کوشش کریں۔',
};
