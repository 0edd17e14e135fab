import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Abbonati',
  subscriptions: 'I miei abbonamenti',
  priceDay: '{price} al giorno',
  priceWeek: '{price} a settimana',
  priceMonth: '{price} al mese',
  priceYear: '{price} all’anno',
  priceEvery: '{price} ogni {period}',
  checkoutUnavailable: 'Al momento non possiamo aprire la pagina di pagamento. Riprova più tardi.',
};
