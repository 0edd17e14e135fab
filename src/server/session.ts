import type {CardVaultError, EntryMode, PaymentMethod} from '../protocol/index.js';
import {Refusal, isUnknownAtService, json} from './answers.js';
import type {PaymentRecord} from './client/readers.js';
import type {Settle} from './completion.js';
import type {Config} from './options.js';

/** What a route's handler works with: the request, who sent it, and the web origin of the page it came from. */
export interface Visit {
  readonly request: Request;
  readonly customer: string;
  readonly origin: string;
}

interface SessionFacts {
  readonly tracker: string;
  readonly accountVerification: boolean;
  readonly entryMode: EntryMode;
}

/** `POST /session`: setupPayment, then a time-based token for that tracker and page (decision 0007). */
export async function openSession(visit: Visit, config: Config): Promise<Response> {
  const {request, customer} = visit;
  const [currency, accountVerification, entryMode] = await Promise.all([
    config.currency(request),
    config.accountVerification(request),
    config.entryMode(request),
  ]);
  const idempotencyKey = await trackerKey(visit);
  const {token: tracker} = await config.client.trackers.create(
    {customer, currency, accountVerification, entryMode},
    idempotencyKey === undefined ? {} : {idempotencyKey},
  );
  // Noted before the browser can act: from here on an amount may be held (guarantees 4.3).
  if (!accountVerification) await config.store.add({tracker, openedAt: config.now()});
  return sessionAnswer({tracker, accountVerification, entryMode}, visit, config);
}

/** `POST /session/:tracker/token`: the same session with a fresh token, for the shopper who opened it. */
export async function renewSession(tracker: string, visit: Visit, config: Config): Promise<Response> {
  const payment = await ownPayment(tracker, visit, config);
  const facts: SessionFacts = {
    tracker,
    accountVerification: payment.accountVerification ?? (await config.accountVerification(visit.request)),
    entryMode: payment.entryMode ?? (await config.entryMode(visit.request)),
  };
  return sessionAnswer(facts, visit, config);
}

/** `POST /session/:tracker/complete`: the reversal that is owed, then the payment method (decision 0006). */
export async function completeSession(
  tracker: string,
  visit: Visit,
  config: Config,
  settle: Settle,
): Promise<Response> {
  await ownPayment(tracker, visit, config);
  const {payment, reversed} = await settle(tracker);
  if (!payment.paymentMethod) {
    throw new Refusal(
      409,
      'payment.not_completed',
      `No payment method was saved with this tracker: it stands at ${payment.state}, next action ${payment.nextAction}.`,
    );
  }
  return json({tracker, payment_method: methodOnWire(payment.paymentMethod), reversed});
}

/** A payment method in the page's spelling. */
export function methodOnWire(method: PaymentMethod): Record<string, unknown> {
  return {
    token: method.token,
    brand: method.brand,
    last_four: method.lastFour,
    ...(method.expirationMonth !== undefined && {expiration_month: method.expirationMonth.padStart(2, '0')}),
    ...(method.expirationYear !== undefined && {expiration_year: method.expirationYear}),
    single_use: method.singleUse,
    ...(method.expired !== undefined && {expired: method.expired}),
  };
}

/** The payment behind a tracker, if it is this shopper's; a stranger's looks exactly like one that does not exist. */
async function ownPayment(tracker: string, {customer}: Visit, {client}: Config): Promise<PaymentRecord> {
  const payment = await client.trackers.fetch(tracker).catch((error: CardVaultError) => {
    if (isUnknownAtService(error)) return undefined;
    throw error;
  });
  if (payment?.customer === customer) return payment;
  throw new Refusal(404, 'tracker.not_found', 'There is no such tracker for this shopper.');
}

async function sessionAnswer(facts: SessionFacts, visit: Visit, config: Config): Promise<Response> {
  const {tracker, accountVerification, entryMode} = facts;
  const {token, expiresAt} = await config.client.passport.createToken({
    tracker,
    origin: visit.origin,
    expiresIn: config.tokenLife,
  });
  // The session address's own query goes along, so that per-request options see the same request each time.
  const {search} = new URL(visit.request.url);
  const address = (path: string): string => `${config.publicOrigin ?? ''}${config.basePath}${path}`;
  return json({
    service_url: config.browserServiceUrl,
    tracker,
    time_based_token: token,
    expires_at: expiresAt,
    is_account_verification: accountVerification,
    entry_mode: entryMode,
    return_url: address('/return'),
    frame_url: address('/frame'),
    complete_url: address(`/session/${tracker}/complete${search}`),
    token_url: address(`/session/${tracker}/token${search}`),
    payment_methods_url: address('/payment-methods'),
  });
}

/** A page that repeats its request gets the same tracker; another shopper's key never meets this one. */
async function trackerKey({request, customer}: Visit): Promise<string | undefined> {
  const key = request.headers.get('idempotency-key');
  if (!key) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify([customer, key]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `session-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
