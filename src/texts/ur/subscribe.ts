import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'سبسکرپشن لیں',
  subscriptions: 'میری سبسکرپشنز',
  priceDay: '{price} یومیہ',
  priceWeek: '{price} فی ہفتہ',
  priceMonth: '{price} فی مہینہ',
  priceYear: '{price} فی سال',
  priceEvery: '{price} ہر {period}',
  checkoutUnavailable: 'اس وقت ادائیگی کا صفحہ نہیں کھل سکتا۔ براہِ کرم بعد میں کوشش کریں۔',
};
