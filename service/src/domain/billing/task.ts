/** What billing sends to the card network, and what comes back. */
import type {Attempt} from '../subscriptions/charges.js';
import type {Subscription} from '../subscriptions/subscription.js';

/** A recorded attempt on its way to the network. */
export interface ChargeTask extends Attempt {
  /** The subscription as it was when the attempt was recorded. */
  readonly subscription: Subscription;
  /** Number of the billing period, from 0. */
  readonly period: number;
  /** Decimal text, such as `12.50`. */
  readonly amount: string;
  readonly amount_minor: number;
  readonly currency: string;
  /** When the charge failed for the first time; null if it never did. */
  readonly firstFailedAt: Date | null;
}

/** The outcome of an attempt. After a `hard` failure the same card is not retried (guarantees 4.6). */
export type Outcome =
  | {readonly kind: 'paid'; readonly networkId: string}
  | {readonly kind: 'failed'; readonly failure: string; readonly hard: boolean; readonly networkId?: string}
  /** The network did not answer; the same attempt is repeated later. */
  | {readonly kind: 'unknown'};

/** An attempt with its outcome. */
export interface ChargeResult {
  readonly task: ChargeTask;
  readonly outcome: Outcome;
}

/**
 * What one transaction took for this worker: the number of due rows, and the attempts to send. Some rows need
 * no attempt, such as a paused subscription's.
 */
export interface Slice {
  readonly rowCount: number;
  readonly tasks: readonly ChargeTask[];
}
