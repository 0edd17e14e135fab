import {Answer} from '../../protocol/answer.js';
import {brandIn, expiryIn} from '../../protocol/authentication.js';
import {consentAt} from '../../protocol/payment.js';
import {
  actionKinds,
  CardVaultError,
  entryModes,
  FEATURES,
  readPayment as readCommonPayment,
  type ActionKind,
  type CardSummary,
  type EntryMode,
  type Feature,
  type KeptConsent,
  type Payment,
  type PaymentMethod,
} from '../../protocol/index.js';
import {cardIn, showsSuccess} from './attempts.js';

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
  /** Features of the service beyond those recorded of the real one (wire 9); empty when it names none. */
  readonly features: readonly Feature[];
}

/** The truth about a tracker with what only the secret key's holder asks for: whose it is, and how it was opened. */
export interface PaymentRecord extends Payment {
  /** Token of the customer the tracker was opened for. */
  readonly customer: string | undefined;
  readonly entryMode: EntryMode | undefined;
  readonly accountVerification: boolean | undefined;
  readonly features: readonly Feature[];
  /** The card of the last attempt, as far as the service shows it. */
  readonly card: CardSummary | undefined;
  /** The record shows that the bank accepted the card (wire 9.2). False proves nothing: the record may lag. */
  readonly succeeded: boolean;
  /** The record as it came, in wire spelling. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A saved card of a customer's wallet. */
export interface SavedPaymentMethod extends PaymentMethod {
  /** The card's last month is over; false when the service does not know the expiry. */
  readonly expired: boolean;
  /** All consents that were given for this card, from the oldest; missing where the service keeps no history. */
  readonly consents?: readonly KeptConsent[];
}

/** Readers of what an answer may leave out, or say in a word that this version does not know. */
export const instantAt = (place: Answer): string | undefined => (place.present ? place.instant() : undefined);
export const numberAt = (place: Answer): number | undefined => (place.present ? place.number() : undefined);
export const wordAt = <Word extends string>(place: Answer, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === place.value);

/** Reads a customer wherever it stands in an answer. */
export function customerAt(data: Answer): Customer {
  const text = (key: string): string => data.at(key).display();
  return {
    token: data.at('token').text(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phoneNumber: text('phone_number'),
    country: text('country'),
    isGuest: data.at('is_guest').value === true,
  };
}

/** Reads the answer of `POST`, `PUT` and `GET /user/customers/v1/…`. Throws `answer-unreadable`. */
export const readCustomer = (answer: unknown): Customer =>
  read(answer, (root) => customerAt(root.at('data')));

/** Reads the answer of `POST /order/payments/v3/` (setupPayment). Throws `answer-unreadable`. */
export function readTracker(answer: unknown, intent: string): Tracker {
  return read(answer, (root) => {
    const tracker = root.at('data', 'tracker');
    return {
      token: tracker.at('token').text(),
      nextAction: wordAt(tracker.at('next_actions', intent, 'kind'), actionKinds) ?? 'UNKNOWN',
      features: featuresIn(root.at('data')),
    };
  });
}

/** Features that this version knows; a service that names none has none. */
function featuresIn(data: Answer): readonly Feature[] {
  const {value} = data.at('features');
  return Array.isArray(value) ? FEATURES.filter((feature) => value.includes(feature)) : [];
}

/** Reads the answer of GENERATE_CAPTURE_CONTEXT. Throws `answer-unreadable`. */
export function readCaptureContextText(answer: unknown): string {
  return read(answer, (root) => root.at('data', 'action', 'flex', 'capture_context_jwt').text());
}

/** Reads the answer of `POST /client/passport/v1/token`; a service that names no end leaves `expiresAt` out. */
export function readTimeBasedToken(answer: unknown): {token: string; expiresAt: string | undefined} {
  return read(answer, (root) => ({
    token: root.at('data').text(),
    expiresAt: instantAt(root.at('expires_at')),
  }));
}

/** Reads the answer of fetchPayment (wire 1.7). Throws `answer-unreadable`. */
export function readPayment(answer: unknown): PaymentRecord {
  return read(answer, (root) => {
    const payment = readCommonPayment(answer);
    const data = root.at('data');
    const customer = data.at('customer');
    const verification = data.at('is_account_verification');
    return {
      ...payment,
      reversed: payment.reversed || payment.state === 'TRACKER_REVERSED',
      customer: customer.display() || customer.at('token').optionalText(),
      entryMode: wordAt(data.at('entry_mode'), entryModes),
      accountVerification: verification.present ? verification.flag() : undefined,
      features: featuresIn(data),
      card: cardIn(data),
      succeeded: showsSuccess(data, payment),
      data: data.value as Readonly<Record<string, unknown>>,
    };
  });
}

/**
 * Reads a customer's wallet; what was removed or is used up is left out. A service may not know a card's scheme or expiry, and may
 * answer `null` for an empty wallet. `now` in milliseconds since the epoch.
 */
export function readWallet(answer: unknown, now: number): readonly SavedPaymentMethod[] {
  return read(answer, (root) => {
    const wallet = root.at('data', 'wallet');
    if (wallet.value === null) return [];
    return wallet
      .items()
      .filter((item) => item.at('is_deleted').value !== true && !isUsedUp(item))
      .map((item) => savedMethodAt(item, now));
  });
}

/** Reads one saved card, as `readWallet` reads a list. */
export const readSavedMethod = (answer: unknown, now: number): SavedPaymentMethod =>
  read(answer, (root) => savedMethodAt(root.at('data'), now));

function savedMethodAt(item: Answer, now: number): SavedPaymentMethod {
  const card = item.at('cybersource').present ? item.at('cybersource') : item;
  const method: PaymentMethod = {
    token: item.at('token').text(),
    brand: brandIn(card),
    lastFour: card.at('last_four').display(),
    ...expiryIn(card.at('expiry_month'), card.at('expiry_year')),
    singleUse: item.at('max_usage').value === 1,
    ...consentAt(item.at('consent')),
  };
  const isDefault = item.at('is_default');
  const consents = item.at('consents');
  return {
    ...method,
    expired: isExpired(method, now),
    ...(consents.present && {consents: consents.items().flatMap((one) => consentAt(one).consent ?? [])}),
    ...(isDefault.present && {isDefault: isDefault.flag()}),
  };
}

/** A card is good through the last day of its month, UTC. */
function isExpired({expirationMonth, expirationYear}: PaymentMethod, now: number): boolean {
  if (expirationMonth === undefined || expirationYear === undefined) return false;
  return Date.UTC(Number(expirationYear), Number(expirationMonth), 1) <= now;
}

function isUsedUp(item: Answer): boolean {
  const most = item.at('max_usage').value;
  const used = item.at('usage_count').value;
  return typeof most === 'number' && most > 0 && typeof used === 'number' && used >= most;
}

/** Reads, and says in the error what a developer should look at first. */
export function read<T>(answer: unknown, reader: (root: Answer) => T): T {
  try {
    return reader(new Answer(answer));
  } catch (error) {
    if (!(error instanceof CardVaultError)) throw error;
    const {code, message, field} = error;
    throw new CardVaultError(code, `${message} Is serviceUrl right?`, {
      cause: error,
      ...(field !== undefined && {field}),
    });
  }
}
