import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Prenumerera',
  subscriptions: 'Mina prenumerationer',
  priceDay: '{price} per dag',
  priceWeek: '{price} per vecka',
  priceMonth: '{price} per månad',
  priceYear: '{price} per år',
  priceEvery: '{price} per {period}',
  checkoutUnavailable: 'Betalsidan kan inte öppnas just nu. Försök igen senare.',
};
