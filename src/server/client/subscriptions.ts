import {brandOf, type BrandId} from '../../protocol/index.js';
import type {Answer} from '../../protocol/answer.js';
import {
  subscriptionStates,
  type PauseBehavior,
  type SubscriptionState,
} from '../../protocol/billing-words.js';
import type {Repeatable} from './repeatable.js';
import {pathOf, queryOf, readPage, type ResultPage, type PageOptions} from './paging.js';
import {planAt, type Plan} from './plans.js';
import {instantAt, numberAt, read, wordAt} from './readers.js';
import type {Call} from './transport.js';

/** A subscription. Instants are ISO; amounts are decimal text in units of the currency. */
export interface Subscription {
  readonly token: string;
  /** `UNKNOWN` for a state that this version has not heard of: grant nothing on it. */
  readonly state: SubscriptionState | 'UNKNOWN';
  /** The service's finer word, such as `TRAILING` (in its trial) or `PAST_DUE`. */
  readonly status: string;
  /** Something is owed, and being collected or given up. */
  readonly pastDue: boolean;
  readonly plan: Plan;
  readonly customer: string;
  /** The shop's own name for it, as given to the checkout. */
  readonly reference: string | undefined;
  /** Whether your server gave the reference, by `client.checkout`. If false, the shopper can have changed it in the address. */
  readonly referenceSigned?: boolean | undefined;
  readonly product: string;
  readonly amount: string;
  readonly currency: string;
  /** Amount owed now. */
  readonly balance: string;
  readonly paymentMethod: {
    readonly token: string;
    readonly brand: BrandId | 'unknown';
    readonly lastFour: string;
  };
  readonly currentPeriod: {readonly start: string; readonly end: string};
  readonly trialEnd: string | undefined;
  /** When the next period begins, and is charged; nothing when there is none. */
  readonly nextCharge: string | undefined;
  readonly lastPaid: string | undefined;
  /** When it ends, where that was asked for. */
  readonly cancelAt: string | undefined;
  readonly cancelledAt: string | undefined;
  /** Number of the last event that told of it: an event with a lower one is older than what stands here. */
  readonly sequence: number;
}

export interface SubscriptionOptions extends PageOptions {
  readonly customer?: string;
  readonly plan?: string;
  readonly state?: SubscriptionState;
  readonly reference?: string;
}

/** Subscriptions begin in the hosted checkout (`client.checkout.subscribeUrl`); everything after that is here. */
export interface Subscriptions {
  read(token: string): Promise<Subscription>;
  /** Newest first. */
  search(options?: SubscriptionOptions): Promise<ResultPage<Subscription>>;
  /** Nothing is charged until it is resumed. Default `MARK_VOID`. */
  pause(token: string, options?: {readonly behavior?: PauseBehavior}): Promise<Subscription>;
  /** Goes on with the next period; the dates are those it would have had. */
  resume(token: string): Promise<Subscription>;
  /** For good: at once, or when the period that runs is over. Once this resolves, no charge begins. */
  cancel(token: string, options?: Repeatable & {readonly atPeriodEnd?: boolean}): Promise<Subscription>;
  /** Takes back a cancellation for the end of the period. */
  keep(token: string): Promise<Subscription>;
  /** Charges another saved card of the customer from now on, at once with what is owed. */
  changePaymentMethod(token: string, paymentMethod: string): Promise<Subscription>;
}

/** Missing where a service does not tell it. */
export const signedAt = (place: Answer): boolean | undefined => {
  const {value} = place.at('reference_signed');
  return typeof value === 'boolean' ? value : undefined;
};

function subscriptionAt(place: Answer): Subscription {
  const method = place.at('payment_method');
  return {
    token: place.at('token').text(),
    state: wordAt(place.at('state'), subscriptionStates) ?? 'UNKNOWN',
    status: place.at('status').text(),
    pastDue: place.at('past_due').value === true,
    plan: planAt(place.at('plan')),
    customer: place.at('user_id').text(),
    reference: place.at('reference').optionalText(),
    referenceSigned: signedAt(place),
    product: place.at('product').display(),
    amount: place.at('price_amount').text(),
    currency: place.at('price_currency').text(),
    balance: place.at('balance').display() || '0',
    paymentMethod: {
      token: place.at('instrument_id').text(),
      brand: brandOf(method.at('brand').display()) ?? 'unknown',
      lastFour: method.at('last_four').display(),
    },
    currentPeriod: {
      start: place.at('current_period_start_date').instant(),
      end: place.at('current_period_end_date').instant(),
    },
    trialEnd: instantAt(place.at('trial_end_date')),
    nextCharge: instantAt(place.at('next_charge_date')),
    lastPaid: instantAt(place.at('last_paid_date')),
    cancelAt: instantAt(place.at('cancel_at')),
    cancelledAt: instantAt(place.at('canceled_at')),
    sequence: numberAt(place.at('sequence')) ?? 0,
  };
}

const readSubscription = (answer: unknown): Subscription =>
  read(answer, (root) => subscriptionAt(root.at('data')));

export function createSubscriptions(call: Call): Subscriptions {
  const all = '/client/subscriptions/v1/';
  const put = async (path: string, doing: string, body: Record<string, unknown>) =>
    readSubscription(await call({method: 'PUT', path, doing, body}));
  return {
    read: async (token) => {
      const [path, doing] = [pathOf(all, {subscription: token}), 'reading a subscription'];
      return readSubscription(await call({method: 'GET', path, doing}));
    },
    search: async (options = {}) => {
      const path = `${all}search${queryOf({...options})}`;
      return readPage(await call({method: 'GET', path, doing: 'searching subscriptions'}), subscriptionAt);
    },
    pause: async (token, {behavior = 'MARK_VOID'} = {}) =>
      put(pathOf(all, {subscription: token}), 'pausing a subscription', {
        pause_collection: {payment_collection_behavior: behavior},
      }),
    resume: async (token) =>
      put(`${pathOf(all, {subscription: token})}/resumption`, 'resuming a subscription', {}),
    cancel: async (token, {atPeriodEnd = false, ...options} = {}) => {
      const [path, doing] = [`${pathOf(all, {subscription: token})}/cancel`, 'cancelling a subscription'];
      const body = {at_period_end: atPeriodEnd};
      return readSubscription(await call({method: 'POST', path, doing, body, ...options}));
    },
    keep: async (token) =>
      put(pathOf(all, {subscription: token}), 'keeping a subscription', {cancel_at_period_end: false}),
    changePaymentMethod: async (token, paymentMethod) =>
      put(pathOf(all, {subscription: token}), 'changing the card of a subscription', {
        payment_method: paymentMethod,
      }),
  };
}
