import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Assinar',
  subscriptions: 'Minhas assinaturas',
  priceDay: '{price} por dia',
  priceWeek: '{price} por semana',
  priceMonth: '{price} por mês',
  priceYear: '{price} por ano',
  priceEvery: '{price} a cada {period}',
  checkoutUnavailable: 'No momento não conseguimos abrir a página de pagamento. Tente mais tarde.',
};
