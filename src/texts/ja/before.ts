import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting:
    'カード入力フォームを読み込んでいます。少し待ってからもう一度お試しください。表示されない場合は、接続を確認してページを再読み込みしてください。',
  scriptsOff: 'カードを入力するには、ブラウザーのJavaScriptを有効にして、ページを再読み込みしてください。',
  bankAnswered: 'カード会社から応答がありました。',
  backToShop: 'ショップに戻る',
  bankPage: 'カード会社のページ',
};
