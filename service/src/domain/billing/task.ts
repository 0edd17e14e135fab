import type {Subscription} from '../subscriptions/subscription.js';

/** An attempt that is on record and on its way to the network. */
export interface Task {
  /** As it was when the attempt was put on record. */
  readonly subscription: Subscription;
  /** Token of the charge. */
  readonly charge: string;
  readonly period: number;
  /** Decimal text, and the same in minor units. */
  readonly amount: string;
  readonly amount_minor: number;
  readonly currency: string;
  /** From 1. */
  readonly number: number;
  /** Key of the attempt: whoever asks with it, and however often, asks once. */
  readonly key: string;
  /** Token of the payment method that the attempt was begun with. */
  readonly payment_method: string;
  /** Asked before, and nobody knows the answer: what is asked now must be the same. */
  readonly again: boolean;
  /** When the charge failed for the first time. */
  readonly firstFailedAt: Date | null;
}

/** What became of a task. */
export type Outcome =
  | {readonly kind: 'paid'; readonly networkId: string}
  | {readonly kind: 'failed'; readonly failure: string; readonly hard: boolean; readonly networkId?: string}
  /** No answer: the same attempt is asked again later. */
  | {readonly kind: 'unknown'};

export interface Result {
  readonly task: Task;
  readonly outcome: Outcome;
}

/** One charge for one period of one subscription, by its very name (guarantees 4.2). */
export const chargeToken = (subscription: string, period: number): string =>
  `${subscription.replace(/^sub_/, 'ch_')}_${period}`;

export const attemptKey = (charge: string, number: number): string => `${charge}:${number}`;
