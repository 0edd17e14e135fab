import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Abone ol',
  subscriptions: 'Aboneliklerim',
  priceDay: 'Günde {price}',
  priceWeek: 'Haftada {price}',
  priceMonth: 'Ayda {price}',
  priceYear: 'Yılda {price}',
  priceEvery: '{period} arayla {price}',
  checkoutUnavailable: 'Ödeme sayfasını şu anda açamıyoruz. Lütfen daha sonra tekrar deneyin.',
};
