import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Suscribirme',
  subscriptions: 'Mis suscripciones',
  priceDay: '{price} al día',
  priceWeek: '{price} a la semana',
  priceMonth: '{price} al mes',
  priceYear: '{price} al año',
  priceEvery: '{price} cada {period}',
  checkoutUnavailable: 'Ahora mismo no podemos abrir la página de pago. Inténtalo más tarde.',
};
