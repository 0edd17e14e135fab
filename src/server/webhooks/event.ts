import {Answer} from '../../protocol/answer.js';

/** Kinds of events about a subscription (spec 6, and three that shops ask for). */
const subscriptionEventTypes = [
  'subscription.created',
  'subscription.payment_succeeded',
  'subscription.payment_failed',
  'subscription.cancelled',
  'subscription.paused',
  'subscription.resumed',
] as const;
export type SubscriptionEventType = (typeof subscriptionEventTypes)[number];

/** Spellings of other deployments (wire 0). */
const otherSpellings: Readonly<Record<string, string>> = {
  'subscription.payment.succeeded': 'subscription.payment_succeeded',
  'subscription.payment.failed': 'subscription.payment_failed',
  'subscription.canceled': 'subscription.cancelled',
};

/**
 * How far a message is vouched for: Standard Webhooks cover body, id and time; `sfpy` the body; `sfpy-data` only its `data`, so that
 * id and type are anybody's.
 */
export type WebhookScheme = 'standard' | 'sfpy' | 'sfpy-data';

interface Common {
  /** The same on every retry. */
  readonly id: string;
  readonly scheme: WebhookScheme;
  /** By the service's clock; in a sandbox that may be far from yours. */
  readonly createdAt: Date | undefined;
  /** As it came, in wire spelling. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SubscriptionEvent extends Common {
  readonly type: SubscriptionEventType;
  /** 1, 2, 3 … for each subscription: events may arrive out of order, and this says in which order they happened. */
  readonly sequence: number | undefined;
  readonly subscription: string;
  readonly plan: string;
  readonly customer: string;
  /** `pending`, `active`, `paused`, `cancelled` or `failed`. */
  readonly state: string;
  /** Your own name for it, given at the checkout. */
  readonly reference: string | undefined;
  readonly product: string;
  /** Decimal text in major units, as in the plan. */
  readonly amount: string;
  readonly currency: string;
  /** Index of the billing period, from 0. */
  readonly period: number | undefined;
  /** ISO instants. */
  readonly periodStart: string | undefined;
  readonly periodEnd: string | undefined;
  readonly charge: string | undefined;
  /** Number of the try, from 1. */
  readonly attempt: number | undefined;
  /** When the next try follows; nothing when none will. */
  readonly nextAttemptAt: string | undefined;
  /** Why the try failed, a code such as `insufficient_funds`. */
  readonly failure: string | undefined;
  /** Why the subscription is over. */
  readonly endReason: string | undefined;
  readonly paymentMethod: {readonly token: string; readonly brand: string; readonly lastFour: string};
}

export interface PaymentMethodSavedEvent extends Common {
  readonly type: 'payment_method.saved';
  readonly paymentMethod: string;
  readonly customer: string;
  readonly tracker: string;
  readonly brand: string;
  readonly lastFour: string;
  readonly singleUse: boolean;
}

export interface AuthorizationReversedEvent extends Common {
  readonly type: 'authorization.reversed';
  readonly tracker: string;
  readonly customer: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** A kind that this version does not know. */
export interface OtherEvent extends Common {
  readonly type: 'other';
  readonly name: string;
}

export type WebhookEvent =
  SubscriptionEvent | PaymentMethodSavedEvent | AuthorizationReversedEvent | OtherEvent;

/** The kind as the specification spells it. */
export const isSubscriptionEvent = (event: WebhookEvent): event is SubscriptionEvent =>
  (subscriptionEventTypes as readonly string[]).includes(event.type);

/**
 * Reads the body of a message (wire 1.11).
 *
 * @throws CardVaultError `answer-unreadable`, naming the field
 */
export function readWebhookEvent(body: unknown, scheme: WebhookScheme, id?: string): WebhookEvent {
  const root = new Answer(body);
  const sent = root.at('type').text();
  const type = otherSpellings[sent] ?? sent;
  const seconds = root.at('created_at', 'seconds');
  const data = root.at('data');
  const common: Common = {
    id: id ?? root.at('token').text(),
    scheme,
    createdAt: seconds.present ? new Date(seconds.number() * 1000) : undefined,
    data: record(data),
  };
  const known = subscriptionEventTypes.find((one) => one === type);
  if (known) return readSubscriptionEvent(known, common, root);
  if (type === 'payment_method.saved') {
    return {
      ...common,
      type,
      paymentMethod: data.at('payment_method').text(),
      customer: data.at('customer').text(),
      tracker: data.at('tracker').text(),
      brand: data.at('brand').display(),
      lastFour: data.at('last_four').display(),
      singleUse: data.at('single_use').value === true,
    };
  }
  if (type === 'authorization.reversed') {
    return {
      ...common,
      type,
      tracker: data.at('tracker').text(),
      customer: data.at('customer').display(),
      amount: data.at('amount').number(),
      currency: data.at('currency').text(),
    };
  }
  return {...common, type: 'other', name: type};
}

function readSubscriptionEvent(type: SubscriptionEventType, common: Common, root: Answer): SubscriptionEvent {
  const data = root.at('data');
  const number = (key: string) => (data.at(key).present ? data.at(key).number() : undefined);
  const method = data.at('payment_method');
  const sequence = root.at('sequence').present ? root.at('sequence').number() : number('sequence');
  return {
    ...common,
    type,
    sequence,
    subscription: data.at('subscription').text(),
    plan: data.at('plan').display(),
    customer: data.at('customer').display(),
    state: data.at('state').display(),
    reference: data.at('reference').optionalText(),
    product: data.at('product').display(),
    amount: data.at('amount').display(),
    currency: data.at('currency').display(),
    period: number('period'),
    periodStart: data.at('period_start').optionalText(),
    periodEnd: data.at('period_end').optionalText(),
    charge: data.at('charge').optionalText(),
    attempt: number('attempt'),
    nextAttemptAt: data.at('next_attempt_at').optionalText(),
    failure: data.at('failure').optionalText(),
    endReason: data.at('end_reason').optionalText(),
    paymentMethod: {
      token: method.at('token').display(),
      brand: method.at('brand').display(),
      lastFour: method.at('last_four').display(),
    },
  };
}

function record(place: Answer): Readonly<Record<string, unknown>> {
  const {value} = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return place.refuse('an object');
  return value as Record<string, unknown>;
}
