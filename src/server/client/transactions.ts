import {brandOf, type BrandId} from '../../protocol/index.js';
import type {Answer} from '../../protocol/answer.js';
import {chargeStates, type ChargeState} from '../../protocol/billing-words.js';
import {refuseLongName} from './payment-checks.js';
import type {Repeatable} from './repeatable.js';
import {pathOf, queryOf, readPage, type ResultPage, type PageOptions} from './paging.js';
import {instantAt, read, wordAt} from './readers.js';
import type {Call} from './transport.js';

/**
 * `open`: not paid yet, and tried or to be tried; `failed`: given up; `ready`, `uncollectible` and `void`: fell into a pause, and is
 * not collected (`PauseBehavior`).
 */
export type TransactionState = ChargeState;

/** Money given back. */
export interface Refund {
  /** The network's name for it. */
  readonly token: string;
  readonly amount: string;
  readonly currency: string;
  readonly createdAt: string;
}

/** The charge of one period of a subscription. Instants are ISO; amounts are decimal text in units of the currency. */
export interface Transaction {
  /** `charge` of an event. */
  readonly token: string;
  /** `UNKNOWN` for a state that this version has not heard of: take nothing for paid on it. */
  readonly state: TransactionState | 'UNKNOWN';
  readonly subscription: string;
  readonly plan: string;
  readonly customer: string;
  readonly product: string;
  /** The shop's own name for the subscription, as given to the checkout. */
  readonly reference: string | undefined;
  /** Index of the billing period, from 0. */
  readonly period: number;
  readonly amount: string;
  readonly currency: string;
  /** Amount that the shop keeps: the paid one, less refunds. */
  readonly balance: string;
  /** The oldest first. */
  readonly refunds: readonly Refund[];
  /** Tries so far. */
  readonly attempts: number;
  /** Why the last try failed, a code such as `insufficient_funds`. */
  readonly failure: string | undefined;
  readonly dueAt: string;
  /** When the next try follows; nothing when none will. */
  readonly nextAttemptAt: string | undefined;
  /** When it was paid or given up. */
  readonly settledAt: string | undefined;
  /** The card of the last try. */
  readonly paymentMethod:
    {readonly token: string; readonly brand: BrandId | 'unknown'; readonly lastFour: string} | undefined;
  readonly createdAt: string;
}

export interface TransactionOptions extends PageOptions {
  readonly subscription?: string;
  readonly customer?: string;
  readonly plan?: string;
  readonly state?: TransactionState;
}

/** Charges of subscriptions (wire 1.9). */
export interface Transactions {
  read(token: string): Promise<Transaction>;
  /** Newest first. */
  search(options?: TransactionOptions): Promise<ResultPage<Transaction>>;
  /**
   * Gives a paid charge back: `amount`, or all that is left. Resolves once it is done, with the charge as it is
   * then; the event `payment.refunded` follows. Give a call that may be repeated an `idempotencyKey`. At a service with
   * `lasting-names` it names the refund for good; without one only the same refund within a minute is refused.
   */
  refund(token: string, options?: Repeatable & {readonly amount?: string}): Promise<Transaction>;
}

const refundAt = (place: Answer): Refund => ({
  token: place.at('token').text(),
  amount: place.at('amount').text(),
  currency: place.at('currency').text(),
  createdAt: place.at('created_at').instant(),
});

function transactionAt(place: Answer): Transaction {
  const method = place.at('payment_method');
  return {
    token: place.at('token').text(),
    state: wordAt(place.at('state'), chargeStates) ?? 'UNKNOWN',
    subscription: place.at('subscription_id').text(),
    plan: place.at('plan_id').text(),
    customer: place.at('user_id').text(),
    product: place.at('product').display(),
    reference: place.at('reference').optionalText(),
    period: place.at('period').number(),
    amount: place.at('amount').text(),
    currency: place.at('currency').text(),
    balance: place.at('balance').text(),
    refunds: place.at('refunds').items().map(refundAt),
    attempts: place.at('attempts').number(),
    failure: place.at('failure').optionalText(),
    dueAt: place.at('due_at').instant(),
    nextAttemptAt: instantAt(place.at('next_attempt_at')),
    settledAt: instantAt(place.at('settled_at')),
    paymentMethod: method.present
      ? {
          token: method.at('token').text(),
          brand: brandOf(method.at('brand').display()) ?? 'unknown',
          lastFour: method.at('last_four').display(),
        }
      : undefined,
    createdAt: place.at('created_at').instant(),
  };
}

const readTransaction = (answer: unknown): Transaction =>
  read(answer, (root) => transactionAt(root.at('data')));

export function createTransactions(call: Call): Transactions {
  const all = '/client/transactions/v1/';
  return {
    read: async (token) => {
      const [path, doing] = [pathOf(all, {charge: token}), 'reading a charge'];
      return readTransaction(await call({method: 'GET', path, doing}));
    },
    search: async (options = {}) => {
      const path = `${all}search${queryOf({...options})}`;
      return readPage(await call({method: 'GET', path, doing: 'searching charges'}), transactionAt);
    },
    refund: async (token, {amount, idempotencyKey: name} = {}) => {
      const [path, doing] = [`${pathOf(all, {charge: token})}/refund`, 'refunding a charge'];
      refuseLongName(name);
      const body = {...(amount !== undefined && {amount}), ...(name !== undefined && {name})};
      return readTransaction(await call({method: 'POST', path, doing, body, idempotencyKey: name ?? null}));
    },
  };
}
