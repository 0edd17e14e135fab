import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Berlangganan',
  subscriptions: 'Langganan saya',
  priceDay: '{price} per hari',
  priceWeek: '{price} per minggu',
  priceMonth: '{price} per bulan',
  priceYear: '{price} per tahun',
  priceEvery: '{price} setiap {period}',
  checkoutUnavailable: 'Saat ini halaman pembayaran tidak dapat dibuka. Coba lagi nanti.',
};
