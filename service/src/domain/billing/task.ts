import type {Attempt} from '../subscriptions/charges.js';
import type {Subscription} from '../subscriptions/subscription.js';

/** A recorded attempt on its way to the network. */
export interface Task extends Attempt {
  /** As of the time the attempt was recorded. */
  readonly subscription: Subscription;
  readonly period: number;
  /** The amount as decimal text, and in minor units. */
  readonly amount: string;
  readonly amount_minor: number;
  readonly currency: string;
  /** Time of the charge's first failure. */
  readonly firstFailedAt: Date | null;
}

/** The outcome of a task. */
export type Outcome =
  | {readonly kind: 'paid'; readonly networkId: string}
  | {readonly kind: 'failed'; readonly failure: string; readonly hard: boolean; readonly networkId?: string}
  /** No answer: the same attempt is repeated later. */
  | {readonly kind: 'unknown'};

export interface Result {
  readonly task: Task;
  readonly outcome: Outcome;
}
