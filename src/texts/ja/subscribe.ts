import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: '定期購入する',
  subscriptions: '定期購入の管理',
  priceDay: '1日あたり{price}',
  priceWeek: '1週間あたり{price}',
  priceMonth: '1か月あたり{price}',
  priceYear: '1年あたり{price}',
  priceEvery: '{period}ごとに{price}',
  checkoutUnavailable: '現在、購入ページを開けません。後でもう一度お試しください。',
};
