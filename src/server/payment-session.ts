import {Answer} from '../protocol/answer.js';
import {isCurrency, toDecimalText} from '../protocol/currencies.js';
import type {CardSummary, PaymentMethod} from '../protocol/index.js';
import {json, Refusal} from './answers.js';
import {giveBack, isOrderPaid, noLongerAsked, orderChanged, orderPaid} from './asked-again.js';
import {refuseWrongPayment} from './client/payment-checks.js';
import {paymentOf, type CardPayment} from './client/payment-record.js';
import type {PaymentRecord} from './client/readers.js';
import type {Config} from './config.js';
import type {SessionPayment} from './options.js';
import {orderKey} from './orders.js';
import {fitsCard} from './saved-method.js';
import {
  codeFeature,
  methodOnWire,
  notSaved,
  sessionAnswer,
  trackerKey,
  type Visit,
} from './session-answer.js';

/** Where the kit keeps what it decided, on the tracker itself: any process of the shop can finish the payment. */
const kitKey = 'card_vault';

/**
 * `POST /session` for a payment with a saved card (wire 1.8): opens the tracker for the amount, and names the card with the secret
 * key, so that a page's token can name no other.
 */
export async function openPayment(visit: Visit, payment: SessionPayment, config: Config): Promise<Response> {
  const {client, owners} = config;
  const {customer} = visit;
  refuseWrongPayment({...payment, customer});
  const {paymentMethod: token, amount, currency, orderId} = payment;
  const asks = payment.securityCode === true;
  const method = (await client.paymentMethods.list(customer)).find((one) => one.token === token);
  if (!method || method.expired) {
    const why = method ? 'has expired' : 'is not among the cards of this shopper';
    throw new Refusal(409, 'payment_method.not_usable', `The saved card of this payment ${why}.`);
  }
  const key = await trackerKey(visit, [token, amount, currency, orderId]);
  const created = await openTracker(customer, payment, config, key);
  const {features} = created;
  const tracker =
    orderId === undefined || features.includes('lasting-names')
      ? created.token
      : await trackerOfOrder(created.token, {...payment, orderId}, visit, config);
  owners.note(tracker, {customer, features});
  if (asks && !features.includes(codeFeature)) throw codeNotAsked();
  const facts = {tracker, accountVerification: false, entryMode: 'tms', features, asksCode: asks} as const;
  const [answer, begun] = await Promise.all([
    sessionAnswer(facts, visit, config),
    asks ? codeContext(tracker, token, visit, config) : setUpOf(tracker, token, config),
  ]);
  return json({
    ...answer,
    ...factsOnWire({amount: toDecimalText(amount, currency), currency, method}),
    ...begun,
  });
}

/** @throws Refusal `payment.order_paid` */
async function openTracker(
  customer: string,
  {paymentMethod, amount, currency, capture = true, orderId, metadata, securityCode}: SessionPayment,
  {client}: Config,
  key?: string,
): Promise<Awaited<ReturnType<Config['client']['trackers']['create']>>> {
  const order = {
    ...({customer, currency, amount, mode: 'payment', entryMode: 'tms', paymentMethod} as const),
    ...(orderId !== undefined && {order: orderId}),
    metadata: {
      ...metadata,
      ...(orderId !== undefined && {order_id: orderId}),
      [kitKey]: {payment_method: paymentMethod, capture, ...(securityCode === true && {security_code: true})},
    },
  };
  try {
    return await client.trackers.create(order, key === undefined ? {} : {idempotencyKey: key});
  } catch (error) {
    throw isOrderPaid(error) ? orderPaid() : error;
  }
}

/**
 * Why a tracker was ended before its bank had an answer. The service is asked for the tracker that a page of this order gets now,
 * which it refuses where another payment has the money.
 */
async function replacedBy({customer, request}: Visit, config: Config): Promise<Refusal> {
  const wanted = await config.payment(request);
  if (!wanted) return orderPaid();
  if (wanted.orderId !== undefined) await openTracker(customer, wanted, config);
  return orderChanged('a newer page of it is open');
}

/**
 * The tracker of an order at a service that keeps none: this process gives out again the one that it has opened, while no bank was
 * asked. The one that was opened for nothing expires.
 *
 * @throws Refusal `payment.order_paid`
 */
async function trackerOfOrder(
  created: string,
  payment: SessionPayment & {readonly orderId: string},
  {customer}: Visit,
  {client, orders}: Config,
): Promise<string> {
  const key = orderKey(customer, payment.orderId);
  const earlier = orders.open(key, created);
  if (earlier === undefined) return created;
  const record = await client.trackers.fetch(earlier);
  const {status, amount, currency} = paymentOf(record);
  if (status === 'authorized' || status === 'captured') {
    orders.open(key, earlier);
    throw orderPaid();
  }
  const isSame = amount === payment.amount && currency === payment.currency;
  const isOpen = ['PAYER_AUTH_SETUP', 'PAYER_AUTH_ENROLLMENT'].includes(record.nextAction);
  const isCard = keptOn(record).token === payment.paymentMethod && !keptOn(record).asksCode;
  if (status !== 'open' || !isSame || !isOpen || !isCard) return created;
  orders.open(key, earlier);
  return earlier;
}

/** The set-up with the card, made by the shop's server. */
async function setUpOf(
  tracker: string,
  token: string,
  {client}: Config,
): Promise<Readonly<Record<string, unknown>>> {
  const setup = await client.trackers.setUpSaved(tracker, token);
  return {
    setup: {
      access_token: setup.accessToken,
      device_data_collection_url: setup.deviceDataCollectionUrl,
    },
  };
}

/** The context for the field of the code. The set-up is made by the page, with the code. */
async function codeContext(
  tracker: string,
  token: string,
  {origin}: Visit,
  {client, library}: Config,
): Promise<Readonly<Record<string, unknown>>> {
  const context = await client.trackers.captureContext(tracker, origin, {codeOf: token});
  library.note(context, origin);
  return {capture_context: context};
}

const codeNotAsked = (): Refusal =>
  new Refusal(
    501,
    'payment.code_not_asked',
    'This service cannot ask for the security code of a saved card: it has not the feature saved-card-code.',
  );

/** Whether the shop asked for the code when it opened the session. */
export const asksCode = (record: PaymentRecord): boolean => keptOn(record).asksCode;

/** Facts of a payment for a page that takes it up again. */
export function paymentFacts(record: PaymentRecord): Record<string, unknown> {
  const payment = paymentOf(record);
  return factsOnWire({amount: amountOf(payment), currency: payment.currency, method: methodOf(record)});
}

interface Facts {
  readonly amount: string;
  readonly currency: string;
  readonly method: PaymentMethod;
}

function factsOnWire({amount, currency, method}: Facts): Record<string, unknown> {
  return {
    mode: 'payment',
    amount,
    currency,
    payment_method: method.token,
    card: methodOnWire(method),
  };
}

/**
 * The last step of a payment: takes the amount where the shop said so, and answers with the card and what became of the payment. It
 * never gives back a payment that is right. One that was made with another card, at a service that lets a page name it, is undone.
 */
export async function completePayment(
  record: PaymentRecord,
  visit: Visit,
  config: Config,
): Promise<Response> {
  const {tracker} = record;
  const {client} = config;
  const before = paymentOf(record);
  if (record.state === 'TRACKER_CANCELLED') throw await replacedBy(visit, config);
  if (before.status !== 'authorized' && before.status !== 'captured')
    return json({tracker, reversed: false, ...notSaved(record)});
  // Before money is taken: an answer that cannot be written would lose what became of it.
  const amount = amountOf(before);
  const {token, capture, isConfirmed} = keptOn(record);
  const wallet = await client.paymentMethods.list(visit.customer);
  const named = wallet.find((method) => method.token === token);
  if (named && record.card && !fitsCard(record.card, named)) {
    if (before.status === 'authorized') await client.payments.void(tracker);
    throw new Refusal(
      409,
      'payment.other_card',
      'The payment was made with another card than the shop named.',
    );
  }
  if (before.status === 'authorized' && !isConfirmed) {
    const why = await noLongerAsked(record, {token, capture}, visit, config);
    const latest = why && (await latestOf(record, config));
    if (why && latest) {
      if (paymentOf(latest).status === 'captured' || keptOn(latest).isConfirmed)
        return completePayment(latest, visit, config);
      throw why;
    }
    if (!capture) await confirmOn(record, config);
  }
  // An empty payload runs what is pending: only where that is the capture may it be sent.
  const isDue = capture && before.status === 'authorized' && record.nextAction === 'CAPTURE';
  const payment = isDue ? await client.payments.capture(tracker) : before;
  if (payment.status === 'unconfirmed')
    throw new Refusal(503, 'service.unavailable', 'The payment is not confirmed yet. Ask again.');
  return json({
    tracker,
    reversed: false,
    payment_method: methodOnWire(named ?? methodOf(record)),
    payment: {status: payment.status, currency: payment.currency, amount},
  });
}

/** The payment after its hold was given back, unless another request has completed it meanwhile. */
async function latestOf({tracker}: PaymentRecord, config: Config): Promise<PaymentRecord> {
  const latest = await config.client.trackers.fetch(tracker);
  if (paymentOf(latest).status !== 'authorized' || keptOn(latest).isConfirmed) return latest;
  return giveBack(tracker, config);
}

/**
 * Notes that the shop has asked for this hold: from then on it is the shop's, which may count the order as paid. A request that is
 * repeated does not ask again.
 */
async function confirmOn({tracker, data, features}: PaymentRecord, {client}: Config): Promise<void> {
  const kept = new Answer(data).at('metadata', kitKey).value as Readonly<Record<string, unknown>>;
  const noted = client.trackers.addMetadata(tracker, {[kitKey]: {...kept, confirmed: true}});
  await noted.catch((error: unknown) => {
    if (features.includes('lasting-names')) throw error;
  });
}

/**
 * The amount as decimal text.
 *
 * @throws Refusal `payment.currency_unknown`, which says what became of the payment
 */
function amountOf({tracker, status, amount, currency}: CardPayment): string {
  if (isCurrency(currency)) return toDecimalText(amount, currency);
  throw new Refusal(
    502,
    'payment.currency_unknown',
    `The payment ${tracker} is ${status}, in a currency that this version of card-vault does not know. Update card-vault, and complete it again.`,
  );
}

function keptOn(record: PaymentRecord): {
  readonly token: string;
  readonly capture: boolean;
  readonly asksCode: boolean;
  readonly isConfirmed: boolean;
} {
  const kept = new Answer(record.data).at('metadata', kitKey);
  return {
    token: kept.at('payment_method').display(),
    capture: kept.at('capture').value === true,
    asksCode: kept.at('security_code').value === true,
    isConfirmed: kept.at('confirmed').value === true,
  };
}

/** The card as the payment describes it: one that worked once is no longer in the wallet. */
function methodOf(record: PaymentRecord): PaymentMethod {
  const {token} = keptOn(record);
  const unknown: CardSummary = {brand: 'unknown', lastFour: ''};
  return {...(record.card ?? unknown), token: token || record.tracker, singleUse: false};
}
