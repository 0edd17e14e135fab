import type {CardVaultError, EntryMode, Feature, PaymentMethod} from '../protocol/index.js';
import {Refusal, isUnknownAtService, json, readJson} from './answers.js';
import type {PaymentRecord} from './client/readers.js';
import {isOver, type Settle} from './completion.js';
import type {Config} from './options.js';
import {savedMethod} from './saved-method.js';
import type {OpenTracker} from './store.js';
import {truthAnswer} from './truth.js';

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
  readonly features: readonly Feature[];
}

/**
 * `POST /session`: setupPayment, then in parallel the page's token, its capture context and, where the service does not name a saved
 * card itself, the wallet as it is before anything is saved (decision 0007).
 */
export async function openSession(visit: Visit, config: Config): Promise<Response> {
  const {request, customer, origin} = visit;
  // The route needs no body; one that is there and cannot be read is a mistake that should not open a tracker.
  await readJson(request.clone(), 'Send a JSON object, or no body.');
  const [currency, accountVerification, entryMode, metadata] = await Promise.all([
    config.currency(request),
    config.accountVerification(request),
    config.entryMode(request),
    config.metadata(request),
  ]);
  const idempotencyKey = await trackerKey(visit);
  const {token: tracker, features} = await config.client.trackers.create(
    {
      ...{customer, currency, accountVerification, entryMode},
      ...(Object.keys(metadata).length > 0 && {metadata}),
    },
    idempotencyKey === undefined ? {} : {idempotencyKey},
  );
  config.owners.note(tracker, {customer, features});
  const [answer, captureContext] = await Promise.all([
    sessionAnswer({tracker, accountVerification, entryMode, features}, visit, config),
    entryMode === 'flex' ? contextOf(tracker, origin, config, request) : undefined,
    // Noted before the browser can act: from here on an amount may be held (guarantees 4.3), or a card saved.
    noteTracker({tracker, accountVerification, features}, visit, config),
  ]);
  return json({...answer, ...(captureContext !== undefined && {capture_context: captureContext})});
}

/** `POST /session/:tracker/token`: the same session with a fresh token, for the shopper who opened it. */
export async function renewSession(tracker: string, visit: Visit, config: Config): Promise<Response> {
  const payment = await ownPayment(tracker, visit, config);
  const {features} = payment;
  config.owners.note(tracker, {customer: visit.customer, features});
  const facts: SessionFacts = {
    ...{tracker, features},
    accountVerification: payment.accountVerification ?? (await config.accountVerification(visit.request)),
    entryMode: payment.entryMode ?? (await config.entryMode(visit.request)),
  };
  return json(await sessionAnswer(facts, visit, config));
}

/** `GET /session/:tracker/payment`: what the service knows of a tracker, for the shopper who opened it. */
export async function readSessionPayment(
  tracker: string,
  visit: Pick<Visit, 'customer'>,
  config: Config,
): Promise<Response> {
  return truthAnswer(await ownPayment(tracker, visit, config));
}

/** `POST /session/:tracker/complete`: the reversal that is owed, then the payment method (decision 0006). */
export async function completeSession(
  tracker: string,
  visit: Visit,
  config: Config,
  settle: Settle,
): Promise<Response> {
  const {client, store} = config;
  const [note] = await Promise.all([noted(tracker, visit, config), ownPayment(tracker, visit, config)]);
  const verification = note?.accountVerification ?? (await config.accountVerification(visit.request));
  const {payment, reversed} = await settle(tracker, verification);
  const method = await savedMethod({
    payment,
    before: note?.wallet,
    readPayment: () => client.trackers.fetch(tracker),
    readWallet: () => client.paymentMethods.list(visit.customer),
    pauses: config.walletPauses,
  });
  if (!method) return json({tracker, reversed, ...notSaved(payment)});
  // A page that lost this answer asks again, and the wallet must decide the same way; but nothing is held any more.
  if (note?.wallet) await store.add({...note, accountVerification: true});
  else if (reversed || isOver(payment)) await store.remove(tracker);
  return json({tracker, payment_method: methodOnWire(method), reversed});
}

/** Not an HTTP error, which a browser would write to the page's console: a bank's no is an ending like others. */
function notSaved({state, nextAction}: PaymentRecord): Record<string, unknown> {
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

async function sessionAnswer(
  facts: SessionFacts,
  visit: Visit,
  config: Config,
): Promise<Record<string, unknown>> {
  const {tracker, accountVerification, entryMode, features} = facts;
  const {token, expiresAt} = await config.client.passport.createToken(
    features.includes('scoped-tokens')
      ? {tracker, origin: visit.origin, expiresIn: config.tokenLife}
      : undefined,
  );
  // The session address's own query goes along, so that per-request options see the same request each time.
  const {search} = new URL(visit.request.url);
  const address = (path: string): string => `${config.publicOrigin ?? ''}${config.basePath}${path}`;
  return {
    service_url: config.relay ? address('/relay') : config.browserServiceUrl,
    tracker,
    time_based_token: token,
    expires_at: expiresAt,
    is_account_verification: accountVerification,
    entry_mode: entryMode,
    features,
    merchant: config.publicKey,
    return_url: address('/return'),
    frame_url: address('/frame'),
    payment_url: address(`/session/${tracker}/payment${search}`),
    complete_url: address(`/session/${tracker}/complete${search}`),
    token_url: address(`/session/${tracker}/token${search}`),
    payment_methods_url: address('/payment-methods'),
    ...(config.libraryWithoutHash && {library_without_hash: true}),
  };
}

/** A capture context for the page; without one the page asks for it itself, and says what is wrong. */
async function contextOf(
  tracker: string,
  origin: string,
  {client, onError}: Config,
  request: Request,
): Promise<string | undefined> {
  return client.trackers.captureContext(tracker, origin).catch((error: unknown) => {
    onError(error, request);
    return undefined;
  });
}

/** Notes what the sweep and the last step will need. A tracker that can owe nothing and names its card itself needs nothing. */
async function noteTracker(
  {tracker, accountVerification, features}: Omit<SessionFacts, 'entryMode'>,
  {customer, request}: Visit,
  {client, store, onError, now}: Config,
): Promise<void> {
  const openedAt = now();
  let methods: readonly PaymentMethod[] | undefined;
  try {
    if (!features.includes('names-method')) methods = await client.paymentMethods.list(customer);
  } catch (error) {
    onError(error, request);
  }
  if (accountVerification && !methods) return;
  await store.add({
    ...{tracker, openedAt},
    ...(accountVerification && {accountVerification}),
    ...(methods && {wallet: methods.map(({token}) => token)}),
  });
}

/** What was noted of a tracker. A store that does not answer has forgotten it. */
async function noted(tracker: string, {request}: Visit, config: Config): Promise<OpenTracker | undefined> {
  try {
    return (await config.store.list()).find((entry) => entry.tracker === tracker);
  } catch (error) {
    config.onError(error, request);
    return undefined;
  }
}

/** A page that repeats its request gets the same tracker; another shopper's key never meets this one. */
async function trackerKey({request, customer}: Visit): Promise<string | undefined> {
  const key = request.headers.get('idempotency-key');
  if (!key) return undefined;
  const bytes = new TextEncoder().encode(JSON.stringify([customer, key]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `session-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
