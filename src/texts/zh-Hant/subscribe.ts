import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: '訂閱',
  subscriptions: '我的訂閱',
  priceDay: '每天 {price}',
  priceWeek: '每週 {price}',
  priceMonth: '每月 {price}',
  priceYear: '每年 {price}',
  priceEvery: '每{period} {price}',
  checkoutUnavailable: '目前無法開啟付款頁面，請稍後再試。',
};
