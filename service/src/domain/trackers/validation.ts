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

/** Query parameters of the shopper's return address after a failed step-up. */
type ReturnError = Exclude<ValidationResult, 'succeeded'>;

/** How long a form that was sent twice waits for the first one's answer. */
const patienceMs = 20_000;

/**
 * PAYER_AUTH_VALIDATION: the browser returns from the bank's page. Its form only names the step-up; the
 * outcome comes from the issuer. After a successful one the authorization follows in the same request, so
 * that a closed tab loses neither the payment method nor the duty to reverse.
 *
 * @returns where to send the shopper (guarantees 2.7: validated again before use).
 * @throws {ServiceError} 400 `validation.transaction_unknown`, 404 `tracker.not_found`, 409 `tracker.busy`.
 */
export async function validate(
  deps: ActionDependencies,
  token: string,
  transactionId: string | undefined,
): Promise<URL> {
  const merchant = deps.merchant.id;
  let tracker = await deps.engine.read(merchant, token);
  if (transactionId === undefined || tracker.enrollment?.transaction_id !== transactionId) {
    throw new ServiceError(
      400,
      'validation.transaction_unknown',
      "error performing action 'PAYER_AUTH_VALIDATION': no step-up of this tracker has such a transaction.",
    );
  }
  if (tracker.validation === null) tracker = await decide(deps, tracker);
  return destination(deps, tracker);
}

/** Of several concurrent forms one decides; the others wait, and take over if it fails. */
async function decide(deps: ActionDependencies, tracker: Tracker): Promise<Tracker> {
  const {merchant, token} = tracker;
  const request = {merchant, token, action: 'PAYER_AUTH_VALIDATION' as const};
  const giveUp = performance.now() + patienceMs;
  for (;;) {
    try {
      const performed = await inUnit(deps.database, (unit) =>
        deps.engine.perform(unit, request, (held) => decision(deps, held)),
      );
      return performed.tracker;
    } catch (error) {
      if (error instanceof Undecided) return tracker;
      if (!(error instanceof ServiceError)) throw error;
      // The other form may have finished between our attempt and this read.
      const now = await deps.engine.read(merchant, token);
      if (now.validation !== null) return now;
      if (error.code !== 'tracker.busy' || performance.now() > giveUp) throw error;
    }
    await pause(25);
  }
}

/** The step-up has not ended at the issuer: the tracker stays as it is. */
class Undecided extends Error {}

async function decision(deps: ActionDependencies, held: Tracker): Promise<ActionEnd> {
  const {state, eci} = await deps.issuer.result({transactionId: held.enrollment!.transaction_id});
  if (state === 'pending') throw new Undecided();
  const validation: ValidationRecord = {result: state, eci: eci ?? null};
  if (state === 'succeeded') {
    const outcome = await authorize(deps, held, {
      capture: held.capture_wanted,
      cardOnFile: held.card_on_file,
      method: held.payment_method,
      declineUnusable: true,
    });
    return {
      changes: {...outcome.changes, validation},
      write: outcome.write,
      reason: outcome.reason,
      performed: [
        'PAYER_AUTH_VALIDATION',
        'AUTHORIZATION',
        ...(outcome.changes.capture ? (['CAPTURE'] as const) : []),
      ],
      result: {},
    };
  }
  deps.codes.forget(held.token);
  return {
    changes: {validation, state: 'TRACKER_ENDED', next_kind: 'NOOP', card: null},
    write: (tx: Writes) => forgetCard(deps.cards, held, tx),
    result: {},
  };
}

/**
 * success_url or failure_url with what wire 4 names: `tracker`, `request_id`, and `payment_method` or
 * `error`.
 */
async function destination(deps: ActionDependencies, tracker: Tracker): Promise<URL> {
  const method = await deps.methods.ofTracker(deps.database, tracker.token);
  const succeeded = tracker.validation?.result === 'succeeded' && tracker.hold !== null;
  const address = succeeded ? tracker.success_url : tracker.failure_url;
  const url = new URL(await deps.returns.again(address, tracker));
  url.searchParams.set('tracker', tracker.token);
  url.searchParams.set('request_id', tracker.request_id ?? '');
  const saved = tracker.payment_method ?? method?.token;
  if (succeeded && saved !== undefined) url.searchParams.set('payment_method', saved);
  if (!succeeded) url.searchParams.set('error', errorOf(tracker.validation));
  return url;
}

/** A declined authorization after a good step-up is a rejection; a step-up without an end is an error. */
function errorOf(validation: ValidationRecord | null): ReturnError {
  if (validation === null) return 'error';
  return validation.result === 'succeeded' ? 'rejected' : validation.result;
}
