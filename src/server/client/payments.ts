import {createOnce} from './once.js';
import {type CardPayment, type NewPayment, paymentOf} from './payment-record.js';
import {
  captureNotPending,
  nameTaken,
  notPossible,
  refuseLongName,
  refuseOtherPayment,
  refuseOtherRefund,
  refuseWrongAmount,
  refuseWrongPayment,
} from './payment-checks.js';
import {createPerformer, type MoneyRequest} from './perform-payment.js';
import {readPayment, type PaymentRecord} from './readers.js';
import {at} from './sending.js';
import type {Repeatable} from './repeatable.js';
import type {NewTracker} from './trackers.js';
import type {Call} from './transport.js';

/**
 * Payments with saved cards. A decline is a value, not an error. A request whose answer was lost is not sent again before the tracker
 * has been read, and then only at a service with the feature `idempotency-keys`, under the same key. Every method rejects with a
 * `CardVaultError`: `request-refused` for what can never work (the message says what to change), or one of the transport's.
 *
 * @example
 * const payment = await client.payments.charge(
 *   {customer, paymentMethod, amount: 4800, currency: 'USD', orderId: '1042'},
 *   {idempotencyKey: 'order-1042'},
 * );
 * if (payment.status === 'captured') await ship('1042');
 */
export interface Payments {
  /** Opens a tracker for a payment; no bank is asked. For shops that keep the tracker with the order before they charge. */
  open(payment: NewPayment, options?: Repeatable): Promise<CardPayment>;
  /** Authorizes and captures in one step, without the shopper (mode `unscheduled_cof`). */
  charge(payment: NewPayment, options?: Repeatable): Promise<CardPayment>;
  /** Holds the amount; `capture` takes it, `void` gives it back. */
  authorize(payment: NewPayment, options?: Repeatable): Promise<CardPayment>;
  /**
   * Takes what is held. A payment that is captured already is answered as it is.
   *
   * @throws CardVaultError `request-refused` also where the service has another action pending than the capture: the recorded one
   *   has the reversal, which the empty request of a capture would run
   */
  capture(tracker: string, options?: Repeatable): Promise<CardPayment>;
  /** Gives a held amount back, or undoes a whole capture within 24 hours. One that is undone already is answered as it is. */
  void(tracker: string, options?: Repeatable): Promise<CardPayment>;
  /** Gives a captured amount back, from 24 hours after the capture: `amount`, or all that is left. */
  refund(tracker: string, options?: Repeatable & {readonly amount?: number}): Promise<CardPayment>;
  /** The truth about a payment. */
  read(tracker: string): Promise<CardPayment>;
}

interface Tools {
  readonly call: Call;
  readonly openTracker: (tracker: NewTracker, options?: Repeatable) => Promise<{readonly token: string}>;
}

export function createPayments({call, openTracker}: Tools): Payments {
  const fetchRecord = async (tracker: string): Promise<PaymentRecord> => {
    const path = at`/reporter/api/v1/payments/${{tracker}}`;
    return readPayment(await call({method: 'GET', path, doing: 'reading a payment'}));
  };
  const perform = createPerformer(call, fetchRecord);
  const read = async (tracker: string) => paymentOf(await fetchRecord(tracker));

  const {open, pay} = createPayer({openTracker, read, perform});

  return {
    read,
    open: async (payment, options) => read((await open(payment, options)).tracker),
    charge: (payment, options) => pay(payment, true, options),
    authorize: (payment, options) => pay(payment, false, options),
    async capture(tracker, {idempotencyKey = `capture-${tracker}`} = {}) {
      const record = await fetchRecord(tracker);
      const before = paymentOf(record);
      if (before.status === 'captured') return before;
      if (before.status !== 'authorized') throw notPossible('capture', before, 'authorized');
      // The payload is empty and runs what is pending: where that is the reversal, the amount would be released.
      if (record.nextAction !== 'CAPTURE') throw captureNotPending(record);
      const isDone = ({status}: CardPayment) => status === 'captured';
      const doing = 'capturing a payment';
      return perform({tracker, path: '', doing, body: {payload: {}}, key: idempotencyKey, before, isDone});
    },
    async void(tracker, {idempotencyKey = `void-${tracker}`} = {}) {
      const before = await read(tracker);
      if (before.status === 'voided') return before;
      const isHeld = before.status === 'authorized';
      if (!isHeld && before.status !== 'captured')
        throw notPossible('void', before, 'authorized or captured');
      const isDone = ({status}: CardPayment) => status === 'voided';
      const [path, doing] = [isHeld ? '/reversal' : '/void', 'voiding a payment'] as const;
      return perform({tracker, path, doing, body: {}, key: idempotencyKey, before, isDone});
    },
    refund: createRefunder({read, perform}),
  };
}

interface PayerTools extends Pick<Tools, 'openTracker'> {
  readonly read: (tracker: string) => Promise<CardPayment>;
  readonly perform: (request: MoneyRequest) => Promise<CardPayment>;
}

/** Opens a tracker for a payment, and pays on it once. */
function createPayer({openTracker, read, perform}: PayerTools) {
  const opened = createOnce<CardPayment>();

  const open = async (payment: NewPayment, {idempotencyKey: key}: Repeatable = {}): Promise<CardPayment> => {
    refuseWrongPayment(payment);
    refuseLongName(key);
    const ask = async (options: Repeatable) => {
      const named = {...trackerOf(payment), ...(key && {name: key})};
      const {token} = await openTracker(named, options).catch((error: unknown) => {
        throw nameTaken(error);
      });
      return newPayment(token, payment);
    };
    if (!key) return ask({});
    const first = await opened.run(key, () => ask({idempotencyKey: `${key}-open`}));
    refuseOtherPayment(first, payment);
    return first;
  };

  const pay = async (
    payment: NewPayment,
    capture: boolean,
    options: Repeatable = {},
  ): Promise<CardPayment> => {
    refuseWrongPayment(payment);
    const {idempotencyKey: key} = options;
    const isKnown = payment.tracker ?? (key && opened.has(key));
    const tracker = payment.tracker ?? (await open(payment, options)).tracker;
    const before = isKnown ? await read(tracker) : newPayment(tracker, payment);
    refuseOtherPayment(before, payment);
    if (before.status === 'expired' && key && payment.tracker === undefined) {
      // No bank was ever asked under this name, so it is free for another tracker.
      opened.forget(key);
      return pay(payment, capture, options);
    }
    if (before.status !== 'open') return before;
    return perform({
      tracker,
      path: '',
      doing: capture ? 'charging a saved card' : 'authorizing a saved card',
      body: {
        payload: {
          payment_method: {tokenized_card: {token: payment.paymentMethod}},
          ...(!capture && {authorization: {do_capture: false}}),
        },
      },
      // A tracker pays once, so its name is key enough.
      key: `pay-${tracker}`,
      before,
      isDone: ({status}) => status !== 'open',
    });
  };
  return {open, pay};
}

/** Gives money back, once for each key. */
function createRefunder({read, perform}: Pick<PayerTools, 'read' | 'perform'>): Payments['refund'] {
  const given = createOnce<{readonly amount: number | undefined; readonly payment: CardPayment}>(
    ({payment}) => payment.status !== 'unconfirmed',
  );

  const refund = async (tracker: string, amount: number | undefined, key?: string) => {
    const before = await read(tracker);
    if (before.status !== 'captured') throw notPossible('refund', before, 'captured');
    const isDone = ({refunded}: CardPayment) => refunded > before.refunded;
    const doing = 'refunding a payment';
    const body = {...(amount !== undefined && {amount}), ...(key !== undefined && {name: key})};
    return perform({tracker, path: '/refund', doing, body, key, before, isDone});
  };

  return async (tracker, {amount, idempotencyKey: key} = {}) => {
    if (amount !== undefined) refuseWrongAmount(amount);
    if (!key) return refund(tracker, amount);
    refuseLongName(key);
    const name = `${tracker} ${key}`;
    const isRepeated = given.has(name);
    const first = await given.run(name, async () => ({amount, payment: await refund(tracker, amount, key)}));
    if (!isRepeated) return first.payment;
    refuseOtherRefund(first.amount, amount);
    return first.payment.status === 'unconfirmed' ? first.payment : read(tracker);
  };
}

const metadataOf = ({orderId, metadata}: NewPayment): Readonly<Record<string, unknown>> => ({
  ...metadata,
  ...(orderId !== undefined && {order_id: orderId}),
});

const trackerOf = (payment: NewPayment): NewTracker => ({
  customer: payment.customer,
  currency: payment.currency,
  mode: 'unscheduled_cof',
  paymentMethod: payment.paymentMethod,
  amount: payment.amount,
  metadata: metadataOf(payment),
});

const newPayment = (tracker: string, payment: NewPayment): CardPayment => ({
  tracker,
  status: 'open',
  customer: payment.customer,
  amount: payment.amount,
  currency: payment.currency,
  refunded: 0,
  card: undefined,
  orderId: payment.orderId,
  metadata: metadataOf(payment),
  reason: undefined,
});
