import type {Subscription} from 'card-vault/server';
import type {Access} from './access.js';

/** What the shopper's page may know of a subscription. */
export const shownOf = ({reference, state, paymentMethod, plan, ...one}: Subscription) => ({
  ...{name: reference, state, pastDue: one.pastDue, next: one.nextCharge, amount: one.amount},
  ...{currency: one.currency, interval: plan.interval, cancelAt: one.cancelAt, ended: one.cancelledAt},
  ...{brand: paymentMethod.brand, lastFour: paymentMethod.lastFour},
});

export type OwnBox = ReturnType<typeof shownOf>;

/**
 * How the shopper's box stands: at the service, in the shop's own records, and what the bank says to its card. The server writes
 * it, into the page and as JSON; the page's script reads it.
 */
export interface Standing {
  readonly subscription: OwnBox | null;
  readonly access: ReturnType<Access['of']>;
  readonly declined: string | null;
}
