import {CardVaultError} from '../../protocol/index.js';
import {currencyProblem} from './currency.js';
import type {ServiceRefusal} from './transport.js';
import type {CardPayment, NewPayment, PaymentStatus} from './payment-record.js';
import type {PaymentRecord} from './readers.js';

function refuse(field: string, message: string): never {
  throw new CardVaultError('request-refused', `card-vault/server: ${message}`, {field});
}

/** Names the first field that no service could accept, before anything is sent. */
export function refuseWrongPayment(payment: NewPayment): void {
  const {customer, paymentMethod, amount, currency, metadata} = payment;
  if (!isText(customer)) refuse('customer', 'customer is required: the customer token (cus_…).');
  if (!isText(paymentMethod))
    refuse('paymentMethod', 'paymentMethod is required: the token of the saved card (pm_…).');
  refuseWrongAmount(amount);
  const problem = currencyProblem(currency);
  if (problem !== undefined) refuse('currency', `currency ${problem}`);
  if (
    metadata !== undefined &&
    (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
  )
    refuse('metadata', 'metadata must be an object.');
}

export function refuseWrongAmount(amount: unknown): void {
  if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0) return;
  refuse('amount', `amount must be a whole number of minor units (4800 is $48.00), not ${said(amount)}.`);
}

/** An idempotency key of a payment or refund is its name at the service, which keeps names of so many characters. */
export function refuseLongName(key: string | undefined): void {
  if (key !== undefined && key.length > 255)
    refuse('idempotencyKey', `idempotencyKey must be 1 to 255 characters, not ${key.length}.`);
}

/** The fields of a payment by their names on the wire. */
const fields: Readonly<Record<string, string>> = {'/user': 'customer', '/payment_method': 'paymentMethod'};

/** The service's refusal of other terms under a known name, by the name of the field. */
export function nameTaken(error: unknown): unknown {
  const refusal = error instanceof CardVaultError ? (error.cause as Partial<ServiceRefusal> | undefined) : {};
  if (refusal?.code !== 'tracker.name_taken') return error;
  const pointer = refusal.field ?? '';
  const field = fields[pointer] ?? pointer.replace('/', '');
  const message = `card-vault/server: this idempotencyKey belongs to another payment. ${refusal.message ?? ''}`;
  return new CardVaultError('request-refused', message, {field, status: 409, cause: refusal});
}

/** A tracker is for one payment: the same one asked for again, or a mistake. */
export function refuseOtherPayment(known: CardPayment, payment: NewPayment): void {
  for (const field of ['customer', 'amount', 'currency'] as const) {
    if (known[field] === payment[field]) continue;
    const {tracker} = known;
    refuse(
      field,
      `${tracker} was opened with ${field} ${said(known[field])}, and this payment has ${said(payment[field])}. Open another tracker.`,
    );
  }
}

/** A key is for one refund: the same one asked for again, or a mistake. */
export function refuseOtherRefund(known: number | undefined, amount: number | undefined): void {
  if (known === amount) return;
  const shown = (value: number | undefined) => (value === undefined ? 'all that is left' : said(value));
  refuse(
    'amount',
    `This idempotencyKey gave back ${shown(known)}, and this refund has ${shown(amount)}. Use another key.`,
  );
}

export function notPossible(method: string, payment: CardPayment, expected: string): CardVaultError {
  const advice: Partial<Record<PaymentStatus, string>> = {
    authorized: 'A held amount is given back by void.',
    voided: 'It was undone before.',
    declined: 'The bank declined it; charge again with another tracker.',
    unconfirmed: 'Read it again.',
  };
  const why = advice[payment.status] ?? '';
  const message = `card-vault/server: ${method} needs a payment that is ${expected}; ${payment.tracker} is ${payment.status}. ${why}`;
  return new CardVaultError('request-refused', message.trimEnd(), {field: 'tracker'});
}

/** The empty request of a capture runs the action that is pending. */
export function captureNotPending({tracker, nextAction}: PaymentRecord): CardVaultError {
  const message = `card-vault/server: capture needs a payment whose pending action is CAPTURE; that of ${tracker} is ${nextAction}. The amount stays held: capture it as the service's own documents say, or release it by void.`;
  return new CardVaultError('request-refused', message, {field: 'tracker'});
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const said = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
