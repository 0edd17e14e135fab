import type {before as english} from '../en/before.js';
import type {Texts} from '../shapes.js';

export const before: Texts<typeof english> = {
  waiting: '银行卡表单仍在加载。请稍候再试。如果仍未显示，请检查网络并刷新页面。',
  scriptsOff: '要输入银行卡，请在浏览器中启用 JavaScript 并刷新页面。',
  bankAnswered: '您的银行已答复。',
  backToShop: '返回商店',
  bankPage: '您银行的页面',
};
