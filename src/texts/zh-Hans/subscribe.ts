import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: '订阅',
  subscriptions: '我的订阅',
  priceDay: '每天 {price}',
  priceWeek: '每周 {price}',
  priceMonth: '每月 {price}',
  priceYear: '每年 {price}',
  priceEvery: '每{period} {price}',
  checkoutUnavailable: '目前无法打开付款页面，请稍后重试。',
};
