import type {subscribe as english} from '../en/subscribe.js';
import type {Texts} from '../shapes.js';

export const subscribe: Texts<typeof english> = {
  subscribe: 'Συνδρομή',
  subscriptions: 'Οι συνδρομές μου',
  priceDay: '{price} την ημέρα',
  priceWeek: '{price} την εβδομάδα',
  priceMonth: '{price} τον μήνα',
  priceYear: '{price} τον χρόνο',
  priceEvery: '{price} κάθε {period}',
  checkoutUnavailable: 'Η σελίδα πληρωμής δεν ανοίγει τώρα. Δοκιμάστε αργότερα.',
};
