import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Langgan',
  subscriptions: 'Langganan saya',
  priceDay: '{price} sehari',
  priceWeek: '{price} seminggu',
  priceMonth: '{price} sebulan',
  priceYear: '{price} setahun',
  priceEvery: '{price} setiap {period}',
  checkoutUnavailable: 'Halaman pembayaran tidak dapat dibuka sekarang. Sila cuba lagi kemudian.',
};
