import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Předplatit',
  subscriptions: 'Moje předplatné',
  priceDay: '{price} za den',
  priceWeek: '{price} za týden',
  priceMonth: '{price} za měsíc',
  priceYear: '{price} za rok',
  priceEvery: '{price} za {period}',
  checkoutUnavailable: 'Platební stránku teď nelze otevřít. Zkuste to později.',
};
