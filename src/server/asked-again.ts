import {Refusal, serviceCodeOf} from './answers.js';
import {paymentOf, type CardPayment} from './client/payment-record.js';
import type {PaymentRecord} from './client/readers.js';
import type {Config} from './config.js';
import type {SessionPayment} from './options.js';
import {orderKey} from './orders.js';
import type {Visit} from './session-answer.js';

/** Note of the kit on the tracker of a payment. */
export interface Noted {
  /** The saved card. */
  readonly token: string;
  readonly capture: boolean;
}

export const orderPaid = (): Refusal =>
  new Refusal(
    409,
    'payment.order_paid',
    'This order needs no payment any more: it is paid, or its amount is held. Nothing more was charged.',
  );

export const orderChanged = (what: string): Refusal =>
  new Refusal(
    409,
    'payment.order_changed',
    `The shop asks for another payment of this order now (${what}). Nothing was charged; open a new session.`,
  );

/** True when the service says that another payment of the order has its money. */
export const isOrderPaid = (error: unknown): boolean => serviceCodeOf(error) === 'tracker.order_paid';

/**
 * Asks the shop's hook once more, before the amount is taken: an order may have grown, been paid elsewhere or vanished while the
 * shopper was at the bank.
 *
 * @returns Why nothing may be taken; nothing when the shop still asks for this payment.
 */
export async function noLongerAsked(
  record: PaymentRecord,
  noted: Noted,
  {request, customer}: Visit,
  config: Config,
): Promise<Refusal | undefined> {
  const payment = paymentOf(record);
  const wanted = await config.payment(request);
  if (!wanted) return orderPaid();
  const other = otherTerm(payment, noted, wanted);
  if (other !== undefined) return orderChanged(other);
  if (wanted.orderId === undefined || record.features.includes('lasting-names')) return undefined;
  return (await isTaken(orderKey(customer, wanted.orderId), payment.tracker, config))
    ? orderPaid()
    : undefined;
}

function otherTerm(payment: CardPayment, noted: Noted, wanted: SessionPayment): string | undefined {
  if (wanted.amount !== payment.amount) return 'another amount';
  if (wanted.currency !== payment.currency) return 'another currency';
  if (wanted.paymentMethod !== noted.token) return 'another card';
  if ((wanted.capture ?? true) !== noted.capture) return 'another capture';
  return wanted.orderId === payment.orderId ? undefined : 'another order';
}

/** Whether another tracker of this process has the order's money. */
async function isTaken(key: string, tracker: string, {orders, client}: Config): Promise<boolean> {
  const other = orders.take(key, tracker);
  if (other === undefined) return false;
  const {status} = await client.payments.read(other);
  const hasMoney = status === 'captured' || status === 'authorized';
  if (!hasMoney) orders.give(key, tracker);
  return hasMoney;
}

/**
 * Gives a held amount back, and nothing but that: what was captured meanwhile stays.
 *
 * @returns The record afterwards.
 */
export async function giveBack(tracker: string, {client}: Config): Promise<PaymentRecord> {
  try {
    await client.trackers.reverseHeld(tracker, {idempotencyKey: `reversal-${tracker}`});
  } catch (error) {
    const record = await client.trackers.fetch(tracker);
    if (paymentOf(record).status === 'authorized') throw error;
    return record;
  }
  return client.trackers.fetch(tracker);
}
