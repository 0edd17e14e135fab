import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Subscription} from '../../domain/subscriptions/subscription.js';
import type {CheckoutTools, SessionContext} from './context.js';
import {owed, readPlan, readShown, standingOf, termsOf} from './shown-subscription.js';
import type {Shown, Standing} from './shown-subscription.js';
import type {CheckoutSession} from './session.js';

/**
 * How long a charge that is asked for keeps others from asking, should the process die meanwhile. Real time.
 */
const tryingMs = 60_000;

/** What the shopper wants: this card, and how many tries the page had seen when the button was pressed. */
export interface CardChoice {
  readonly paymentMethod: string;
  readonly tries: number;
}

export interface Outcome {
  readonly standing: Standing;
  readonly shown: Shown;
}

/** The session's subscription so far; undefined before there is one. */
export async function outcomeOf(
  {database, clock}: CheckoutTools,
  {merchant, customer, subscription}: CheckoutSession,
): Promise<Outcome | undefined> {
  if (subscription === null || customer === null) return undefined;
  const [shown] = await readShown(database, {merchant, customer, only: subscription});
  return shown && {shown, standing: standingOf(shown, clock.now())};
}

/**
 * Takes the one turn that a press of the button is worth. A press that was sent twice, by a double click, a
 * reload or a lost answer, names the same number of tries and gets no second turn.
 */
async function takeTurn(
  {database}: CheckoutTools,
  session: CheckoutSession,
  tries: number,
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE checkout_sessions SET tries = tries + 1, trying_until = $3
     WHERE token = $1 AND tries = $2 AND state = 'open' AND (trying_until IS NULL OR trying_until <= $4) RETURNING 1`,
    [session.token, tries, new Date(Date.now() + tryingMs), new Date()],
  );
  return rows.length > 0;
}

const underWay = () => new RetryError(409, 'checkout.under_way', 'The card is being charged.', 1);

/**
 * Does something with the chosen card at most once for each press of the button.
 *
 * @throws {ServiceError} 409 `checkout.under_way` while an earlier press is being worked on.
 */
async function inTurn(
  tools: CheckoutTools,
  {session}: SessionContext,
  choice: CardChoice,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await takeTurn(tools, session, choice.tries))) {
    const now = await tools.sessions.find(session.token);
    if (now?.trying_until && now.trying_until > new Date()) throw underWay();
    return;
  }
  try {
    await work();
  } finally {
    await tools.sessions.change(tools.database, session.token, {trying_until: null});
  }
}

/**
 * Subscribes, or, after a card was declined, goes on with another one: one subscription for a page, one turn for a press.
 *
 * @throws {ServiceError} as `inTurn`; 412 `checkout.terms_changed` when the plan is not what the page showed; as
 *   `Subscriptions.create` for a card or plan that cannot be used any more.
 */
export async function subscribe(
  tools: CheckoutTools,
  context: SessionContext,
  choice: CardChoice & {readonly agreed: string},
): Promise<Outcome> {
  const {sessions, database, clock} = tools;
  const {session} = context;
  if (session.kind !== 'subscribe' || session.customer === null) throw over();
  await inTurn(tools, context, choice, async () => {
    // Read again, because an earlier request may have finished while this one waited.
    const before = await outcomeOf(tools, (await sessions.find(session.token))!);
    if (before === undefined) {
      const made = await begin(tools, session, choice);
      if (made.anchor <= clock.now()) await tools.charging.chargeNow(made.token);
    } else if (before.standing === 'declined') {
      await payWith(tools, before.shown, choice.paymentMethod);
    }
  });
  const outcome = await outcomeOf(tools, (await sessions.find(session.token))!);
  if (!outcome) throw over();
  if (isDone(outcome)) await sessions.change(database, session.token, {state: 'done'});
  return outcome;
}

export const isDone = ({standing}: Outcome): boolean => standing !== 'declined' && standing !== 'over';

const over = () =>
  new ServiceError(410, 'checkout.session_over', 'This page has expired. Start again in the shop.');

/** The subscription and the note of it on the page are one transaction. */
function begin(
  {database, sessions, subscriptions}: CheckoutTools,
  {token, merchant, customer, plan, reference}: CheckoutSession,
  {paymentMethod, agreed}: {readonly paymentMethod: string; readonly agreed: string},
): Promise<Subscription> {
  return database.transaction(async (tx) => {
    if ((await sessions.hold(tx, token)).subscription !== null) throw underWay();
    const offered = await readPlan(tx, merchant, plan!, 'FOR SHARE');
    if (!offered || termsOf(offered) !== agreed) throw termsChanged();
    const wanted = {merchant, customer: customer!, plan: plan!, paymentMethod, reference};
    const made = await subscriptions.create(tx, wanted);
    await sessions.change(tx, token, {subscription: made.token, payment_method: paymentMethod});
    return made;
  });
}

const termsChanged = () =>
  new ServiceError(412, 'checkout.terms_changed', 'The plan is not what the page showed. Show it again.');

/** From now on this card, and with it what is owed. */
async function payWith(
  {subscriptions, charging}: CheckoutTools,
  shown: Shown,
  paymentMethod: string,
): Promise<void> {
  const {merchant, token} = shown.subscription;
  await subscriptions.changeMethod({merchant, token}, paymentMethod);
  if (owed(shown)) await charging.chargeNow(token);
}

/**
 * The portal's change of a card: pays the open charge with it, if there is one.
 *
 * @throws {ServiceError} as `inTurn`, and as `Subscriptions.changeMethod`.
 */
export async function changeCard(
  tools: CheckoutTools,
  context: SessionContext,
  {subscription, ...choice}: CardChoice & {readonly subscription: string},
): Promise<{readonly paid: boolean; readonly declined: boolean}> {
  const {database} = tools;
  const find = async () => {
    const {merchant, customer} = context.session;
    const [shown] = await readShown(database, {merchant, customer: customer!, only: subscription});
    return shown;
  };
  const before = await find();
  if (!before) throw new ServiceError(404, 'subscription.not_found', 'subscription not found');
  await inTurn(tools, context, choice, () => payWith(tools, before, choice.paymentMethod));
  const after = (await find())!;
  const left = owed(after);
  return {
    paid: owed(before) !== undefined && left === undefined,
    declined: left !== undefined && left.failure !== null,
  };
}

/**
 * Leaving by the page's own link: a subscription whose first charge was declined ends, as the shopper asked.
 * Without it the charge is retried (decision 0048).
 */
export async function leave(tools: CheckoutTools, session: CheckoutSession): Promise<void> {
  const {sessions, database, subscriptions} = tools;
  const outcome = await outcomeOf(tools, session);
  if (session.state !== 'open') return;
  if (outcome && isDone(outcome)) {
    await sessions.change(database, session.token, {state: 'done'});
    return;
  }
  if (outcome?.standing === 'declined') {
    await subscriptions.cancel({merchant: session.merchant, token: outcome.shown.subscription.token});
  }
  await sessions.change(database, session.token, {state: 'left'});
}
