import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'ਕਾਰਡ ਨੰਬਰ',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: 'ਮਿਆਦ ਪੁੱਗਣ ਦੀ ਤਾਰੀਖ',
  expiryPlaceholder: 'MM / YY',
  securityCode: 'ਸੁਰੱਖਿਆ ਕੋਡ',
  securityCodePlaceholder: '123',
  securityCodeHint: 'ਕਾਰਡ ਦੇ ਪਿੱਛੇ 3 ਅੰਕ',
  name: 'ਕਾਰਡ ’ਤੇ ਲਿਖਿਆ ਨਾਂ',
  numberMissing: 'ਕਾਰਡ ਨੰਬਰ ਭਰੋ',
  numberIncomplete: 'ਕੁਝ ਅੰਕ ਘੱਟ ਜਾਂ ਗਲਤ ਹਨ',
  numberWrong: 'ਇੱਕ ਅੰਕ ਗਲਤ ਹੋ ਸਕਦਾ ਹੈ',
  expiryMissing: 'ਮਿਆਦ ਪੁੱਗਣ ਦੀ ਤਾਰੀਖ ਭਰੋ',
  expiryIncomplete: 'ਮਹੀਨਾ ਅਤੇ ਸਾਲ ਭਰੋ',
  expiryMonth: 'ਮਹੀਨਾ 01 ਤੋਂ 12 ਤੱਕ ਭਰੋ',
  expiryPast: 'ਇਸ ਕਾਰਡ ਦੀ ਮਿਆਦ ਪੁੱਗ ਗਈ ਹੈ',
  expiryFar: 'ਸਾਲ ਜਾਂਚੋ',
  securityCodeMissing: '{count} ਅੰਕਾਂ ਦਾ ਕੋਡ ਭਰੋ',
  securityCodeWrong: 'ਸਾਰੇ {count} ਅੰਕ ਭਰੋ',
  formIncomplete: 'ਆਪਣੇ ਕਾਰਡ ਦੇ ਵੇਰਵੇ ਜਾਂਚੋ',
  save: 'ਕਾਰਡ ਸੇਵ ਕਰੋ',
  saving: 'ਕਾਰਡ ਸੇਵ ਹੋ ਰਿਹਾ ਹੈ…',
  notice: 'ਐਨਕ੍ਰਿਪਟ ਹੋ ਕੇ ਸਿੱਧਾ ਕਾਰਡ ਸੇਵਾ ਨੂੰ ਜਾਂਦਾ ਹੈ, ਦੁਕਾਨ ਨੂੰ ਕਦੇ ਨਹੀਂ।',
  consent:
    '{shop} ਨੂੰ ਇਹ ਕਾਰਡ ਰੱਖਣ ਅਤੇ ਬਾਅਦ ਵਿੱਚ ਮੇਰੇ ਆਰਡਰ ਜਾਂ ਸਬਸਕ੍ਰਿਪਸ਼ਨ ਲਈ ਇਸ ਤੋਂ ਰਕਮ ਲੈਣ ਦੀ ਇਜਾਜ਼ਤ ਹੈ। ਮੇਰੇ ਵੱਲੋਂ ਇਹ ਇਜਾਜ਼ਤ ਕਦੇ ਵੀ ਵਾਪਸ ਲਈ ਜਾ ਸਕਦੀ ਹੈ।',
  errorNetwork: 'ਕਨੈਕਸ਼ਨ ਟੁੱਟ ਗਿਆ। ਆਪਣਾ ਇੰਟਰਨੈੱਟ ਜਾਂਚੋ ਅਤੇ ਦੁਬਾਰਾ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
  errorMerchantRetry: 'ਸਾਡੇ ਵੱਲੋਂ ਕੋਈ ਗੜਬੜ ਹੋਈ। ਥੋੜ੍ਹੀ ਦੇਰ ਵਿੱਚ ਦੁਬਾਰਾ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
};
