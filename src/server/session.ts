import {CardVaultError, type Feature, type PaymentMethod} from '../protocol/index.js';
import {isRecord} from '../protocol/answer.js';
import {json, readJson, Refusal} from './answers.js';
import {isOver, isPayment, type Settle} from './completion.js';
import type {Config} from './config.js';
import {consentProblem, consentRefusal} from './consent.js';
import {asksCode, completePayment, openPayment, paymentFacts} from './payment-session.js';
import {savedMethod} from './saved-method.js';
import {
  methodOnWire,
  notSaved,
  ownPayment,
  sessionAnswer,
  trackerKey,
  type SessionFacts,
  type Visit,
} from './session-answer.js';
import type {OpenTracker} from './store.js';
import {truthAnswer} from './truth.js';

/**
 * `POST /session`: setupPayment, then in parallel the page's token, its capture context and, where the service does not name a saved
 * card itself, the wallet as it is before anything is saved (decision 0007).
 */
export async function openSession(visit: Visit, config: Config): Promise<Response> {
  const {request, customer, origin} = visit;
  // The route needs no body; one that is there and cannot be read is a mistake that should not open a tracker.
  const expected = 'Send a JSON object, or no body.';
  const body = await readJson(request.clone(), expected);
  if (body !== undefined && !isRecord(body)) throw new Refusal(400, 'request.invalid', expected);
  config.sessions.count(customer);
  const payment = await config.payment(request);
  if (payment) return openPayment(visit, payment, config);
  const [currency, accountVerification, entryMode, metadata] = await Promise.all([
    config.currency(request),
    config.accountVerification(request),
    config.entryMode(request),
    config.metadata(request),
  ]);
  const idempotencyKey = await trackerKey(visit);
  const {token: tracker, features} = await config.client.trackers.create(
    {
      customer,
      currency,
      accountVerification,
      entryMode,
      ...(Object.keys(metadata).length > 0 && {metadata}),
    },
    idempotencyKey === undefined ? {} : {idempotencyKey},
  );
  refuseWithoutConsents(features, config);
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
  if (isPayment(payment)) {
    const facts: SessionFacts = {
      tracker,
      features,
      accountVerification: false,
      entryMode: 'tms',
      asksCode: asksCode(payment),
    };
    return json({...(await sessionAnswer(facts, visit, config)), ...paymentFacts(payment)});
  }
  const facts: SessionFacts = {
    tracker,
    features,
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
  const [note, record] = await Promise.all([
    noted(tracker, visit, config),
    ownPayment(tracker, visit, config),
  ]);
  if (isPayment(record)) return completePayment(record, visit, config);
  const verification = note?.accountVerification ?? (await config.accountVerification(visit.request));
  const {payment, reversed} = await settle(tracker, client, verification);
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
  await requireConsent(method, visit, config);
  return json({tracker, payment_method: methodOnWire(method), reversed});
}

/** Said before a card is entered: at a service that keeps no consent, each save would end as one without. */
function refuseWithoutConsents(features: readonly Feature[], {consent}: Config): void {
  if (!consent || features.includes('consent')) return;
  throw new CardVaultError(
    'configuration-missing',
    'card-vault/server: the option consent needs a service with the feature consent, and this one has it not. Leave the option out, and keep the words of the event card-vault-before-save yourself.',
  );
}

async function requireConsent(
  {token}: PaymentMethod,
  {customer}: Visit,
  {client, consent}: Config,
): Promise<void> {
  if (!consent) return;
  const problem = consentProblem(consent, await client.paymentMethods.read({customer, token}));
  if (problem) throw consentRefusal(problem);
}

/** A capture context for the page; without one the page asks for it itself, and says what is wrong. */
async function contextOf(
  tracker: string,
  origin: string,
  {client, library, onError}: Config,
  request: Request,
): Promise<string | undefined> {
  try {
    const context = await client.trackers.captureContext(tracker, origin);
    library.note(context, origin);
    return context;
  } catch (error) {
    onError(error, request);
    return undefined;
  }
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
    tracker,
    openedAt,
    ...(accountVerification && {accountVerification}),
    ...(methods && {wallet: methods.map(({token}) => token)}),
  });
}

/** Note about a tracker. A store that does not answer has forgotten it. */
async function noted(tracker: string, {request}: Visit, config: Config): Promise<OpenTracker | undefined> {
  try {
    return (await config.store.list()).find((entry) => entry.tracker === tracker);
  } catch (error) {
    config.onError(error, request);
    return undefined;
  }
}
