/** The JSON of fetchPayment. */
import type {Merchant} from '../../platform/identity/merchant.js';
import {bankName} from '../ports/issuer.js';
import type {ConsentJson} from '../payment-methods/consents.js';
import {schemeOf} from '../payment-methods/payment-methods.js';
import type {ActionRecord, Tracker} from './tracker.js';
import {features, shownRefund, specificationVersion, trackerJson} from './wire.js';
import {wireInstant} from '../../platform/http/instant.js';

/** A saved method in responses. */
export interface PaymentMethodJson {
  readonly token: string;
  readonly brand: string;
  readonly scheme: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly single_use: boolean;
  /** Whether the customer had saved this card before; only in the payment that saved it again. */
  readonly duplicate?: boolean;
  readonly consent: ConsentJson | null;
}

/** A tracker has at most one attempt (wire 1.7). */
function attemptJson(tracker: Tracker, isServer: boolean) {
  const {shopper, card_on_file: isKept, actions} = tracker;
  const actionTimes = actions.flatMap(({at}) => (at === undefined ? [] : [new Date(at)]));
  const {card, card_summary: summary, enrollment, validation, hold, reversal} = tracker;
  return {
    token: `attempt_${tracker.token.slice('track_'.length)}`,
    tracker: tracker.token,
    intent: tracker.intent,
    idempotency_key: tracker.request_id,
    kind: 'AUTHORIZATION',
    actions_performed: tracker.actions.map(({token, kind}) => ({token, kind})),
    payment_method: summary && {
      token: card,
      kind: 'CARD',
      scheme: schemeOf(summary.brand),
      issuer: bankName,
      do_card_on_file: isKept,
      bin: summary.bin,
      last_four: summary.last_four,
      expiration_month: summary.expiration_month,
      expiration_year: summary.expiration_year,
    },
    billing: isServer ? (shopper?.billing ?? null) : null,
    cardholder_name: isServer ? (shopper?.cardholder_name ?? null) : null,
    // The service has no risk engine.
    risk: null,
    enrollment: enrollment && {
      authentication_status: enrollment.authentication_status,
      enrollment_status: enrollment.enrollment_status,
      eci: enrollment.eci,
      veres_enrolled: enrollment.veres_enrolled,
      pares_status: enrollment.pares_status,
      specification_version: specificationVersion,
    },
    validation,
    authorization: hold && {token: hold.token, amount: hold.amount, currency: hold.currency},
    capture: tracker.capture,
    reversal: reversal && {token: reversal.token, amount: reversal.amount},
    is_success: hold !== null,
    failure: actions.findLast(({kind}) => kind === 'AUTHORIZATION')?.reason ?? null,
    mode: tracker.mode,
    entry_mode: tracker.entry_mode,
    created_at: wireInstant(actionTimes[0] ?? tracker.created_at),
    updated_at: wireInstant(actionTimes.at(-1) ?? tracker.updated_at),
  };
}

/** The shopper's IP address and browser. The service looks up neither city nor device. */
function locationAndDevice({token: tracker, shopper}: Tracker) {
  const at = shopper && wireInstant(new Date(shopper.at));
  return {
    location: shopper?.ip_address ? {tracker, ip_address: shopper.ip_address, created_at: at} : null,
    device: shopper?.user_agent ? {tracker, user_agent: shopper.user_agent, created_at: at} : null,
  };
}

/** Totals of a captured payment. The service takes no fee. */
function chargeJson({capture, refunds, voided}: Tracker) {
  const {token, amount, currency, created_at: at} = capture!;
  const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const balance = voided ? 0 : amount - refunded;
  return {
    token: token.replace(/^cap_/, 'ch_'),
    amount,
    currency,
    fees: 0,
    tax: 0,
    net: amount,
    balance,
    capture: {token, amount, currency, created_at: wireInstant(new Date(at))},
    refunds: refunds.map(shownRefund),
    void: voided,
  };
}

/** Types of the events of a payment (wire 1.7). */
const eventTypes: Readonly<Partial<Record<ActionRecord['kind'], string>>> = {
  PAYER_AUTH_ENROLLMENT: 'ENROLLMENT',
  AUTHORIZATION: 'AUTHORIZATION',
  CAPTURE: 'CAPTURE',
  REVERSAL: 'REVERSAL',
  VOID: 'VOID',
  REFUND: 'REFUND',
};

/** The event of an action, if it has one: only actions that involve the issuer or the card network have. */
function eventsOf({intent}: Tracker, {kind, at, request_id: request, reason}: ActionRecord) {
  const type = eventTypes[kind];
  if (type === undefined) return [];
  return [
    {
      intent,
      type,
      intent_request_id: request ?? null,
      reason: reason ?? null,
      created_at: at ? wireInstant(new Date(at)) : null,
    },
  ];
}

/** The merchant. `email` is empty: the service stores none, but clients expect a string. */
const clientJson = ({id, name, publicKey}: Merchant) => ({
  token: id.replace(/^mer_/, 'client_'),
  api_key: publicKey,
  name,
  email: '',
});

/** `data` of fetchPayment. */
export function paymentJson(
  tracker: Tracker,
  context: {
    readonly customer: Readonly<Record<string, unknown>>;
    readonly method: PaymentMethodJson | null;
    readonly merchant: Merchant;
    readonly environment: string;
    /** Whether the merchant's server asks, which also sees the shopper's billing address and IP address. */
    readonly isServer: boolean;
  },
) {
  const hasAttempt =
    [tracker.card_summary, tracker.enrollment, tracker.hold].some((part) => part !== null) ||
    tracker.actions.some(({kind}) => kind === 'AUTHORIZATION');
  return {
    ...trackerJson(tracker, context.merchant.publicKey, context.environment),
    client: clientJson(context.merchant),
    customer: context.customer,
    charge: tracker.capture && chargeJson(tracker),
    actions: tracker.actions,
    events: tracker.actions.flatMap((action) => eventsOf(tracker, action)),
    attempts: hasAttempt ? [attemptJson(tracker, context.isServer)] : [],
    ...(context.isServer ? locationAndDevice(tracker) : {location: null, device: null}),
    payment_method: context.method,
    features,
  };
}
