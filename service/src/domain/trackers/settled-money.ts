import {ServiceError} from '../../platform/errors.js';
import {failure} from '../../platform/http/envelope.js';
import type {Answer} from '../../platform/http/envelope.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {completeDuty} from './authorize.js';
import {answer, refuseWrongOrder} from './context.js';
import type {ActionDependencies} from './context.js';
import {recordPayment} from './payment-events.js';
import type {RefundRecord, Tracker, TrackerChanges} from './tracker.js';

/** A capture can be voided for this long, and refunded afterwards (wire 1.6). */
const voidWindowMs = 24 * 3_600_000;
/** An equal refund without an idempotency key within this time counts as a repetition. */
const repetitionMs = 60_000;

const refuse = (action: string, status: number, code: string, why: string) =>
  new ServiceError(status, `tracker.${code}`, `error performing action '${action}': ${why}`);

function refusedByNetwork(action: string): ServiceError {
  return refuse(action, 502, 'network_refused', 'the card network did not do it.');
}

/** Captures the hold (mode `payment`). A repetition returns the same capture. */
export async function captureAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
): Promise<Answer> {
  if (tracker.capture) return again(deps, tracker, 'CAPTURE', {capture: tracker.capture});
  refuseWrongOrder('CAPTURE', tracker);
  const {merchant, token} = tracker;
  const request = {merchant, token, action: 'CAPTURE'} as const;
  const performed = await deps.engine.perform(unit, request, async (held) => {
    const hold = held.hold!;
    const asked = {attempt: `${token}:capture`, tracker: token, authorization: hold.token};
    const {id, approved} = await deps.network.capture(asked);
    if (!approved) throw refusedByNetwork('CAPTURE');
    const capture = {...hold, token: id, created_at: deps.clock.now().toISOString()};
    const changes: TrackerChanges = {capture, state: 'TRACKER_ENDED', next_kind: 'NOOP'};
    return {
      changes,
      write(tx) {
        completeDuty(tx, held, deps.clock);
        recordPayment(deps, tx, held, {type: 'payment.succeeded', occurrence: 'captured', changes});
      },
      result: {capture},
    };
  });
  return answer(deps, performed);
}

/** Undoes a whole capture within 24 hours. A repetition returns the same void. */
export async function voidAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
): Promise<Answer> {
  if (tracker.voided) return again(deps, tracker, 'VOID', {void: tracker.voided});
  refuseWrongOrder('VOID', tracker);
  const {merchant, token} = tracker;
  const request = {merchant, token, action: 'VOID'} as const;
  const performed = await deps.engine.perform(unit, request, async (held) => {
    const capture = captured(held, 'VOID');
    if (deps.clock.now().getTime() - Date.parse(capture.created_at) >= voidWindowMs) {
      throw refuse('VOID', 409, 'void_too_late', 'more than 24 hours have passed; refund it.');
    }
    const asked = {attempt: `${token}:void`, tracker: token, authorization: held.hold!.token};
    const {id, approved} = await deps.network.void(asked);
    if (!approved) throw refusedByNetwork('VOID');
    const voided = {token: id, amount: capture.amount};
    const changes: TrackerChanges = {voided, state: 'TRACKER_VOIDED'};
    return {
      changes,
      write: (tx) =>
        recordPayment(deps, tx, held, {
          ...{type: 'void.succeeded', occurrence: 'voided', changes, more: {void: id}},
        }),
      result: {void: voided},
    };
  });
  return answer(deps, performed);
}

/** A requested refund; without an amount all that is left. */
export interface RefundOptions {
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  /** The request has an idempotency key, so a second one of the same amount is intended. */
  readonly keyed: boolean;
}

/** Refunds a captured amount, in part or whole, from 24 hours after the capture. */
export async function refundAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  options: RefundOptions,
): Promise<Answer> {
  refuseWrongOrder('REFUND', tracker);
  const {merchant, token} = tracker;
  let wanted = 0;
  let made: RefundRecord | undefined;
  const request = {merchant, token, action: 'REFUND'} as const;
  const performed = await deps.engine.perform(unit, request, async (held) => {
    wanted = refundable(deps, held, options);
    const {id, approved, amount} = await deps.network.refund({
      // Numbered, so that a repetition after a crash is the same refund for the network.
      attempt: `${token}:refund:${held.refunds.length + 1}`,
      tracker: token,
      authorization: held.hold!.token,
      amount: wanted,
    });
    if (!approved) throw refusedByNetwork('REFUND');
    made = {token: id, amount, currency: held.currency, created_at: deps.clock.now().toISOString()};
    const refunds = [...held.refunds, made];
    const state = totalOf(refunds) < held.capture!.amount ? 'TRACKER_PARTIAL_REFUND' : 'TRACKER_REFUNDED';
    const changes: TrackerChanges = {refunds, state};
    return {
      changes,
      write: (tx) =>
        recordPayment(deps, tx, held, {
          ...{type: 'payment.refunded', occurrence: `refund:${refunds.length}`, changes, amount},
          more: {refund: id, refunded: totalOf(refunds)},
        }),
      result: {refund: made},
    };
  });
  if (made?.amount === wanted) return answer(deps, performed);
  const why = `an earlier refund of ${made?.amount} was still under way and is made now; ask again for yours.`;
  return failure(refuse('REFUND', 409, 'refund_recovered', why));
}

const totalOf = (refunds: readonly RefundRecord[]) => refunds.reduce((sum, {amount}) => sum + amount, 0);

function captured(tracker: Tracker, action: 'VOID' | 'REFUND') {
  if (tracker.capture === null) {
    throw refuse(action, 409, 'nothing_captured', 'nothing was captured on this tracker.');
  }
  if (tracker.voided !== null) throw refuse(action, 409, 'voided', 'the capture was voided.');
  return tracker.capture;
}

function refundable({clock}: ActionDependencies, tracker: Tracker, options: RefundOptions): number {
  const capture = captured(tracker, 'REFUND');
  const now = clock.now().getTime();
  if (now - Date.parse(capture.created_at) < voidWindowMs) {
    throw refuse(
      'REFUND',
      409,
      'refund_too_early',
      'a capture of the last 24 hours is voided, not refunded.',
    );
  }
  if (options.currency !== undefined && options.currency !== tracker.currency) {
    throw refuse('REFUND', 409, 'refund_currency', `the payment was made in ${tracker.currency}.`);
  }
  const left = capture.amount - totalOf(tracker.refunds);
  const amount = options.amount ?? left;
  const last = tracker.refunds.at(-1);
  const justMade = last !== undefined && now - Date.parse(last.created_at) < repetitionMs;
  if (!options.keyed && left > 0 && justMade && last.amount === amount) {
    const why = 'the same refund was made just now; send an Idempotency-Key if another one is meant.';
    throw refuse('REFUND', 409, 'refund_repeated', why);
  }
  if (left === 0) throw refuse('REFUND', 409, 'refunded', 'all of it was refunded.');
  if (amount > left) throw refuse('REFUND', 409, 'refund_too_large', `only ${left} is left to refund.`);
  return amount;
}

function again(
  deps: ActionDependencies,
  tracker: Tracker,
  kind: 'CAPTURE' | 'VOID',
  result: Readonly<Record<string, unknown>>,
): Answer {
  const made = tracker.actions.findLast((action) => action.kind === kind || action.kind === 'AUTHORIZATION');
  return answer(deps, {tracker, action: {token: made?.token ?? '', ...result}});
}
