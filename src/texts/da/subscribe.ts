import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Abonner',
  subscriptions: 'Mine abonnementer',
  priceDay: '{price} pr. dag',
  priceWeek: '{price} pr. uge',
  priceMonth: '{price} pr. måned',
  priceYear: '{price} pr. år',
  priceEvery: '{price} pr. {period}',
  checkoutUnavailable: 'Betalingssiden kan ikke åbnes lige nu. Prøv igen senere.',
};
