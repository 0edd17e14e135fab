import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'S’abonner',
  subscriptions: 'Mes abonnements',
  priceDay: '{price} par jour',
  priceWeek: '{price} par semaine',
  priceMonth: '{price} par mois',
  priceYear: '{price} par an',
  priceEvery: '{price} par période de {period}',
  checkoutUnavailable: 'Nous ne pouvons pas ouvrir la page de paiement pour l’instant. Réessayez plus tard.',
};
