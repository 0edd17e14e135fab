import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Subskrybuj',
  subscriptions: 'Moje subskrypcje',
  priceDay: '{price} dziennie',
  priceWeek: '{price} tygodniowo',
  priceMonth: '{price} miesięcznie',
  priceYear: '{price} rocznie',
  priceEvery: '{price} co {period}',
  checkoutUnavailable: 'Nie możemy teraz otworzyć strony płatności. Spróbuj później.',
};
