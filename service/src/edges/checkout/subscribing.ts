import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Subscription} from '../../domain/subscriptions/subscription.js';
import {declineText, retryText} from './card-pages.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {
  unpaidCharge,
  readPlan,
  readSubscriptions,
  paymentStatusOf,
  termsOf,
  type SubscriptionDetails,
  type PaymentStatus,
} from './subscription-details.js';
import type {CheckoutSession} from './session.js';

/**
 * How long an attempt blocks the next one if its process dies. In real time, because moving the service's
 * clock must not allow a second attempt.
 */
const attemptLeaseMs = 60_000;

/** The card that the shopper chose. */
export interface CardChoice {
  readonly paymentMethod: string;
  /** How many attempts the session had counted when the page was drawn. */
  readonly tries: number;
}

/** The session's subscription, and how its payment stands. */
export interface Outcome {
  readonly status: PaymentStatus;
  readonly details: SubscriptionDetails;
}

/** Undefined before the session has a subscription. */
export async function outcomeOf(
  {database, clock}: CheckoutTools,
  {merchant, customer, subscription}: CheckoutSession,
): Promise<Outcome | undefined> {
  if (subscription === null || customer === null) return undefined;
  const [details] = await readSubscriptions(database, {merchant, customer, only: subscription});
  return details && {details, status: paymentStatusOf(details, clock.now())};
}

/**
 * Starts the one attempt that a press of the button may make. A request that is sent twice, after a double
 * click, a reload or a lost answer, names the same number of tries and starts no second attempt.
 *
 * @returns false if this press has already made its attempt, or while another one is under way.
 */
async function startAttempt(
  {database}: CheckoutTools,
  session: CheckoutSession,
  tries: number,
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE checkout_sessions SET tries = tries + 1, trying_until = $3
     WHERE token = $1 AND tries = $2 AND state = 'open' AND (trying_until IS NULL OR trying_until <= $4) RETURNING 1`,
    [session.token, tries, new Date(Date.now() + attemptLeaseMs), new Date()],
  );
  return rows.length > 0;
}

const attemptUnderWay = () => new RetryError(409, 'checkout.under_way', 'The card is being charged.', 1);

/**
 * Runs `work` at most once for each press of the button.
 *
 * @throws {ServiceError} 409 `checkout.under_way` while an earlier press is being worked on.
 */
async function attemptOnce(
  tools: CheckoutTools,
  {session}: SessionContext,
  choice: CardChoice,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await startAttempt(tools, session, choice.tries))) {
    const current = await tools.sessions.find(session.token);
    if (current?.trying_until && current.trying_until > new Date()) throw attemptUnderWay();
    return;
  }
  try {
    await work();
  } finally {
    await tools.sessions.change(tools.database, session.token, {trying_until: null});
  }
}

/**
 * Subscribes with the chosen card; after a decline, pays the same subscription with another card. A page
 * creates one subscription, and a press of its button makes one attempt.
 *
 * @throws {ServiceError} as `attemptOnce`; 412 `checkout.terms_changed` when the plan is not what the page
 *   showed; as `Subscriptions.create` for a card or plan that cannot be used any more.
 */
export async function subscribe(
  tools: CheckoutTools,
  context: SessionContext,
  choice: CardChoice & {readonly agreed: string},
): Promise<Outcome> {
  const {sessions, database, clock} = tools;
  const {session} = context;
  if (session.kind !== 'subscribe' || session.customer === null) throw sessionOver();
  await attemptOnce(tools, context, choice, async () => {
    // Reads the session again, because an earlier request may have finished while this one waited.
    const before = await outcomeOf(tools, (await sessions.find(session.token))!);
    if (before === undefined) {
      const created = await createSubscription(tools, session, choice);
      if (created.anchor <= clock.now()) await tools.charging.chargeFirst(created.token);
    } else if (before.status === 'declined') {
      await payWith(tools, before.details, choice.paymentMethod);
    }
  });
  const outcome = await outcomeOf(tools, (await sessions.find(session.token))!);
  if (!outcome) throw sessionOver();
  if (isDone(outcome)) await sessions.change(database, session.token, {state: 'done'});
  return outcome;
}

/** Whether the shopper need not do anything more on the page. */
export const isDone = ({status}: Outcome): boolean => status !== 'declined' && status !== 'ended';

const sessionOver = () =>
  new ServiceError(410, 'checkout.session_over', 'This page has expired. Start again in the shop.');

/** Creates the subscription and stores its token with the session, in one transaction. */
function createSubscription(
  {database, sessions, subscriptions}: CheckoutTools,
  {token, merchant, customer, plan, reference, reference_signed: signed}: CheckoutSession,
  {paymentMethod, agreed}: {readonly paymentMethod: string; readonly agreed: string},
): Promise<Subscription> {
  return database.transaction(async (tx) => {
    if ((await sessions.lock(tx, token)).subscription !== null) throw attemptUnderWay();
    const currentPlan = await readPlan(tx, merchant, plan!, 'FOR SHARE');
    if (!currentPlan || termsOf(currentPlan) !== agreed) throw termsChanged();
    const request = {
      merchant,
      customer: customer!,
      plan: plan!,
      paymentMethod,
      reference,
      referenceSigned: signed === true,
    };
    const created = await subscriptions.create(tx, request);
    await sessions.change(tx, token, {subscription: created.token, payment_method: paymentMethod});
    return created;
  });
}

const termsChanged = () =>
  new ServiceError(412, 'checkout.terms_changed', 'The plan is not what the page showed. Show it again.');

/** Makes this card the subscription's card, and pays an unpaid charge with it. */
async function payWith(
  {subscriptions, charging}: CheckoutTools,
  details: SubscriptionDetails,
  paymentMethod: string,
): Promise<void> {
  const {merchant, token} = details.subscription;
  await subscriptions.changeMethod({merchant, token}, paymentMethod);
  if (unpaidCharge(details)) await charging.chargeNow(token);
}

/**
 * Changes the card of a subscription in the portal, and pays its unpaid charge with the new card.
 *
 * @throws {ServiceError} as `attemptOnce`, and as `Subscriptions.changeMethod`.
 */
export async function changeCard(
  tools: CheckoutTools,
  context: SessionContext,
  {subscription, ...choice}: CardChoice & {readonly subscription: string},
): Promise<{readonly paid: boolean; readonly declined: SubscriptionDetails | undefined}> {
  const {database} = tools;
  const read = async () => {
    const {merchant, customer} = context.session;
    const [details] = await readSubscriptions(database, {merchant, customer: customer!, only: subscription});
    return details;
  };
  const before = await read();
  if (!before) throw new ServiceError(404, 'subscription.not_found', 'subscription not found');
  await attemptOnce(tools, context, choice, () => payWith(tools, before, choice.paymentMethod));
  const after = (await read())!;
  const stillUnpaid = unpaidCharge(after);
  return {
    paid: unpaidCharge(before) !== undefined && stillUnpaid === undefined,
    declined: stillUnpaid?.failure ? after : undefined,
  };
}

/** Tells the page's script why nothing was paid, and the number of tries that its next press names. */
export async function declinedAnswer(
  {sessions}: CheckoutTools,
  {session, language}: SessionContext,
  details: SubscriptionDetails,
) {
  const {tries} = (await sessions.find(session.token))!;
  const retry = retryText(language, details) ?? '';
  return {outcome: 'declined', problem: declineText(language, details), retry, tries};
}

/**
 * Ends the session of a shopper who leaves by the page's own link. A subscription whose first charge was
 * declined is cancelled, or else the charge would be retried (decision 0018).
 */
export async function leaveCheckout(tools: CheckoutTools, session: CheckoutSession): Promise<void> {
  const {sessions, database, subscriptions} = tools;
  const outcome = await outcomeOf(tools, session);
  if (session.state !== 'open') return;
  if (outcome && isDone(outcome)) {
    await sessions.change(database, session.token, {state: 'done'});
    return;
  }
  if (outcome?.status === 'declined') {
    await subscriptions.cancel({merchant: session.merchant, token: outcome.details.subscription.token});
  }
  await sessions.change(database, session.token, {state: 'left'});
}
