import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'اشترك',
  subscriptions: 'اشتراكاتي',
  priceDay: '{price} في اليوم',
  priceWeek: '{price} في الأسبوع',
  priceMonth: '{price} في الشهر',
  priceYear: '{price} في السنة',
  priceEvery: '{price} / {period}',
  checkoutUnavailable: 'تعذّر فتح صفحة الدفع الآن. حاول لاحقًا من فضلك.',
};
