import {inUnit} from '../../platform/idempotency/unit-of-work.js';
import {ServiceError} from '../../platform/errors.js';
import type {Caller} from '../../platform/identity/callers.js';
import type {PaymentMethodRow} from '../../domain/payment-methods/rows.js';
import {performAction} from '../../domain/trackers/actions.js';
import {dependenciesFor} from '../../domain/trackers/context.js';
import {setupPayment, trackerBody} from '../../domain/trackers/setup-payment.js';
import {check} from '../../platform/http/body.js';
import type {Tracker} from '../../domain/trackers/tracker.js';
import {features} from '../../domain/trackers/wire.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {readPlan} from './subscription-details.js';
import {modeOf} from '../../domain/trackers/modes.js';
import {completePayment, isOfPayment, openPaymentTracker} from './payments.js';

/** The answer to the element when it opens a session (decision 0007). */
export type SessionAnswer = Readonly<Record<string, string | boolean | readonly string[]>>;

const trackerDependencies = (tools: CheckoutTools, {merchant}: SessionContext) => ({
  ...tools,
  ...dependenciesFor(tools, merchant),
});

/** Here the service does what a shop's server does with its secret key. */
const asMerchant = ({merchant}: SessionContext): Caller => ({kind: 'secret', merchant});

/**
 * Opens a tracker for the page's element. An embedded page already has one, and so has a payment before its first card.
 *
 * @throws {ServiceError} 410 `checkout.session_over`, 429 `checkout.too_many_cards`, and as `openPaymentTracker`.
 */
export async function openCardSession(tools: CheckoutTools, context: SessionContext): Promise<SessionAnswer> {
  const {session} = context;
  const takesOneCard = session.kind === 'embedded' || session.kind === 'payment';
  if (session.state === 'left' || (takesOneCard && session.state === 'done')) throw sessionOver();
  if (session.kind === 'payment') {
    const {token} = await openPaymentTracker(tools, context);
    return sessionAnswer(tools, context, token);
  }
  const {customer, tracker} = session;
  if (tracker !== null) return sessionAnswer(tools, context, tracker);
  if (customer === null) throw sessionOver();
  const {currency, subscriptionAmount} = await priceForBank(tools, context);
  if (!(await tools.sessions.countTracker(session.token))) {
    throw new ServiceError(
      429,
      'checkout.too_many_cards',
      'Too many cards were tried on this page. Go back to the shop and start again.',
    );
  }
  // Verifies the card with a zero amount, so that nothing has to be reversed if the shopper leaves (spec 3.1
  // rule 1).
  const chosen = {user: customer, currency, mode: 'instrument', is_account_verification: true};
  const request = check(trackerBody, chosen);
  const opened = await inUnit(tools.database, (unit) =>
    setupPayment(trackerDependencies(tools, context), unit, request, {subscriptionAmount}),
  );
  return sessionAnswer(tools, context, opened.token);
}

const sessionOver = () =>
  new ServiceError(410, 'checkout.session_over', 'This page has expired. Open it again from the shop.');

/**
 * The currency and amount that the bank shows the shopper: those of the plan's first charge. For a card added
 * in the portal there is no amount, and the currency is that of the customer's newest subscription.
 */
async function priceForBank({database}: CheckoutTools, {session}: SessionContext) {
  if (session.plan !== null) {
    const plan = await readPlan(database, session.merchant, session.plan);
    if (plan) {
      const {currency, trial_period_days: trial, amount_minor: amount} = plan;
      return {currency, subscriptionAmount: trial > 0 ? 0 : amount};
    }
  }
  const [row] = await database.query<{currency: string}>(
    'SELECT currency FROM subscriptions WHERE merchant = $1 AND customer = $2 ORDER BY created_at DESC LIMIT 1',
    [session.merchant, session.customer],
  );
  if (!row) throw sessionOver();
  return {currency: row.currency, subscriptionAmount: null};
}

/** Answers the element with a new time-based token for a tracker of this page's shopper. */
export async function sessionAnswer(
  tools: CheckoutTools,
  context: SessionContext,
  token: string,
): Promise<SessionAnswer> {
  const {database, urls, engine, passport, clock, settings} = tools;
  const {merchant, self} = context;
  const {is_account_verification: verification, customer} = await ownTracker(tools, context, token);
  const origin = urls.hosted;
  await database.transaction((tx) => engine.bindOrigin(tx, {merchant: merchant.id, token}, origin));
  const {opened_by: openedBy, expires_at: ends} = context.session;
  const scope = {tracker: token, customer, origin, openedBy: openedBy ?? undefined};
  // No token outlives the page.
  const left = Math.max(1, Math.ceil((ends.getTime() - clock.now().getTime()) / 1000));
  const expiresIn = Math.min(left, settings.tokenTtlSeconds);
  const timeBasedToken = await passport.mint({merchant: merchant.id, scope, expiresIn});
  return {
    service_url: urls.api,
    tracker: token,
    time_based_token: timeBasedToken.token,
    expires_at: timeBasedToken.expiresAt.toISOString(),
    is_account_verification: verification,
    entry_mode: 'flex',
    return_url: '/checkout/return',
    frame_url: '/checkout/frame',
    complete_url: `${self}/card/${token}/complete`,
    token_url: `${self}/card/${token}/token`,
    features,
  };
}

/**
 * Reads a tracker that belongs to this page.
 *
 * @throws {ServiceError} 404 `tracker.not_found`, also for a tracker of another shopper.
 */
async function ownTracker(
  {engine}: CheckoutTools,
  {session}: SessionContext,
  token: string,
): Promise<Tracker> {
  const tracker = await engine.read(session.merchant, token);
  if (session.kind === 'payment' && (await isOfPayment({engine}, session, tracker))) return tracker;
  const isOfPage = session.tracker === null || session.tracker === token;
  if (isOfPage && tracker.customer === session.customer && modeOf(tracker).keepsCard) return tracker;
  throw new ServiceError(404, 'tracker.not_found', 'tracker not found');
}

/** Reverses the amount held for a saved card, then returns the payment method (spec 3.1 step 10); or says what was paid. */
export async function completeCard(tools: CheckoutTools, context: SessionContext, token: string) {
  const {methods, database, sessions} = tools;
  const tracker = await ownTracker(tools, context, token);
  if (context.session.kind === 'payment') return completePayment(tools, context, tracker);
  if (tracker.next_kind === 'REVERSAL') {
    await inUnit(database, (unit) =>
      performAction(
        trackerDependencies(tools, context),
        unit,
        tracker,
        {action: 'REVERSAL'},
        asMerchant(context),
      ),
    );
  }
  const {reversal} = await ownTracker(tools, context, token);
  const method = await methods.ofTracker(database, token);
  if (!method) {
    throw new ServiceError(409, 'checkout.card_not_saved', 'No payment method was saved with this tracker.');
  }
  if (context.session.kind === 'embedded') {
    await sessions.change(database, context.session.token, {state: 'done', payment_method: method.token});
  }
  return {tracker: token, payment_method: methodJson(method), reversed: reversal !== null};
}

const methodJson = (method: PaymentMethodRow) => ({
  token: method.token,
  brand: method.brand,
  last_four: method.last_four,
  expiration_month: method.expiration_month.padStart(2, '0'),
  expiration_year: method.expiration_year,
  single_use: method.max_usage === 1,
});
