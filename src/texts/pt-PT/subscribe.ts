import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Subscrever',
  subscriptions: 'As minhas subscrições',
  priceDay: '{price} por dia',
  priceWeek: '{price} por semana',
  priceMonth: '{price} por mês',
  priceYear: '{price} por ano',
  priceEvery: '{price} a cada {period}',
  checkoutUnavailable: 'De momento não é possível abrir a página de pagamento. Tente mais tarde.',
};
