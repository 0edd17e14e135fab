import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'सदस्यता लें',
  subscriptions: 'मेरी सदस्यताएँ',
  priceDay: '{price} प्रतिदिन',
  priceWeek: '{price} प्रति सप्ताह',
  priceMonth: '{price} प्रति माह',
  priceYear: '{price} प्रति वर्ष',
  priceEvery: 'हर {period} पर {price}',
  checkoutUnavailable: 'अभी भुगतान पेज नहीं खुल सकता। कृपया बाद में कोशिश करें।',
};
