import type {Answer} from '../../protocol/answer.js';
import {numberAt} from '../client/readers.js';
import {recordIn, shown, type Common} from './common.js';

export const paymentEventTypes = [
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'void.succeeded',
] as const;
export type PaymentEventType = (typeof paymentEventTypes)[number];

/**
 * An event about one payment, as a real deployment sends it (wire 1.11). Fields that the message does not have
 * are missing.
 */
export interface PaymentEvent extends Common {
  readonly type: PaymentEventType;
  /** Empty for the refund of a subscription's charge, which has no tracker: see `charge`. */
  readonly tracker: string;
  /** The refunded charge of a subscription (`ch_…`), and that subscription. */
  readonly charge: string | undefined;
  readonly subscription: string | undefined;
  /** State of the tracker, or of the charge. */
  readonly state: string | undefined;
  /** Whole minor units at card-vault-service; live as the service writes it, which is not public. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  /** Why the payment failed, in the service's words. */
  readonly failure: string | undefined;
  /** `order_id` of the tracker's metadata. */
  readonly orderId: string | undefined;
  /** The tracker's metadata; empty where the message has none. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export function readPaymentEvent(type: PaymentEventType, common: Common, data: Answer): PaymentEvent {
  const charge = shown(data.at('charge'));
  return {
    ...common,
    type,
    tracker: charge === undefined ? data.at('tracker').text() : data.at('tracker').display(),
    charge,
    subscription: shown(data.at('subscription')),
    state: shown(data.at('state')),
    amount: numberAt(data.at('amount')),
    currency: shown(data.at('currency')),
    failure: shown(data.at('message')),
    orderId: shown(data.at('order_id')) ?? shown(data.at('metadata').at('order_id')),
    metadata: recordIn(data.at('metadata').value) ?? {},
  };
}
