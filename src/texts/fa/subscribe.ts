import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'اشتراک',
  subscriptions: 'اشتراک‌های من',
  priceDay: 'روزی {price}',
  priceWeek: 'هفته‌ای {price}',
  priceMonth: 'ماهی {price}',
  priceYear: 'سالی {price}',
  priceEvery: 'هر {period} {price}',
  checkoutUnavailable: 'اکنون نمی‌توانیم صفحه پرداخت را باز کنیم. لطفاً بعداً دوباره تلاش کنید.',
};
