import type {first as english} from '../en/first.js';
import type {Texts} from '../shapes.js';

export const first: Texts<typeof english> = {
  number: 'カード番号',
  numberPlaceholder: '1234 1234 1234 1234',
  expiry: '有効期限',
  expiryPlaceholder: '月 / 年',
  securityCode: 'セキュリティコード',
  securityCodePlaceholder: '123',
  securityCodeHint: 'カード裏面の3桁の数字',
  name: 'カード名義',
  numberMissing: 'カード番号を入力してください',
  numberIncomplete: '番号の桁数が足りないか誤りがあります',
  numberWrong: '番号の1桁が違う可能性があります',
  expiryMissing: '有効期限を入力してください',
  expiryIncomplete: '月と年を入力してください',
  expiryMonth: '月を01～12で入力してください',
  expiryPast: '有効期限が切れています',
  expiryFar: '年をご確認ください',
  securityCodeMissing: '{count}桁のコードを入力',
  securityCodeWrong: '{count}桁すべてを入力',
  formIncomplete: 'カード情報をご確認ください',
  save: 'カードを登録',
  saving: 'カードを登録中…',
  notice: '情報は暗号化されてカードサービスに直接送信され、ショップには送信されません。',
  consent:
    '{shop}がこのカードを保管し、注文や定期購入の代金を後日請求することに同意します。同意はいつでも取り消せます。',
  errorNetwork: '接続が切れました。インターネット接続を確認して、もう一度お試しください。',
  errorMerchantRetry: '当方で問題が発生しました。しばらくしてからもう一度お試しください。',
};
