import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Abonneren',
  subscriptions: 'Mijn abonnementen',
  priceDay: '{price} per dag',
  priceWeek: '{price} per week',
  priceMonth: '{price} per maand',
  priceYear: '{price} per jaar',
  priceEvery: '{price} per {period}',
  checkoutUnavailable: 'We kunnen de betaalpagina nu niet openen. Probeer het later opnieuw.',
};
