import {
  actionKinds,
  brandOf,
  CardVaultError,
  entryModes,
  trackerStates,
  type ActionKind,
  type EntryMode,
  type PaymentMethod,
  type TrackerState,
} from '../../protocol/index.js';

/** A customer of the shop as the service keeps it (spec 2.1). */
export interface Customer {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly country: string;
  readonly isGuest: boolean;
}

export interface Tracker {
  readonly token: string;
  readonly nextAction: ActionKind | 'UNKNOWN';
}

/** The truth about a tracker, as the secret key may see it: whose it is, and what is still owed. */
export interface PaymentRecord {
  readonly tracker: string;
  /** Token of the customer the tracker was opened for. */
  readonly customer: string | undefined;
  readonly state: TrackerState | 'UNKNOWN';
  readonly nextAction: ActionKind | 'UNKNOWN';
  readonly entryMode: EntryMode | undefined;
  readonly accountVerification: boolean | undefined;
  readonly authorized: boolean;
  readonly reversed: boolean;
  readonly paymentMethod: PaymentMethod | undefined;
}

/** A saved card of a customer's wallet. */
export interface SavedPaymentMethod extends PaymentMethod {
  /** The card's last month is over. */
  readonly expired: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Reads the answer of `POST` and `GET /user/customers/v1/…`. Throws `answer-unreadable`. */
export function readCustomer(json: unknown): Customer {
  const data = objectAt(json, 'data', 'customer');
  return {
    token: tokenOf(data, '/data/token'),
    firstName: text(data['first_name']),
    lastName: text(data['last_name']),
    email: text(data['email']),
    phoneNumber: text(data['phone_number']),
    country: text(data['country']),
    isGuest: data['is_guest'] === true,
  };
}

/** Reads the answer of `POST /order/payments/v3/` (setupPayment). Throws `answer-unreadable`. */
export function readTracker(json: unknown, intent: string): Tracker {
  const tracker = objectAt(objectAt(json, 'data', 'tracker'), 'tracker', 'tracker');
  return {
    token: tokenOf(tracker, '/data/tracker/token'),
    nextAction: nextAction(tracker['next_actions'], intent),
  };
}

/** Reads the answer of `POST /client/passport/v1/token`; a service that names no end leaves `expiresAt` out. */
export function readTimeBasedToken(json: unknown): {token: string; expiresAt: string | undefined} {
  const answer = object(json);
  const token = answer?.['data'];
  if (typeof token !== 'string' || token === '') throw unreadable('time-based token', '/data');
  const end = answer?.['expires_at'];
  return {token, expiresAt: typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? end : undefined};
}

/** Reads the answer of fetchPayment (wire.md 1.7). Throws `answer-unreadable`. */
export function readPayment(json: unknown, intent: string): PaymentRecord {
  const data = objectAt(json, 'data', 'payment');
  const attempts = Array.isArray(data['attempts']) ? data['attempts'].map(object) : [];
  const {customer} = data;
  const state = trackerStates.find((name) => name === data['state']) ?? 'UNKNOWN';
  return {
    tracker: tokenOf(data, '/data/token'),
    customer: typeof customer === 'string' ? customer : optionalText(object(customer)?.['token']),
    state,
    nextAction: nextAction(data['next_actions'], intent),
    entryMode: entryModes.find((mode) => mode === data['entry_mode']),
    accountVerification:
      typeof data['is_account_verification'] === 'boolean' ? data['is_account_verification'] : undefined,
    authorized: attempts.some((attempt) => object(attempt?.['authorization']) !== undefined),
    reversed:
      state === 'TRACKER_REVERSED' || attempts.some((attempt) => object(attempt?.['reversal']) !== undefined),
    paymentMethod: paymentMethod(object(data['payment_method'])),
  };
}

/** Reads a customer's wallet; what was removed or is used up is left out. `now` in milliseconds since the epoch. */
export function readWallet(json: unknown, now: number): readonly SavedPaymentMethod[] {
  const {wallet} = objectAt(json, 'data', 'wallet');
  if (!Array.isArray(wallet)) throw unreadable('wallet', '/data/wallet');
  return wallet
    .map(object)
    .filter((item): item is Json => item !== undefined && item['is_deleted'] !== true && !usedUp(item))
    .map((item, index) => {
      const card = object(item['cybersource']) ?? item;
      const method: PaymentMethod = {
        token: tokenOf(item, `/data/wallet/${index}/token`),
        brand: brandOf(text(card['scheme'])) ?? 'unknown',
        lastFour: text(card['last_four']),
        expirationMonth: month(card['expiry_month']),
        expirationYear: text(card['expiry_year']),
        singleUse: item['max_usage'] === 1,
      };
      return {...method, expired: isExpired(method, now)};
    });
}

/** A card is good through the last day of its month, UTC. */
function isExpired({expirationMonth, expirationYear}: PaymentMethod, now: number): boolean {
  return Date.UTC(Number(expirationYear), Number(expirationMonth), 1) <= now;
}

function usedUp({max_usage: most, usage_count: used}: Json): boolean {
  return typeof most === 'number' && most > 0 && typeof used === 'number' && used >= most;
}

function paymentMethod(json: Json | undefined): PaymentMethod | undefined {
  if (!json || typeof json['token'] !== 'string' || json['token'] === '') return undefined;
  return {
    token: json['token'],
    brand: brandOf(text(json['brand'])) ?? brandOf(text(json['scheme'])) ?? 'unknown',
    lastFour: text(json['last_four']),
    expirationMonth: month(json['expiration_month']),
    expirationYear: text(json['expiration_year']),
    singleUse: json['single_use'] === true,
  };
}

function nextAction(json: unknown, intent: string): ActionKind | 'UNKNOWN' {
  const kind = object(object(json)?.[intent])?.['kind'];
  return actionKinds.find((known) => known === kind) ?? 'UNKNOWN';
}

function month(value: unknown): string {
  return text(value).padStart(2, '0');
}

/** Wire texts are now and then numbers (`expiry_year: 2029`). */
function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function object(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function objectAt(json: unknown, key: string, what: string): Json {
  const found = object(object(json)?.[key]);
  if (!found) throw unreadable(what, `/${key}`);
  return found;
}

function tokenOf(json: Json, pointer: string): string {
  const {token} = json;
  if (typeof token !== 'string' || token === '') throw unreadable('answer', pointer);
  return token;
}

function unreadable(what: string, field: string): CardVaultError {
  return new CardVaultError(
    'answer-unreadable',
    `The payment service's ${what} is not as the specification says, at ${field}. Is serviceUrl right?`,
    {field},
  );
}
