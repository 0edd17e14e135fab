import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Mă abonez',
  subscriptions: 'Abonamentele mele',
  priceDay: '{price} pe zi',
  priceWeek: '{price} pe săptămână',
  priceMonth: '{price} pe lună',
  priceYear: '{price} pe an',
  priceEvery: '{price} la {period}',
  checkoutUnavailable: 'Pagina de plată nu se poate deschide acum. Încercați mai târziu.',
};
