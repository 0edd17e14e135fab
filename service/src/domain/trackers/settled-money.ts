/** The responses to CAPTURE, VOID and REFUND. */
import {ServiceError} from '../../platform/errors.js';
import {failure} from '../../platform/http/envelope.js';
import type {Answer} from '../../platform/http/envelope.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {closeOwedReversal} from './authorize.js';
import {actionAnswer, refuseIfOutOfOrder} from './context.js';
import type {ActionDependencies} from './context.js';
import {recordPayment} from './payment-events.js';
import type {RefundRecord, Tracker, TrackerChanges} from './tracker.js';

/** How long a capture can be voided. Afterwards it can be refunded (wire 1.6). */
const voidWindowMs = 24 * 3_600_000;
/** Within this time an equal refund without an idempotency key is refused as an accidental repetition. */
const repetitionMs = 60_000;

const refusal = (action: string, status: number, code: string, why: string) =>
  new ServiceError(status, `tracker.${code}`, `error performing action '${action}': ${why}`);

function refusedByNetwork(action: string): ServiceError {
  return refusal(action, 502, 'network_refused', 'the card network refused it.');
}

/** Captures the hold (mode `payment`). A repetition returns the same capture. */
export async function captureAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
): Promise<Answer> {
  if (tracker.capture) return repeatedAnswer(deps, tracker, 'CAPTURE', {capture: tracker.capture});
  refuseIfOutOfOrder('CAPTURE', tracker);
  const {merchant, token} = tracker;
  const request = {merchant, token, action: 'CAPTURE'} as const;
  const performed = await deps.engine.perform(unit, request, async (current) => {
    const hold = current.hold!;
    const networkRequest = {attempt: `${token}:capture`, tracker: token, authorization: hold.token};
    const {id, approved} = await deps.network.capture(networkRequest);
    if (!approved) throw refusedByNetwork('CAPTURE');
    const capture = {...hold, token: id, created_at: deps.clock.now().toISOString()};
    const changes: TrackerChanges = {capture, state: 'TRACKER_ENDED', next_kind: 'NOOP'};
    return {
      changes,
      write(tx) {
        closeOwedReversal(tx, current, deps.clock);
        recordPayment(deps, tx, current, {type: 'payment.succeeded', occurrence: 'captured', changes});
      },
      result: {capture},
    };
  });
  return actionAnswer(deps, performed);
}

/** Undoes a whole capture within 24 hours. A repetition returns the same void. */
export async function voidAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
): Promise<Answer> {
  if (tracker.voided) return repeatedAnswer(deps, tracker, 'VOID', {void: tracker.voided});
  refuseIfOutOfOrder('VOID', tracker);
  const {merchant, token} = tracker;
  const request = {merchant, token, action: 'VOID'} as const;
  const performed = await deps.engine.perform(unit, request, async (current) => {
    const capture = requireCapture(current, 'VOID');
    if (deps.clock.now().getTime() - Date.parse(capture.created_at) >= voidWindowMs) {
      throw refusal('VOID', 409, 'void_too_late', 'more than 24 hours have passed; refund it.');
    }
    const networkRequest = {attempt: `${token}:void`, tracker: token, authorization: current.hold!.token};
    const {id, approved} = await deps.network.void(networkRequest);
    if (!approved) throw refusedByNetwork('VOID');
    const voided = {token: id, amount: capture.amount};
    const changes: TrackerChanges = {voided, state: 'TRACKER_VOIDED'};
    return {
      changes,
      write: (tx) =>
        recordPayment(deps, tx, current, {
          type: 'void.succeeded',
          occurrence: 'voided',
          changes,
          more: {void: id},
        }),
      result: {void: voided},
    };
  });
  return actionAnswer(deps, performed);
}

/** A requested refund. Without an amount the whole remaining amount is refunded. */
export interface RefundOptions {
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  /** Whether the request has an idempotency key, so that a second one of the same amount is intended. */
  readonly hasIdempotencyKey: boolean;
}

/** Refunds a captured amount, in part or whole, from 24 hours after the capture. */
export async function refundAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  options: RefundOptions,
): Promise<Answer> {
  refuseIfOutOfOrder('REFUND', tracker);
  const {merchant, token} = tracker;
  let requestedAmount = 0;
  let refund: RefundRecord | undefined;
  const request = {merchant, token, action: 'REFUND'} as const;
  const performed = await deps.engine.perform(unit, request, async (current) => {
    requestedAmount = refundableAmount(deps, current, options);
    const {id, approved, amount} = await deps.network.refund({
      // The number of the refund, so that a repetition after a crash is the same refund for the network.
      attempt: `${token}:refund:${current.refunds.length + 1}`,
      tracker: token,
      authorization: current.hold!.token,
      amount: requestedAmount,
    });
    if (!approved) throw refusedByNetwork('REFUND');
    refund = {token: id, amount, currency: current.currency, created_at: deps.clock.now().toISOString()};
    const refunds = [...current.refunds, refund];
    const state = totalOf(refunds) < current.capture!.amount ? 'TRACKER_PARTIAL_REFUND' : 'TRACKER_REFUNDED';
    const changes: TrackerChanges = {refunds, state};
    return {
      changes,
      write: (tx) =>
        recordPayment(deps, tx, current, {
          type: 'payment.refunded',
          occurrence: `refund:${refunds.length}`,
          changes,
          amount,
          more: {refund: id, refunded: totalOf(refunds)},
        }),
      result: {refund},
    };
  });
  if (refund?.amount === requestedAmount) return actionAnswer(deps, performed);
  // The network knew this attempt from an earlier request that was cut off, and made that one's refund.
  const why = `an earlier refund of ${refund?.amount} was still under way and is complete now; repeat your request.`;
  return failure(refusal('REFUND', 409, 'refund_recovered', why));
}

const totalOf = (refunds: readonly RefundRecord[]) => refunds.reduce((sum, {amount}) => sum + amount, 0);

/** @throws {ServiceError} 409 if nothing was captured, or the capture was voided. */
function requireCapture(tracker: Tracker, action: 'VOID' | 'REFUND') {
  if (tracker.capture === null) {
    throw refusal(action, 409, 'nothing_captured', 'nothing was captured on this tracker.');
  }
  if (tracker.voided !== null) throw refusal(action, 409, 'voided', 'the capture was voided.');
  return tracker.capture;
}

/** @throws {ServiceError} 409 if the refund is not allowed. */
function refundableAmount({clock}: ActionDependencies, tracker: Tracker, options: RefundOptions): number {
  const capture = requireCapture(tracker, 'REFUND');
  const now = clock.now().getTime();
  if (now - Date.parse(capture.created_at) < voidWindowMs) {
    throw refusal(
      'REFUND',
      409,
      'refund_too_early',
      'a capture of the last 24 hours is voided, not refunded.',
    );
  }
  if (options.currency !== undefined && options.currency !== tracker.currency) {
    throw refusal('REFUND', 409, 'refund_currency', `the payment was made in ${tracker.currency}.`);
  }
  const remaining = capture.amount - totalOf(tracker.refunds);
  const amount = options.amount ?? remaining;
  const last = tracker.refunds.at(-1);
  const isRecent = last !== undefined && now - Date.parse(last.created_at) < repetitionMs;
  if (!options.hasIdempotencyKey && remaining > 0 && isRecent && last.amount === amount) {
    const why = 'the same refund was made just now; send an Idempotency-Key if another one is meant.';
    throw refusal('REFUND', 409, 'refund_repeated', why);
  }
  if (remaining === 0) throw refusal('REFUND', 409, 'refunded', 'all of it was refunded.');
  if (amount > remaining)
    throw refusal('REFUND', 409, 'refund_too_large', `only ${remaining} is left to refund.`);
  return amount;
}

/** Answers a repeated request with the action that was performed, or the authorization that captured. */
function repeatedAnswer(
  deps: ActionDependencies,
  tracker: Tracker,
  kind: 'CAPTURE' | 'VOID',
  result: Readonly<Record<string, unknown>>,
): Answer {
  const performed = tracker.actions.findLast(
    (action) => action.kind === kind || action.kind === 'AUTHORIZATION',
  );
  return actionAnswer(deps, {tracker, action: {token: performed?.token ?? '', ...result}});
}
