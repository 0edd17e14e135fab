import type * as v from 'valibot';
import type {ErrorCode} from './error-codes.js';

/** Chapters of the reference, in the order in which a shop needs them. */
export const tags = {
  Customers: 'Shoppers of the merchant. Only a customer’s token is unique.',
  Credentials: 'Servers use the secret key, pages a time-based token, and shoppers a session.',
  Trackers:
    'A tracker is a payment session. Its `next_actions` say what may be done next; every action is a POST on its path.',
  Reporter: 'The state of trackers, for servers and pages.',
  Wallet: 'Payment methods that a customer has saved.',
  Addresses: 'Shoppers’ addresses, and the address rules of each country.',
  Plans: 'What a subscription costs and how often it is charged.',
  Subscriptions: 'Customers start them in the hosted checkout only. They are charged until they end.',
  Webhooks:
    'Endpoints that receive events, and the deliveries to them. An event is sent until it is accepted, for up to 75 hours. Every endpoint has its own secret.',
  Transactions: 'Charges of subscriptions, and their refunds.',
  Service: 'Health checks, and this description.',
  Sandbox:
    'For development: shows what the simulated network did, and moves the clock. Not available in production.',
} as const;
/** A chapter of the reference. */
export type Tag = keyof typeof tags;

/** The credentials that an operation accepts. */
export type Access =
  /** The merchant's server, with the secret key. */
  | 'secret'
  /** The merchant's server, or a page with a time-based token. */
  | 'caller'
  /** A shopper, with a session. */
  | 'shopper'
  /** The merchant's server, or the shopper who owns the data, with a session. */
  | 'owner'
  /** Any credentials: the merchant's server, a page with a time-based token, or a shopper with a session. */
  | 'identified'
  /** The secret key, or the dashboard of a development service. */
  | 'sandbox'
  /** No credentials needed. */
  | 'public';

/**
 * The description of one route, for the OpenAPI document, the reference pages, and the tests that check
 * answers.
 */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** In the router's notation, such as `/order/payments/v3/:tracker`. */
  readonly path: string;
  /** Unique and stable. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Query parameters and what they mean. */
  readonly query?: Readonly<Record<string, string>>;
  /** The schema that the route validates its body with; undefined without a body. */
  readonly body?: v.GenericSchema;
  /** Whether the body is a form instead of JSON. */
  readonly bodyIsForm?: boolean;
  /** Example bodies, by title. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** Whether the route honours `Idempotency-Key`. */
  readonly takesIdempotencyKey?: boolean;
  readonly answer: Answer;
  /** The operation's own error codes, besides those of `commonErrors`. */
  readonly errors?: readonly ErrorCode[];
}

/** Query parameters of every list. */
export const pageParameters = {
  limit: 'Items on a page: 1 to 100, 20 by default.',
  offset: 'Items before the page.',
  sort_by: 'created_at (default) or updated_at.',
  direction: 'desc (newest first, default) or asc.',
} as const;

/** The success answer of an operation. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  /** JSON schema of the body; undefined if there is none. */
  readonly schema?: v.GenericSchema;
  /** Media type, if it is not JSON. */
  readonly type?: string;
  /** Optional fields that the answer to an example has, by the example's title, or for all examples. */
  readonly shows?: readonly string[] | Readonly<Record<string, readonly string[]>>;
}
