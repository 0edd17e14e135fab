import {cardBrands, challengeWindows} from '../../protocol/index.js';
import type {AuthenticationStatus} from '../../protocol/index.js';
import type {IssuerEnrollment} from '../parts.js';
import {schemeOf} from '../payment-methods/payment-methods.js';
import type {CardSummaryRow} from '../payment-methods/payment-methods.js';
import type {Tracker} from './tracker.js';

const version = '2.2.0';

/** Meanings of VERes (EMV 3-D Secure enrollment of the card at its issuer). */
const veresDescriptions: Readonly<Record<IssuerEnrollment['veres'], string>> = {
  Y: 'the card is enrolled',
  N: 'the card is not enrolled',
  U: 'authentication is not available',
  B: 'authentication was bypassed',
};

/** `next_actions`: one processor works here, the others never have anything to do. */
function nextActions(tracker: Tracker) {
  const idle = {kind: 'NOOP'};
  const pending = {kind: tracker.next_kind, ...(tracker.request_id && {request_id: tracker.request_id})};
  return {CYBERSOURCE: pending, MPGS: idle, PAYFAST: idle, RAAST: idle};
}

function purchaseTotals({currency, amount}: Tracker) {
  return {
    quote_amount: {currency, amount},
    base_amount: {currency, amount},
    conversion_rate: {base_currency: currency, quote_currency: currency, rate: 1},
  };
}

/** `data.tracker` of every tracker answer (wire 1.5). */
export function trackerJson(tracker: Tracker, client: string, environment: string) {
  return {
    token: tracker.token,
    client,
    environment,
    state: tracker.state,
    payment_method_kind: 'card',
    intent: tracker.intent,
    mode: tracker.mode,
    entry_mode: tracker.entry_mode,
    customer: tracker.customer,
    is_account_verification: tracker.is_account_verification,
    next_actions: nextActions(tracker),
    purchase_totals: purchaseTotals(tracker),
    metadata: tracker.metadata,
    ...(tracker.hold && {authorization: authorizationJson(tracker)}),
    ...(tracker.reversal && {reversal: {token: tracker.reversal.token, amount: tracker.reversal.amount}}),
    created_at: seconds(tracker.created_at),
    updated_at: seconds(tracker.updated_at),
  };
}

export const capabilities = {CYBERSOURCE: true, MPGS: false, PAYFAST: false, RAAST: false};

const seconds = (at: Date) => ({
  seconds: Math.floor(at.getTime() / 1000),
  nanos: (at.getTime() % 1000) * 1e6,
});

function authorizationJson(tracker: Tracker) {
  const {token, amount, currency, created_at: at} = tracker.hold!;
  return {
    token,
    tracker: tracker.token,
    intent: tracker.intent,
    amount,
    currency,
    totals: {currency, amount},
    created_at: seconds(new Date(at)),
  };
}

/** `action.payment_method`: the card details of spec 4.3. */
export function cardJson(card: string, summary: CardSummaryRow) {
  const brand = summary.brand === 'unknown' ? undefined : cardBrands[summary.brand];
  return {
    token: card,
    expiration_month: summary.expiration_month,
    expiration_year: summary.expiration_year,
    card_type_code: brand?.typeCode ?? '',
    card_type: brand?.name ?? 'Unbranded',
    bin_number: summary.bin,
    last_four: summary.last_four,
  };
}

/** `payer_authentication_enrollment` (spec 2.4, wire 1.6). */
export function enrollmentJson(answer: IssuerEnrollment, status: AuthenticationStatus, rid: string) {
  const {stepUp} = answer;
  const size = stepUp && stepUp.windowSize in challengeWindows ? stepUp.windowSize : undefined;
  const pixels = size && challengeWindows[size as keyof typeof challengeWindows];
  return {
    rid,
    authentication_status: status,
    enrollment_status: answer.enrollmentStatus,
    veres_enrolled: answer.veres,
    veres_enrolled_description: veresDescriptions[answer.veres],
    ...(answer.pares !== null && {pares_status: answer.pares}),
    ...(answer.eci !== undefined && {eci: answer.eci, eci_raw: answer.eci}),
    specification_version: version,
    authentication_transaction_id: answer.transactionId,
    ...(status === 'REQUIRED' &&
      stepUp && {
        access_token: stepUp.accessToken,
        step_up_url: stepUp.url,
        challenge_window_size: stepUp.windowSize,
        challenge_window_size_description: pixels ? `${pixels.width}x${pixels.height}` : 'full page',
      }),
  };
}

/** One saved method as fetchPayment and the shop's server show it. */
export interface PaymentMethodJson {
  readonly token: string;
  readonly brand: string;
  readonly scheme: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly single_use: boolean;
}

/** The one attempt a tracker can hold (wire 1.7). */
function attemptJson(tracker: Tracker) {
  const {card, card_summary: summary, enrollment, validation, hold, reversal} = tracker;
  return {
    token: `attempt_${tracker.token.slice('track_'.length)}`,
    idempotency_key: tracker.request_id,
    kind: 'AUTHORIZATION',
    actions_performed: tracker.actions,
    payment_method: summary && {
      token: card,
      kind: 'CARD',
      scheme: schemeOf(summary.brand),
      bin: summary.bin,
      last_four: summary.last_four,
      expiration_month: summary.expiration_month,
      expiration_year: summary.expiration_year,
    },
    enrollment: enrollment && {
      authentication_status: enrollment.authentication_status,
      enrollment_status: enrollment.enrollment_status,
      eci: enrollment.eci,
      veres_enrolled: enrollment.veres_enrolled,
      pares_status: enrollment.pares_status,
      specification_version: version,
    },
    validation,
    authorization: hold && {token: hold.token, amount: hold.amount, currency: hold.currency},
    reversal: reversal && {token: reversal.token, amount: reversal.amount},
    is_success: hold !== null,
    mode: tracker.mode,
    entry_mode: tracker.entry_mode,
  };
}

/** `data` of fetchPayment. */
export function paymentJson(
  tracker: Tracker,
  more: {
    readonly customer: Readonly<Record<string, unknown>>;
    readonly method: PaymentMethodJson | null;
    readonly client: string;
    readonly environment: string;
  },
) {
  const begun = tracker.card_summary !== null || tracker.enrollment !== null;
  return {
    ...trackerJson(tracker, more.client, more.environment),
    client: {api_key: more.client},
    customer: more.customer,
    attempts: begun ? [attemptJson(tracker)] : [],
    payment_method: more.method,
  };
}
