import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'সাবস্ক্রাইব করুন',
  subscriptions: 'আমার সাবস্ক্রিপশন',
  priceDay: 'প্রতিদিন {price}',
  priceWeek: 'প্রতি সপ্তাহে {price}',
  priceMonth: 'প্রতি মাসে {price}',
  priceYear: 'প্রতি বছর {price}',
  priceEvery: '{period} পরপর {price}',
  checkoutUnavailable: 'এই মুহূর্তে পেমেন্ট পেজ খোলা যাচ্ছে না। পরে আবার চেষ্টা করুন।',
};
