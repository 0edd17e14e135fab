import {Answer} from '../../protocol/answer.js';
import {CardVaultError, type CardVaultErrorCode} from '../../protocol/index.js';
import {paymentOf, type CardPayment} from './payment-record.js';
import type {PaymentRecord} from './readers.js';
import {at} from './sending.js';
import type {Call} from './transport.js';

/** A request that moves money on a tracker. */
export interface MoneyRequest {
  readonly tracker: string;
  /** Behind the tracker's own path. */
  readonly path: '' | '/reversal' | '/void' | '/refund';
  readonly doing: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Nothing: the request goes without a key, and is never sent twice. */
  readonly key: string | undefined;
  /** The payment as last read. */
  readonly before: CardPayment;
  /** The record shows the effect, or that there will be none. */
  readonly isDone: (payment: CardPayment) => boolean;
}

/** After these the request may have had its effect. */
const lostAnswers: readonly CardVaultErrorCode[] = [
  'service-unreachable',
  'request-timed-out',
  'service-unavailable',
  'answer-unreadable',
];

/**
 * A function that sends such a request and answers with what the record says afterwards. Where the answer is lost the record decides;
 * one that shows nothing yet allows a second sending only under the same key, at a service that keeps keys.
 */
export function createPerformer(
  call: Call,
  fetchRecord: (tracker: string) => Promise<PaymentRecord>,
): (request: MoneyRequest) => Promise<CardPayment> {
  const send = ({tracker, path, doing, body, key}: MoneyRequest) =>
    call({
      method: 'POST',
      path: at`/order/payments/v3/${{tracker}}` + path,
      doing,
      body,
      idempotencyKey: key ?? null,
    });

  const afterLostAnswer = async (request: MoneyRequest, error: CardVaultError, mayRepeat: boolean) => {
    const unconfirmed = {...request.before, status: 'unconfirmed', reason: error.message} as const;
    const record = await fetchRecord(request.tracker).catch(() => undefined);
    if (!record) return unconfirmed;
    const payment = paymentOf(record);
    if (request.isDone(payment)) return payment;
    if (mayRepeat && request.key !== undefined && record.features.includes('idempotency-keys'))
      return perform(request, false);
    return unconfirmed;
  };

  const perform = async (request: MoneyRequest, mayRepeat = true): Promise<CardPayment> => {
    let refusal: CardVaultError | undefined;
    try {
      await send(request);
    } catch (error) {
      if (!(error instanceof CardVaultError)) throw error;
      if (lostAnswers.includes(error.code)) return afterLostAnswer(request, error, mayRepeat);
      refusal = error;
    }
    const payment = await fetchRecord(request.tracker)
      .then(paymentOf)
      .catch((error: unknown) => {
        // The request was answered: what is not known is only how the payment stands now.
        if (refusal) throw refusal;
        return {...request.before, status: 'unconfirmed', reason: String(error)} as const;
      });
    if (!refusal) return payment;
    if (payment.status === 'declined') return {...payment, reason: reasonOf(refusal)};
    // Another process was faster. A refund is not like that: the other one may be another refund.
    if (request.path !== '/refund' && request.isDone(payment)) return payment;
    throw refusal;
  };
  return (request) => perform(request);
}

/** The service's own message, without the kit's words around it. */
const reasonOf = ({cause, message}: CardVaultError): string =>
  new Answer(cause).at('message').display() || message;
