import {Answer} from '../../protocol/answer.js';
import {CardVaultError, type WebhookScheme} from '../../protocol/index.js';
import {numberAt} from '../client/readers.js';
import {signedAt} from '../client/subscriptions.js';
import {recordIn, shown, type Common} from './common.js';
import {paymentEventTypes, readPaymentEvent, type PaymentEvent} from './payment-event.js';
import {readWatchEvent, type WatchEvent} from './watch-event.js';

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
  /** Whether your server gave the reference, by `client.checkout`. If false, the shopper can have changed it in the address. */
  readonly referenceSigned?: boolean | undefined;
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
  /** After a payment: when the next period is charged, at most one a day; nothing when none will be. */
  readonly nextChargeAt: string | undefined;
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
  /** The customer had saved this card before: `paymentMethod` is the earlier token, with a new expiry. */
  readonly duplicate: boolean;
  /** `order_id` of the metadata. */
  readonly orderId: string | undefined;
  /** Values that the shop gave the tracker by its option `metadata`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A saved card expires in 30 days. Sent once for each expiry of a card. */
export interface PaymentMethodExpiringEvent extends Common {
  readonly type: 'payment_method.expiring';
  readonly paymentMethod: string;
  readonly customer: string;
  readonly brand: string;
  readonly lastFour: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
  /** The end of the card's month, UTC. */
  readonly expiresAt: Date | undefined;
}

export interface AuthorizationReversedEvent extends Common {
  readonly type: 'authorization.reversed';
  readonly tracker: string;
  readonly customer: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** The service failed at something, outside any call of yours. */
export interface ErrorOccurredEvent extends Common {
  readonly type: 'error.occurred';
  readonly message: string;
  readonly tracker: string | undefined;
}

/** An event of an unknown type, or one of a known type whose body this version cannot read. It is accepted with 200. */
export interface OtherEvent extends Common {
  readonly type: 'other';
  /** The type as it was sent; empty when the message names none. */
  readonly name: string;
  /** The whole body as it came. */
  readonly body: Readonly<Record<string, unknown>>;
  /** For a known type: the field that could not be read, and what was expected there. */
  readonly unread: string | undefined;
}

export type WebhookEvent =
  | SubscriptionEvent
  | PaymentMethodSavedEvent
  | PaymentMethodExpiringEvent
  | AuthorizationReversedEvent
  | PaymentEvent
  | WatchEvent
  | ErrorOccurredEvent
  | OtherEvent;

/** The kind as the specification spells it. */
export const isSubscriptionEvent = (event: WebhookEvent): event is SubscriptionEvent =>
  (subscriptionEventTypes as readonly string[]).includes(event.type);

/**
 * Reads the body of a message (wire 1.11). A body that does not fit its type, or a type that is not known, reads as `other`: an event
 * that is refused would be sent again and again.
 *
 * @param id What to know the event by when the message itself names nothing, or nothing that was signed.
 */
export function readWebhookEvent(
  body: Readonly<Record<string, unknown>>,
  {scheme, id}: {readonly scheme: WebhookScheme; readonly id: string},
): WebhookEvent {
  const root = new Answer(body);
  const name = root.at('type').display();
  const seconds = root.at('created_at', 'seconds').value;
  const common: Common = {
    id,
    scheme,
    createdAt: typeof seconds === 'number' ? new Date(seconds * 1000) : undefined,
    data: recordIn(root.at('data').value) ?? {},
  };
  const other = {...common, type: 'other', name, body, unread: undefined} as const;
  try {
    return readKnown(otherSpellings[name] ?? name, common, root) ?? other;
  } catch (error) {
    if (!(error instanceof CardVaultError)) throw error;
    return {...other, unread: error.message};
  }
}

/** An event of a type that this version knows; nothing for any other type. */
function readKnown(type: string, common: Common, root: Answer): WebhookEvent | undefined {
  const data = root.at('data');
  const subscription = subscriptionEventTypes.find((one) => one === type);
  if (subscription) return readSubscriptionEvent(subscription, common, root);
  const payment = paymentEventTypes.find((one) => one === type);
  if (payment) return readPaymentEvent(payment, common, data);
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
      duplicate: data.at('duplicate').value === true,
      orderId: data.at('metadata', 'order_id').display() || undefined,
      metadata: recordIn(data.at('metadata').value) ?? {},
    };
  }
  if (type === 'payment_method.expiring') return readExpiringEvent(type, common, data);
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
  if (type === 'error.occurred') {
    return {...common, type, message: data.at('message').text(), tracker: shown(data.at('tracker'))};
  }
  return readWatchEvent(type, common, data);
}

function readExpiringEvent(
  type: PaymentMethodExpiringEvent['type'],
  common: Common,
  data: Answer,
): PaymentMethodExpiringEvent {
  const at = Date.parse(data.at('expires_at').display());
  return {
    ...common,
    type,
    paymentMethod: data.at('payment_method').text(),
    customer: data.at('customer').text(),
    brand: data.at('brand').display(),
    lastFour: data.at('last_four').display(),
    expirationMonth: data.at('expiration_month').display(),
    expirationYear: data.at('expiration_year').display(),
    expiresAt: Number.isNaN(at) ? undefined : new Date(at),
  };
}

function readSubscriptionEvent(type: SubscriptionEventType, common: Common, root: Answer): SubscriptionEvent {
  const data = root.at('data');
  const number = (key: string) => numberAt(data.at(key));
  const method = data.at('payment_method');
  const sequence = numberAt(root.at('sequence')) ?? number('sequence');
  return {
    ...common,
    type,
    sequence,
    subscription: data.at('subscription').text(),
    plan: data.at('plan').display(),
    customer: data.at('customer').display(),
    state: data.at('state').display(),
    reference: data.at('reference').optionalText(),
    referenceSigned: signedAt(data),
    product: data.at('product').display(),
    amount: data.at('amount').display(),
    currency: data.at('currency').display(),
    period: number('period'),
    periodStart: data.at('period_start').optionalText(),
    periodEnd: data.at('period_end').optionalText(),
    charge: data.at('charge').optionalText(),
    attempt: number('attempt'),
    nextAttemptAt: data.at('next_attempt_at').optionalText(),
    nextChargeAt: data.at('next_charge_at').optionalText(),
    failure: data.at('failure').optionalText(),
    endReason: data.at('end_reason').optionalText(),
    paymentMethod: {
      token: method.at('token').display(),
      brand: method.at('brand').display(),
      lastFour: method.at('last_four').display(),
    },
  };
}
