import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Abonnieren',
  subscriptions: 'Meine Abos',
  priceDay: '{price} pro Tag',
  priceWeek: '{price} pro Woche',
  priceMonth: '{price} pro Monat',
  priceYear: '{price} pro Jahr',
  priceEvery: '{price} alle {period}',
  checkoutUnavailable: 'Die Kasse lässt sich gerade nicht öffnen. Bitte versuchen Sie es später noch einmal.',
};
