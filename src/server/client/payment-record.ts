import {Answer} from '../../protocol/answer.js';
import type {CardSummary} from '../../protocol/index.js';
import type {PaymentRecord} from './readers.js';

/** A payment with a saved card, made by the shop's server alone (wire 1.8). */
export interface NewPayment {
  /** Token of the customer whose card it is. */
  readonly customer: string;
  /** Token of the saved card. */
  readonly paymentMethod: string;
  /** Whole minor units of the currency: 4800 is $48.00, and in JPY 4800 is ¥4,800. */
  readonly amount: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** The shop's own number of the order; the service keeps it as `order_id` of the tracker's metadata. */
  readonly orderId?: string;
  /** Further values that the shop wants to find again on the tracker. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * A tracker that `open` made for this payment. Keep it with the order: a payment that is asked for again on its tracker is read
   * first, and made only when it was not made before. Default: a new tracker, or within this client the one of the same
   * `idempotencyKey`.
   */
  readonly tracker?: string;
}

/**
 * `open`: no bank has been asked. `authorized`: held, and waits for `capture` or `void`. `captured`: paid; `refunded` says how much of
 * it was given back. `voided`: undone, no money moves. `declined`: the bank said no, and the tracker is at its end. `expired`: its time
 * ran out, or another payment of its order took its place, before a bank authorized it. `unconfirmed`: an answer was lost, and the record does not show yet what became of the request: read it again, or call the
 * same method with the same tracker, before anything else.
 */
export type PaymentStatus =
  'open' | 'authorized' | 'captured' | 'voided' | 'declined' | 'expired' | 'unconfirmed';

/** Result of a payment. Amounts are whole minor units. */
export interface CardPayment {
  readonly tracker: string;
  readonly status: PaymentStatus;
  readonly customer: string | undefined;
  readonly amount: number;
  readonly currency: string;
  /** Amount refunded so far. */
  readonly refunded: number;
  /** As far as the service shows it. */
  readonly card: CardSummary | undefined;
  readonly orderId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Why it was declined or is unconfirmed; for a log, not for a shopper. */
  readonly reason: string | undefined;
}

/** A payment, from the tracker's record (wire 1.7). */
export function paymentOf(record: PaymentRecord): CardPayment {
  const data = new Answer(record.data);
  const price = data.at('purchase_totals', 'quote_amount');
  const metadata = data.at('metadata').value;
  const known =
    typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {};
  const orderId = known['order_id'];
  return {
    tracker: record.tracker,
    status: statusOf(record, data),
    customer: record.customer,
    amount: price.at('amount').number(),
    currency: price.at('currency').text(),
    refunded: refundedOf(data),
    card: record.card,
    orderId: typeof orderId === 'string' ? orderId : undefined,
    metadata: known,
    reason: undefined,
  };
}

function statusOf({state, authorized, reversed, nextAction}: PaymentRecord, data: Answer): PaymentStatus {
  if (state === 'TRACKER_VOIDED' || reversed) return 'voided';
  if (isCaptured(data) || state === 'TRACKER_REFUNDED' || state === 'TRACKER_PARTIAL_REFUND')
    return 'captured';
  if (authorized) return 'authorized';
  if (state === 'TRACKER_EXPIRED' || state === 'TRACKER_CANCELLED') return 'expired';
  return state === 'TRACKER_ENDED' && nextAction === 'NOOP' ? 'declined' : 'open';
}

/** The charge, an attempt or an event shows it: not every deployment has all three. */
function isCaptured(data: Answer): boolean {
  const listed = (name: string) => {
    const list = data.at(name);
    return Array.isArray(list.value) ? list.items() : [];
  };
  return (
    data.at('charge', 'capture').present ||
    listed('attempts').some((attempt) => attempt.at('capture').present) ||
    listed('events').some((event) => event.at('type').display() === 'CAPTURE')
  );
}

function refundedOf(data: Answer): number {
  const refunds = data.at('charge', 'refunds');
  if (!Array.isArray(refunds.value)) return 0;
  return refunds.items().reduce((sum, refund) => sum + refund.at('amount').number(), 0);
}
