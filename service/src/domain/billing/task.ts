import type {Attempt} from '../subscriptions/charges.js';
import type {Subscription} from '../subscriptions/subscription.js';

/** An attempt that is on record and on its way to the network. */
export interface Task extends Attempt {
  /** As it was when the attempt was put on record. */
  readonly subscription: Subscription;
  readonly period: number;
  /** Decimal text, and the same in minor units. */
  readonly amount: string;
  readonly amount_minor: number;
  readonly currency: string;
  /** When the charge failed for the first time. */
  readonly firstFailedAt: Date | null;
}

/** The outcome of a task. */
export type Outcome =
  | {readonly kind: 'paid'; readonly networkId: string}
  | {readonly kind: 'failed'; readonly failure: string; readonly hard: boolean; readonly networkId?: string}
  /** No answer: the same attempt is asked again later. */
  | {readonly kind: 'unknown'};

export interface Result {
  readonly task: Task;
  readonly outcome: Outcome;
}
