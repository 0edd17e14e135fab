import type * as v from 'valibot';
import type {ErrorCode} from './error-codes.js';

/** Chapters of the description, in the order in which a card is saved. */
export const tags = {
  Customers: 'Shoppers of the merchant. The token is the only thing about a customer that is unique.',
  Credentials: 'The secret key is for servers; a page gets a time-based token, a shopper a session.',
  Trackers:
    'A tracker is a payment session. Its `next_actions` say what may be done next; every action is a POST on its path.',
  Reporter: 'What is true of a tracker, for servers and pages alike.',
  Wallet: 'Payment methods that a customer has saved.',
  Addresses: 'Where a shopper lives, and what countries want of an address.',
  Plans: 'What is sold again and again: how much, how often.',
  Subscriptions: 'Begun by the customer in the hosted checkout, and nowhere else; charged until they end.',
  Webhooks:
    'Where events are sent, and what became of sending them. Every event is sent until it is accepted, for 75 hours; every endpoint has a secret of its own.',
  Transactions: 'What subscriptions were charged.',
  Service: 'Health, and this description.',
  Sandbox:
    'Only in development: look at what the simulated network did, and turn the clock. Not there in production.',
} as const;
export type Tag = keyof typeof tags;

/** Who may call. */
export type Access =
  /** The merchant's server, with the secret key. */
  | 'secret'
  /** The merchant's server, or a page with a time-based token. */
  | 'caller'
  /** A shopper, with a session. */
  | 'shopper'
  /** The merchant's server, or the shopper it belongs to. */
  | 'owner'
  /** Both, or a page with a time-based token. */
  | 'anyone'
  /** The secret key, or the dashboard of a development service. */
  | 'sandbox'
  | 'anybody';

/**
 * One route of the service, described once: the document, the reference pages and the check of answers all
 * read this.
 */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As the router knows it, such as `/order/payments/v3/:tracker`. */
  readonly path: string;
  /** Unique and stable. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Query parameters and what they mean. */
  readonly query?: Readonly<Record<string, string>>;
  /** The schema that the route validates its body with; undefined for a route without a body. */
  readonly body?: v.GenericSchema;
  /** The body is a form and no JSON. */
  readonly form?: boolean;
  /** Bodies worth showing, by what they do. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** Honours `Idempotency-Key`. */
  readonly keyed?: boolean;
  readonly answer: Answer;
  /** Beside those that every route of its kind may answer. */
  readonly errors?: readonly ErrorCode[];
}

/** Query of every list. */
export const pageParameters = {
  limit: 'Items on a page: 1 to 100, 20 when missing.',
  offset: 'Items before the page.',
  sort_by: 'created_at (when missing) or updated_at.',
  direction: 'desc (newest first, when missing) or asc.',
} as const;

export interface Answer {
  readonly status: number;
  readonly says: string;
  /** JSON of the answer; missing where there is no body to describe. */
  readonly schema?: v.GenericSchema;
  /** Media type, where it is not JSON. */
  readonly type?: string;
}
