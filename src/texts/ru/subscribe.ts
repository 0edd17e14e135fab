import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Подписаться',
  subscriptions: 'Мои подписки',
  priceDay: '{price} в день',
  priceWeek: '{price} в неделю',
  priceMonth: '{price} в месяц',
  priceYear: '{price} в год',
  priceEvery: '{price} раз в {period}',
  checkoutUnavailable: 'Сейчас не удаётся открыть страницу оплаты. Попробуйте позже.',
};
