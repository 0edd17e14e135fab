import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'Kart numarası',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'Son kullanma',
  expiryPlaceholder: 'AA / YY',
  securityCode: 'Güvenlik kodu',
  securityCodePlaceholder: '123',
  securityCodeHint: 'Kartın arkasındaki 3 haneli kod',
  name: 'Kart üzerindeki isim',
  numberMissing: 'Kart numarasını girin',
  numberIncomplete: 'Eksik veya yanlış rakam var',
  numberWrong: 'Bir rakam yanlış olabilir',
  expiryMissing: 'Son kullanma tarihini girin',
  expiryIncomplete: 'Ay ve yılı girin',
  expiryMonth: 'Ay 01 ile 12 arasındadır',
  expiryPast: 'Bu kartın süresi dolmuş',
  expiryFar: 'Yılı kontrol edin',
  securityCodeMissing: '{count} haneli kodu girin',
  securityCodeWrong: '{count} hanenin tümünü girin',
  formIncomplete: 'Kart bilgilerinizi kontrol edin',
  save: 'Kartı kaydet',
  saving: 'Kart kaydediliyor…',
  notice: 'Şifrelenerek doğrudan ödeme hizmetine gönderilir, mağazaya asla iletilmez.',
  consent:
    '{shop}, bu kartı saklayabilir ve siparişlerim ile aboneliklerim için ileride bu karttan tahsilat yapabilir. Bu izni istediğim zaman geri alabilirim.',
  errorNetwork: 'Bağlantı kesildi. İnternetinizi kontrol edip tekrar deneyin.',
  errorMerchantRetry: 'Bizden kaynaklanan bir sorun oluştu. Lütfen birazdan tekrar deneyin.',
};
