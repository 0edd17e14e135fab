/** The page of a payment: one order, tried with one card after another, paid once. */
import {toDecimalText} from '../../../../src/protocol/currencies.js';
import {inUnit} from '../../platform/idempotency/unit-of-work.js';
import {ServiceError} from '../../platform/errors.js';
import {check} from '../../platform/http/body.js';
import {asOrder, standingOf, type OrderStanding} from '../../domain/trackers/order-standing.js';
import {dependenciesFor} from '../../domain/trackers/context.js';
import {setupPayment, trackerBody} from '../../domain/trackers/setup-payment.js';
import {orderPaid} from '../../domain/trackers/taken-orders.js';
import type {Tracker} from '../../domain/trackers/tracker.js';
import type {CheckoutTools, SessionContext} from './context.js';
import type {CheckoutSession} from './session.js';

/** Cards that may be tried for one payment, in all browsers. The limit keeps the page from testing stolen numbers. */
const cardLimit = 20;

/** How a page's payment stands. */
export interface PaymentStanding extends OrderStanding {
  /** The tracker that the link names. */
  readonly tracker: Tracker;
}

/** What a link may ask for: a payment by a shopper whose card is not known yet. */
export const takesNewCard = ({mode, entry_mode: entryMode}: Tracker): boolean =>
  mode === 'payment' && entryMode !== 'tms';

/** Whether this tracker can no longer be paid: its time was over, or its money was given back. */
export const isOver = ({state}: Tracker): boolean =>
  ['TRACKER_EXPIRED', 'TRACKER_REVERSED', 'TRACKER_VOIDED', 'TRACKER_REFUNDED'].includes(state);

/**
 * Makes the tracker of a link one that a page can pay, with further cards beside it.
 *
 * @returns How its payment stands; undefined while an action is under way on the tracker.
 */
export async function takeUpPayment(
  {database, clock}: CheckoutTools,
  tracker: Tracker,
): Promise<PaymentStanding | undefined> {
  const taken = await asOrder(database, {leases: database.leases, now: clock.now()}, tracker);
  return taken && {tracker: taken, ...(await standingOf(database, taken))};
}

/** Reads how the payment of an open page stands. */
export async function paymentOf(
  {engine, database}: CheckoutTools,
  {merchant, tracker: token}: CheckoutSession,
): Promise<PaymentStanding> {
  const tracker = await engine.read(merchant, token!);
  return {tracker, ...(await standingOf(database, tracker))};
}

/**
 * The tracker for the next card: that of the link, or another one of its order once a bank has refused a card.
 *
 * @throws {ServiceError} 409 `tracker.order_paid`, 409 `checkout.payment_changed`, 429 `checkout.too_many_cards`.
 */
export async function openPaymentTracker(tools: CheckoutTools, context: SessionContext): Promise<Tracker> {
  const {tracker, paid, isChanged, ended} = await paymentOf(tools, context.session);
  if (paid) throw orderPaid();
  if (isChanged || isOver(tracker)) throw paymentChanged();
  if (ended >= cardLimit) {
    throw new ServiceError(
      429,
      'checkout.too_many_cards',
      'Too many cards were tried for this payment. Go back to the shop and start again.',
    );
  }
  const request = check(trackerBody, {
    ...{
      user: tracker.customer,
      amount: tracker.amount,
      currency: tracker.currency,
      metadata: tracker.metadata,
    },
    ...{mode: 'payment', entry_mode: 'flex', order: tracker.shop_order},
  });
  const deps = {...tools, ...dependenciesFor(tools, context.merchant)};
  return inUnit(tools.database, (unit) => setupPayment(deps, unit, request));
}

const paymentChanged = () =>
  new ServiceError(
    409,
    'checkout.payment_changed',
    'The shop no longer asks for this payment. Go back to the shop and start again.',
  );

/** Whether the tracker is one of those that this page's payment was tried on. */
export async function isOfPayment(
  {engine}: Pick<CheckoutTools, 'engine'>,
  {merchant, tracker: token}: CheckoutSession,
  other: Tracker,
): Promise<boolean> {
  const {customer, shop_order: order} = await engine.read(merchant, token!);
  return other.customer === customer && other.shop_order === order && takesNewCard(other);
}

/**
 * The answer to the element's last step: the card that has paid.
 *
 * @throws {ServiceError} 409 `tracker.order_paid` if it was another tracker.
 */
export async function completePayment(tools: CheckoutTools, {session}: SessionContext, tracker: Tracker) {
  const {paid} = await paymentOf(tools, session);
  if (paid && paid.token !== tracker.token) throw orderPaid();
  if (!paid) {
    // Not an HTTP error, which a browser would write to the page's console.
    const message = 'Nothing was paid with this tracker.';
    return {tracker: tracker.token, reversed: false, payment_method: null, message};
  }
  await tools.sessions.change(tools.database, session.token, {state: 'done'});
  const {brand, last_four: lastFour, ...card} = paid.card_summary!;
  return {
    tracker: paid.token,
    reversed: false,
    // The card is not kept, so that it has no token of its own.
    payment_method: {
      ...{token: paid.token, brand, last_four: lastFour, single_use: true},
      expiration_month: card.expiration_month.padStart(2, '0'),
      expiration_year: card.expiration_year,
    },
    payment: {
      status: paid.capture ? 'captured' : 'authorized',
      amount: toDecimalText(paid.amount, paid.currency),
      currency: paid.currency,
    },
  };
}

/**
 * The shop's address after a payment. It names the tracker that has the money, and that of the link where it is another
 * one; the order's name as the shop's server noted it, because the shopper can have changed the one in the link.
 */
export function paidReturnUrl(
  {returnUrls}: CheckoutTools,
  {merchant, session}: SessionContext,
  paid: Tracker,
): Promise<string | undefined> {
  const {order_id: orderId} = paid.metadata;
  return returnUrls.withResult(merchant, session.redirect_url, {
    ...{tracker: paid.token, state: 'paid', reference: session.reference},
    ...(typeof orderId === 'string' && {order_id: orderId}),
    ...(paid.token !== session.tracker && {link_tracker: session.tracker}),
  });
}
