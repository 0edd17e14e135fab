import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Tilaa',
  subscriptions: 'Omat tilaukset',
  priceDay: '{price} päivässä',
  priceWeek: '{price} viikossa',
  priceMonth: '{price} kuukaudessa',
  priceYear: '{price} vuodessa',
  priceEvery: '{price}, jakso {period}',
  checkoutUnavailable: 'Maksusivua ei voi nyt avata. Yritä myöhemmin.',
};
