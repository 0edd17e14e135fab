/** Completes a step-up: the shopper's browser returns from the issuer's page. */
import {setTimeout as pause} from 'node:timers/promises';
import type {ValidationResult} from '../../../../src/protocol/index.js';
import {ServiceError} from '../../platform/errors.js';
import type {Writes} from '../../platform/storage/database.js';
import {inUnit} from '../../platform/idempotency/unit-of-work.js';
import {authorize} from './authorize.js';
import {forgetCard} from './entered-card.js';
import type {ActionDependencies} from './context.js';
import type {ActionEnd} from './engine.js';
import type {Tracker, ValidationRecord} from './tracker.js';

/** Value of the query parameter `error` in the failure URL. */
type ReturnError = Exclude<ValidationResult, 'succeeded'>;

/** How long a repeated request waits for the first one to finish. */
const maxWaitMs = 20_000;

/**
 * Performs PAYER_AUTH_VALIDATION. The browser's request only names the step-up; the service asks the issuer
 * for the outcome. After a success the same request authorizes the amount, so that a shopper who closes the
 * tab now still has a saved payment method.
 *
 * @returns The URL to redirect the shopper to. It is validated again before use (guarantees 2.7).
 * @throws {ServiceError} 400 `validation.transaction_unknown`, 409 `tracker.busy`.
 */
export async function completeStepUp(
  deps: ActionDependencies,
  token: string,
  transactionId: string | undefined,
): Promise<URL> {
  const merchant = deps.merchant.id;
  let tracker = await deps.engine.read(merchant, token);
  if (transactionId === undefined || tracker.enrollment?.transaction_id !== transactionId) {
    throw transactionUnknown();
  }
  const isOver = tracker.validation !== null || tracker.state === 'TRACKER_CANCELLED';
  if (!isOver) tracker = await validateOnce(deps, tracker);
  return returnUrlOf(deps, tracker);
}

/**
 * The same for an unknown tracker and for a wrong transaction, so that it does not reveal which trackers
 * exist.
 */
export const transactionUnknown = () =>
  new ServiceError(
    400,
    'validation.transaction_unknown',
    "error performing action 'PAYER_AUTH_VALIDATION': TransactionId must be that of this tracker's step-up.",
  );

/** Of several concurrent requests one validates. The others wait, and retry if it fails. */
async function validateOnce(deps: ActionDependencies, tracker: Tracker): Promise<Tracker> {
  const {merchant, token} = tracker;
  const request = {merchant, token, action: 'PAYER_AUTH_VALIDATION' as const};
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    try {
      const performed = await inUnit(deps.database, (unit) =>
        deps.engine.perform(unit, request, (current) => validationOutcome(deps, current)),
      );
      return performed.tracker;
    } catch (error) {
      if (error instanceof StepUpPending) return tracker;
      if (!(error instanceof ServiceError)) throw error;
      // Another request may have completed the validation in the meantime.
      const latest = await deps.engine.read(merchant, token);
      if (latest.validation !== null) return latest;
      // Another payment of the order took its place while the shopper was at the bank.
      if (latest.state === 'TRACKER_CANCELLED') return latest;
      if (error.code !== 'tracker.busy' || performance.now() > deadline) throw error;
    }
    await pause(25);
  }
}

/** Thrown while the issuer has no result of the step-up yet, so that the tracker stays unchanged. */
class StepUpPending extends Error {}

/** Asks the issuer for the result of the step-up. After a success it authorizes the amount. */
async function validationOutcome(deps: ActionDependencies, current: Tracker): Promise<ActionEnd> {
  const {state, eci} = await deps.issuer.result({transactionId: current.enrollment!.transaction_id});
  if (state === 'pending') throw new StepUpPending();
  const validation: ValidationRecord = {result: state, eci: eci ?? null};
  if (state === 'succeeded') {
    const outcome = await authorize(deps, current, {
      capture: current.capture_wanted,
      cardOnFile: current.card_on_file,
      method: current.payment_method,
      declineUnusable: true,
    });
    return {
      changes: {...outcome.changes, validation},
      write: outcome.write,
      reason: outcome.reason,
      performed: [
        'PAYER_AUTH_VALIDATION',
        ...(outcome.changes.state === 'TRACKER_CANCELLED' ? [] : (['AUTHORIZATION'] as const)),
        ...(outcome.changes.capture ? (['CAPTURE'] as const) : []),
      ],
      result: {},
    };
  }
  return stepUpFailed(deps, current, validation);
}

/** What a step-up needs that ends without a success. */
export type StepUpDependencies = Pick<
  ActionDependencies,
  'database' | 'clock' | 'issuer' | 'codes' | 'cards'
>;

/** The end of a step-up that has not succeeded. No network was asked, so no event tells of it. */
export function stepUpFailed(
  {codes, cards}: StepUpDependencies,
  current: Tracker,
  validation: ValidationRecord,
): ActionEnd {
  codes.forget(current.token);
  return {
    changes: {validation, state: 'TRACKER_ENDED', next_kind: 'NOOP', card: null},
    write: (tx: Writes) => forgetCard(cards, current, tx),
    result: {},
  };
}

/** The success URL or failure URL with the query parameters of wire 4. */
async function returnUrlOf(deps: ActionDependencies, tracker: Tracker): Promise<URL> {
  const method = await deps.methods.ofTracker(deps.database, tracker.token);
  const succeeded = tracker.validation?.result === 'succeeded' && tracker.hold !== null;
  const address = succeeded ? tracker.success_url : tracker.failure_url;
  const url = new URL(await deps.returns.checkAgain(address));
  url.searchParams.set('tracker', tracker.token);
  url.searchParams.set('request_id', tracker.request_id ?? '');
  const paymentMethod = tracker.payment_method ?? method?.token;
  if (succeeded && paymentMethod !== undefined) url.searchParams.set('payment_method', paymentMethod);
  if (!succeeded) url.searchParams.set('error', errorOf(tracker.validation));
  return url;
}

/** A declined authorization after a successful step-up is `rejected`; an unfinished step-up is `error`. */
function errorOf(validation: ValidationRecord | null): ReturnError {
  if (validation === null) return 'error';
  return validation.result === 'succeeded' ? 'rejected' : validation.result;
}
