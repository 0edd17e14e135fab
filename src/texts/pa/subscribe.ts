import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'ਸਬਸਕ੍ਰਿਪਸ਼ਨ ਲਓ',
  subscriptions: 'ਮੇਰੀਆਂ ਸਬਸਕ੍ਰਿਪਸ਼ਨਾਂ',
  priceDay: '{price} ਪ੍ਰਤੀ ਦਿਨ',
  priceWeek: '{price} ਪ੍ਰਤੀ ਹਫ਼ਤਾ',
  priceMonth: '{price} ਪ੍ਰਤੀ ਮਹੀਨਾ',
  priceYear: '{price} ਪ੍ਰਤੀ ਸਾਲ',
  priceEvery: '{price} ਹਰ {period}',
  checkoutUnavailable: 'ਭੁਗਤਾਨ ਪੰਨਾ ਹੁਣੇ ਨਹੀਂ ਖੁੱਲ੍ਹ ਸਕਦਾ। ਬਾਅਦ ਵਿੱਚ ਕੋਸ਼ਿਸ਼ ਕਰੋ।',
};
