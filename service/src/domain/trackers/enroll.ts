/** Performs PAYER_AUTH_ENROLLMENT. */
import {recordConsent, type GivenConsent} from '../payment-methods/consents.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {randomUUID} from 'node:crypto';
import {ServiceError} from '../../platform/errors.js';
import {failure, type Answer} from '../../platform/http/envelope.js';
import {givenName} from '../merchants/merchant.js';
import type {AuthenticationStatus} from '../../../../src/protocol/index.js';
import type {IssuerEnrollment, Purchase} from '../ports/issuer.js';
import {toDecimalText} from '../../../../src/protocol/currencies.js';
import type {Writes} from '../../platform/storage/database.js';
import {cardholderOf} from './cardholder.js';
import {forgetCard} from './entered-card.js';
import {actionAnswer, type ActionDependencies} from './context.js';
import type {ActionEnd} from './engine.js';
import {afterEnrollment, statusOf} from './machine.js';
import type {ActionRequest} from './payload.js';
import type {EnrollmentRecord, ShopperRecord, Tracker} from './tracker.js';
import {dueAfter} from './step-ups.js';
import {cardJson, enrollmentJson} from './wire.js';
import {modeOf} from './modes.js';

type Enrollment = Extract<ActionRequest, {action: 'PAYER_AUTH_ENROLLMENT'}>;

/** Asks the issuer to authenticate the shopper. A failed authentication ends the tracker. */
export async function enroll(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  request: Enrollment,
  pageOrigin: string | undefined,
): Promise<Answer> {
  const {engine, issuer, urls, returns, codes, cards, settings, velocity} = deps;
  const {success: successUrl, failure: failureUrl} = await returns.check(request.setup);
  const {merchant, token} = tracker;
  let authenticationFailed = false;
  // The issuer may be slow. The lease keeps other requests off the tracker until it answers.
  const work = async (current: Tracker): Promise<ActionEnd> => {
    const {above_limit_since: above} = current;
    if (above) await velocity.merchantPassed({merchant, customer: current.customer, tracker: token}, above);
    const enrollmentRequest = {
      ...{merchant, tracker: token},
      referenceId: current.reference_id!,
      sessionId: request.setup.device_fingerprint_session_id || undefined,
      returnUrl: `${urls.api}/order/payments/v3/${token}/validation`,
      shop: givenName(deps.merchant),
      ...{purchase: purchaseOf(current), language: request.setup.language ?? undefined},
      cardholder: await cardholderOf(request.cardholderName),
      mustAsk: above !== null,
      origins: distinct([current.origin, pageOrigin, successUrl.origin, failureUrl.origin]),
    };
    const issuerAnswer = await issuer.enroll(enrollmentRequest, unit);
    const status = statusOf(issuerAnswer, above !== null);
    const {next, state} = afterEnrollment(status);
    const hasEnded = next === 'NOOP';
    authenticationFailed = status === 'FAILED' || status === 'REJECTED';
    if (hasEnded) unit.afterCommit(() => codes.forget(token));
    return {
      changes: {
        enrollment: recordOf(issuerAnswer, status),
        next_kind: next,
        state,
        step_up_due_at: dueAfter(issuerAnswer.stepUp?.until),
        success_url: successUrl.href,
        failure_url: failureUrl.href,
        capture_wanted: request.capture,
        card_on_file: request.cardOnFile,
        shopper: shopperOf(deps, request),
        ...(hasEnded && {card: null}),
      },
      write: (tx: Writes) =>
        hasEnded ? forgetCard(cards, current, tx) : keepConsent(deps, request, current, tx),
      result: {
        payment_method: cardJson(current.card!, current.card_summary!),
        payer_authentication_enrollment: enrollmentJson(issuerAnswer, status, `rid_${randomUUID()}`),
        authentication_status: status,
      },
    };
  };
  const performed = await engine.perform(unit, {merchant, token, action: request.action}, work, {tracker});
  if (authenticationFailed && settings.enrollmentFailures === 'http') return couldNotBeAuthenticated();
  return actionAnswer(deps, performed);
}

const recordOf = (answer: IssuerEnrollment, status: AuthenticationStatus): EnrollmentRecord => ({
  transaction_id: answer.transactionId,
  authentication_status: status,
  enrollment_status: answer.enrollmentStatus,
  veres_enrolled: answer.veres,
  pares_status: answer.pares,
  eci: answer.eci ?? null,
});

function keepConsent(
  {clock}: ActionDependencies,
  {consent}: {readonly consent: GivenConsent | undefined},
  {token}: Tracker,
  tx: Writes,
): void {
  if (consent) recordConsent(tx, token, consent, clock.now());
}

/**
 * The response to FAILED and REJECTED (wire 0). It is returned, not thrown, so that a repeated request gets
 * the same response.
 */
function couldNotBeAuthenticated(): Answer {
  const message = "error performing action 'PAYER_AUTH_ENROLLMENT': the payer could not be authenticated";
  return failure(new ServiceError(400, 'tracker.payer_not_authenticated', message));
}

/** The purchase that the issuer's page asks the shopper to confirm. Undefined if only a card is saved. */
function purchaseOf(tracker: Tracker): Purchase | undefined {
  const {mode, amount, currency, subscription_amount: firstCharge} = tracker;
  const price = (minor: number) => ({currency, amount: toDecimalText(minor, currency)});
  if (firstCharge === 0) return {kind: 'subscription', currency};
  if (firstCharge !== null) return {kind: 'subscription', ...price(firstCharge)};
  return modeOf({mode}).namesAmount ? {kind: 'payment', ...price(amount)} : undefined;
}

const billingFields = ['street_1', 'street_2', 'city', 'state', 'postal_code', 'country'] as const;

/** The shopper's address, name on the card, and browser. Null if the request contains none of them. */
function shopperOf(
  {seen, clock}: ActionDependencies,
  {billing: sent, cardholderName: name}: Pick<Enrollment, 'billing' | 'cardholderName'>,
): ShopperRecord | null {
  const fields = billingFields.map((field): [string, string | null] => [field, sent?.[field] || null]);
  const billing = fields.some(([, value]) => value !== null) ? Object.fromEntries(fields) : null;
  const {ipAddress: ip_address = null, userAgent: user_agent = null} = seen ?? {};
  if ([billing, ip_address, user_agent, name ?? null].every((value) => value === null)) return null;
  const at = clock.now().toISOString();
  return {billing, ...(name !== undefined && {cardholder_name: name}), ip_address, user_agent, at};
}

const distinct = (origins: readonly (string | null | undefined)[]) => [
  ...new Set(origins.filter((origin): origin is string => typeof origin === 'string')),
];
