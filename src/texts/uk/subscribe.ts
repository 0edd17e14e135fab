import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Підписатися',
  subscriptions: 'Мої підписки',
  priceDay: '{price} на день',
  priceWeek: '{price} на тиждень',
  priceMonth: '{price} на місяць',
  priceYear: '{price} на рік',
  priceEvery: '{price} за {period}',
  checkoutUnavailable: 'Зараз не вдається відкрити сторінку оплати. Спробуйте пізніше.',
};
