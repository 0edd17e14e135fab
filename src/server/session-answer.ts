import type {CardVaultError, EntryMode, Feature, PaymentMethod} from '../protocol/index.js';
import {isUnknownAtService, Refusal} from './answers.js';
import type {PaymentRecord} from './client/readers.js';
import type {Config} from './config.js';

/** Inputs of a route's handler: the request, who sent it, and the web origin of the page it came from. */
export interface Visit {
  readonly request: Request;
  readonly customer: string;
  readonly origin: string;
}

export interface SessionFacts {
  readonly tracker: string;
  readonly accountVerification: boolean;
  readonly entryMode: EntryMode | 'tms';
  readonly features: readonly Feature[];
  /** The shop asks for the security code of the saved card. */
  readonly asksCode?: boolean;
}

/** Not an HTTP error, which a browser would write to the page's console: a bank's no is an ending like others. */
export function notSaved({state, nextAction}: PaymentRecord): Record<string, unknown> {
  return {
    payment_method: null,
    code: 'payment.not_completed',
    message:
      `No payment method was saved with this tracker: it stands at ${state}, next action ${nextAction}. ` +
      'Read it again later, or open a new session.',
  };
}

/** A payment method in the page's spelling. */
export function methodOnWire(method: PaymentMethod): Record<string, unknown> {
  return {
    token: method.token,
    brand: method.brand,
    last_four: method.lastFour,
    ...(method.expirationMonth !== undefined && {expiration_month: method.expirationMonth}),
    ...(method.expirationYear !== undefined && {expiration_year: method.expirationYear}),
    single_use: method.singleUse,
    ...(method.duplicate && {duplicate: true}),
    ...(method.expired !== undefined && {expired: method.expired}),
    ...(method.isDefault !== undefined && {is_default: method.isDefault}),
    ...(method.consent && {
      consent: {
        text: method.consent.text,
        language: method.consent.language,
        given_at: method.consent.givenAt,
      },
    }),
  };
}

/** The payment behind a tracker, if it is this shopper's; a stranger's looks exactly like one that does not exist. */
export async function ownPayment(
  tracker: string,
  {customer}: Pick<Visit, 'customer'>,
  {client}: Pick<Config, 'client'>,
): Promise<PaymentRecord> {
  const payment = await client.trackers.fetch(tracker).catch((error: CardVaultError) => {
    if (isUnknownAtService(error)) return undefined;
    throw error;
  });
  if (payment?.customer === customer) return payment;
  throw noSuchTracker();
}

export const noSuchTracker = (): Refusal =>
  new Refusal(404, 'tracker.not_found', 'There is no such tracker for this shopper.');

/** The service can ask for the security code of a saved card. */
export const codeFeature: Feature = 'saved-card-code';

export async function sessionAnswer(
  facts: SessionFacts,
  visit: Visit,
  config: Config,
): Promise<Record<string, unknown>> {
  const {tracker, accountVerification, entryMode, features, asksCode = false} = facts;
  const {token, expiresAt} = await config.client.passport.createToken(
    features.includes('scoped-tokens')
      ? {tracker, origin: visit.origin, expiresIn: config.tokenLife}
      : undefined,
  );
  // The session address's own query goes along, so that per-request options see the same request each time.
  const {search} = new URL(visit.request.url);
  const address = (path: string): string => `${config.publicOrigin ?? ''}${config.basePath}${path}`;
  const serviceUrl = config.relay ? address('/relay') : config.browserServiceUrl;
  return {
    service_url: serviceUrl,
    tracker,
    time_based_token: token,
    expires_at: expiresAt,
    is_account_verification: accountVerification,
    entry_mode: entryMode,
    // To a page this one says that the session asks.
    features: features.filter((name) => asksCode || name !== codeFeature),
    merchant: config.publicKey,
    return_url: address('/return'),
    frame_url: address('/frame'),
    payment_url: address(`/session/${tracker}/payment${search}`),
    complete_url: address(`/session/${tracker}/complete${search}`),
    token_url: address(`/session/${tracker}/token${search}`),
    payment_methods_url: address('/payment-methods'),
    // No page reads it: it tells `card-vault check` where the shop's links lead.
    ...(config.hostedUrl !== serviceUrl && {hosted_url: config.hostedUrl}),
    ...(config.libraryWithoutHash && {library_without_hash: true}),
  };
}

/**
 * A page that repeats its request for the same thing gets the same tracker; another shopper's key never meets this one.
 *
 * @param terms What is paid, if anything is.
 */
export async function trackerKey(
  {request, customer}: Visit,
  terms: readonly unknown[] = [],
): Promise<string | undefined> {
  const key = request.headers.get('idempotency-key');
  if (!key) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify([customer, key, ...terms]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `session-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
