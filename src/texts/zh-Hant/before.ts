import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting: '卡片表單仍在載入。請稍候再試。如果仍未顯示，請檢查網路並重新整理頁面。',
  scriptsOff: '若要輸入卡片，請在瀏覽器啟用 JavaScript 並重新整理頁面。',
  bankAnswered: '您的銀行已回覆。',
  backToShop: '返回商店',
  bankPage: '您銀行的頁面',
};
