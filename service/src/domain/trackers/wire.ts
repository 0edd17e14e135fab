/** The JSON of a tracker and of its actions' results. */
import {
  cardBrands,
  challengeWindows,
  type AuthenticationStatus,
  type Feature,
} from '../../../../src/protocol/index.js';
import type {IssuerEnrollment} from '../ports/issuer.js';
import type {CardSummaryRow} from '../payment-methods/rows.js';
import type {RefundRecord, Tracker} from './tracker.js';
import {wireInstant} from '../../platform/http/instant.js';

/** The version of EMV 3-D Secure. */
export const specificationVersion = '2.2.0';

/** Meanings of VERes (EMV 3-D Secure enrollment of the card at its issuer). */
const veresDescriptions: Readonly<Record<IssuerEnrollment['veres'], string>> = {
  Y: 'the card is enrolled',
  N: 'the card is not enrolled',
  U: 'authentication is not available',
  B: 'authentication was bypassed',
};

/** `next_actions` names four processors. This service only acts as CYBERSOURCE. */
function nextActions(tracker: Tracker) {
  const none = {kind: 'NOOP'};
  const pending = {kind: tracker.next_kind, ...(tracker.request_id && {request_id: tracker.request_id})};
  return {CYBERSOURCE: pending, MPGS: none, PAYFAST: none, RAAST: none};
}

function purchaseTotals({currency, amount}: Tracker) {
  return {
    quote_amount: {currency, amount},
    base_amount: {currency, amount},
    conversion_rate: {base_currency: currency, quote_currency: currency, rate: 1},
  };
}

/** A refund without its stored name. */
export const shownRefund = ({token, amount, currency, created_at}: RefundRecord) => ({
  token,
  amount,
  currency,
  created_at,
});

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
    ...(tracker.capture && {capture: tracker.capture}),
    ...(tracker.voided && {void: tracker.voided}),
    ...(tracker.refunds.length > 0 && {refunds: tracker.refunds.map(shownRefund)}),
    expires_at: wireInstant(tracker.expires_at),
    created_at: wireInstant(tracker.created_at),
    updated_at: wireInstant(tracker.updated_at),
  };
}

/** The processors that can serve this tracker. */
export const capabilities = {CYBERSOURCE: true, MPGS: false, PAYFAST: false, RAAST: false};

/** Features that deployments of the original service lack. Clients only use those in this list (wire 9.6). */
export const features = [
  'idempotency-keys',
  'scoped-tokens',
  'readable-reporter',
  'microform-extras',
  'merchant-claim',
  'names-method',
  'default-method',
  'saved-card-code',
  'consent',
  'page-language',
  'lasting-names',
  'cardholder-name',
] as const satisfies readonly Feature[];

function authorizationJson(tracker: Tracker) {
  const {token, amount, currency, created_at: at} = tracker.hold!;
  const action = tracker.actions.findLast(({kind}) => kind === 'AUTHORIZATION');
  return {
    token,
    tracker: tracker.token,
    ...(action && {action: action.token}),
    intent: tracker.intent,
    // The network's id is also the authorization's token.
    cybersource_rid: token,
    amount,
    currency,
    totals: {currency, amount},
    created_at: wireInstant(new Date(at)),
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
    specification_version: specificationVersion,
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
