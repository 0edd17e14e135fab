import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'הרשמה למינוי',
  subscriptions: 'המינויים שלי',
  priceDay: '{price} ליום',
  priceWeek: '{price} לשבוע',
  priceMonth: '{price} לחודש',
  priceYear: '{price} לשנה',
  priceEvery: '{price} לכל {period}',
  checkoutUnavailable: 'כרגע אי אפשר לפתוח את דף התשלום. נסו שוב מאוחר יותר.',
};
