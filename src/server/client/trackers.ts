import {readSetup, type EntryMode, type PayerAuthenticationSetup} from '../../protocol/index.js';
import {
  readCaptureContextText,
  readPayment,
  readTracker,
  type PaymentRecord,
  type Tracker,
} from './readers.js';
import type {Repeatable} from './repeatable.js';
import {at} from './sending.js';
import type {Call} from './transport.js';

/** Purpose of a tracker (wire 1.5). */
export type TrackerMode = 'instrument' | 'payment' | 'cof' | 'unscheduled_cof';

export interface NewTracker {
  readonly customer: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Default `instrument`: the tracker saves a payment method and nothing else. */
  readonly mode?: TrackerMode;
  /** Whole minor units; needed in every mode but `instrument`, which has none. */
  readonly amount?: number;
  /** Mode `instrument` only. Default false: a small amount is held and reversed (spec 3.1). */
  readonly accountVerification?: boolean;
  /** Default: `tms` for `cof`, which the client names itself; for other modes the service's own (wire 1.5). */
  readonly entryMode?: EntryMode | 'tms';
  /**
   * The shop's own name of the payment, 1 to 255 characters. At a service with the feature `lasting-names` it lasts for good: asked for
   * again, it answers the tracker of that name, and other terms are refused.
   */
  readonly name?: string;
  /** The shop's order that is paid: with `lasting-names` one tracker of an order of a customer has money at a time (wire 1.5). */
  readonly order?: string;
  /** With `lasting-names`, the only saved card that the tracker takes. */
  readonly paymentMethod?: string;
  /** Kept on the tracker, such as the shop's order number. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface Trackers {
  /** setupPayment. */
  create(tracker: NewTracker, options?: Repeatable): Promise<Tracker>;
  /**
   * GENERATE_CAPTURE_CONTEXT for the pages of one web origin: the signed context (wire 2.1). `codeOf` names a saved card of which the
   * security code alone is asked: from then on the tracker takes that card with its code, and nothing else (wire 1.8).
   */
  captureContext(
    token: string,
    origin: string,
    options?: {readonly codeOf?: string | undefined},
  ): Promise<string>;
  /** PAYER_AUTH_SETUP with a saved card: from then on a page's token can name no other card for this tracker. */
  setUpSaved(token: string, paymentMethod: string): Promise<PayerAuthenticationSetup>;
  /** Adds to what the shop keeps on the tracker: members of the same name are replaced. */
  addMetadata(token: string, data: Readonly<Record<string, unknown>>): Promise<void>;
  /** fetchPayment. */
  fetch(token: string): Promise<PaymentRecord>;
  /** Performs the pending reversal: the tracker path with an empty payload (spec 3.1 step 10). */
  reverse(token: string, options?: Repeatable): Promise<void>;
  /** Asks for the reversal by name; for a tracker on which another action is pending. */
  reverseHeld(token: string, options?: Repeatable): Promise<void>;
}

export function createTrackers(call: Call, publicKey: string, intent: string): Trackers {
  const path = (tracker: string) => at`/order/payments/v3/${{tracker}}`;
  const reverse = async (address: string, body: Record<string, unknown>, options: Repeatable) => {
    await call({method: 'POST', path: address, doing: 'reversing a held amount', body, ...options});
  };
  return {
    create: async (
      {mode = 'instrument', entryMode = mode === 'cof' ? 'tms' : undefined, ...tracker},
      options = {},
    ) =>
      readTracker(
        await call({
          method: 'POST',
          path: '/order/payments/v3/',
          doing: 'opening a tracker',
          body: {merchant_api_key: publicKey, ...bodyOf({...tracker, mode, entryMode}, intent)},
          ...options,
        }),
        intent,
      ),
    setUpSaved: async (token, paymentMethod) =>
      readSetup(
        await call({
          method: 'POST',
          path: path(token),
          doing: 'naming the saved card of a payment',
          body: {payload: {payment_method: {tokenized_card: {token: paymentMethod}}}},
        }),
      ),
    captureContext: async (token, origin, {codeOf} = {}) =>
      readCaptureContextText(
        await call({
          method: 'POST',
          path: path(token),
          doing: 'making a capture context',
          body: contextBody(origin, codeOf),
        }),
      ),
    async addMetadata(token, data) {
      const doing = 'keeping metadata';
      await call({method: 'POST', path: `${path(token)}/metadata`, doing, body: {data}});
    },
    fetch: async (token) =>
      readPayment(
        await call({
          method: 'GET',
          path: at`/reporter/api/v1/payments/${{tracker: token}}`,
          doing: 'reading a payment',
        }),
      ),
    reverse: async (token, options = {}) => reverse(path(token), {payload: {}}, options),
    reverseHeld: async (token, options = {}) => reverse(`${path(token)}/reversal`, {}, options),
  };
}

/** The service chooses each value that is left out. */
const bodyOf = ({accountVerification = false, ...tracker}: NewTracker, intent: string) => ({
  user: tracker.customer,
  intent,
  mode: tracker.mode,
  ...(tracker.entryMode !== undefined && {entry_mode: tracker.entryMode}),
  ...(tracker.amount !== undefined && {amount: tracker.amount}),
  currency: tracker.currency,
  ...(tracker.mode === 'instrument' && {is_account_verification: accountVerification}),
  ...(tracker.name !== undefined && {name: tracker.name}),
  ...(tracker.order !== undefined && {order: tracker.order}),
  ...(tracker.paymentMethod !== undefined && {payment_method: tracker.paymentMethod}),
  ...(tracker.metadata && {metadata: tracker.metadata}),
});

const contextBody = (origin: string, codeOf: string | undefined) => ({
  payload: {origin, ...(codeOf !== undefined && {payment_method: {tokenized_card: {token: codeOf}}})},
});
