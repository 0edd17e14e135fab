import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'สมัครสมาชิก',
  subscriptions: 'การสมัครสมาชิกของฉัน',
  priceDay: '{price} ต่อวัน',
  priceWeek: '{price} ต่อสัปดาห์',
  priceMonth: '{price} ต่อเดือน',
  priceYear: '{price} ต่อปี',
  priceEvery: '{price} ทุก {period}',
  checkoutUnavailable: 'ขณะนี้เปิดหน้าชำระเงินไม่ได้ โปรดลองใหม่ภายหลัง',
};
