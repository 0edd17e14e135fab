/** The responses to CAPTURE, VOID and REFUND. */
import {ServiceError, misfit} from '../../platform/errors.js';
import {failure, type Answer} from '../../platform/http/envelope.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {authorizationAttempt, closeOwedReversal} from './authorize.js';
import {actionAnswer, refuseIfOutOfOrder, type ActionDependencies} from './context.js';
import {nameTaken} from './lasting-names.js';
import {recordPayment} from './payment-events.js';
import type {RefundRecord, SentRefund, Tracker, TrackerChanges} from './tracker.js';
import {shownRefund} from './wire.js';

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
      write(tx) {
        deps.uses.giveBack(tx, authorizationAttempt(current));
        const event = {type: 'void.succeeded', occurrence: 'voided', changes, more: {void: id}} as const;
        recordPayment(deps, tx, current, event);
      },
      result: {void: voided},
    };
  });
  return actionAnswer(deps, performed);
}

/** A requested refund. Without an amount the whole remaining amount is refunded. */
export interface RefundOptions {
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  /** The shop's own name of the refund, as it is stored. */
  readonly name: string | null;
  /** Whether the request has an idempotency key or a name, so that a second one of the same amount is intended. */
  readonly isNamed: boolean;
}

/**
 * The refund of a known name. A request without an amount is the same one if that gave back all that was left.
 *
 * @throws {ServiceError} 409 `tracker.name_taken` for another amount.
 */
export function knownRefund(
  {refunds, capture}: Pick<Tracker, 'refunds' | 'capture'>,
  {name, amount}: Pick<RefundOptions, 'name' | 'amount'>,
): RefundRecord | undefined {
  const index = name === null ? -1 : refunds.findIndex((refund) => refund.name === name);
  const known = refunds[index];
  if (!known || !capture) return undefined;
  const left = capture.amount - totalOf(refunds.slice(0, index));
  if ((amount ?? left) !== known.amount) {
    const expected = `${known.amount}, as in the refund of this name`;
    throw nameTaken('refund', misfit('/amount', expected, amount === undefined ? 'nothing' : 'a number'));
  }
  return known;
}

/** Thrown where a refund of the same name was made since the tracker was read. */
class RefundedMeanwhile extends Error {}

/** Refunds a captured amount, in part or whole, from 24 hours after the capture; each name once. */
export async function refundAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  options: RefundOptions,
): Promise<Answer> {
  refuseIfOutOfOrder('REFUND', tracker);
  const known = knownRefund(tracker, options);
  if (known) return repeatedRefund(deps, tracker, known);
  try {
    return await refundOnce(deps, unit, tracker, options);
  } catch (error) {
    if (!(error instanceof RefundedMeanwhile)) throw error;
    const latest = await deps.engine.read(tracker.merchant, tracker.token);
    return repeatedRefund(deps, latest, knownRefund(latest, options)!);
  }
}

/** Answers a repeated refund with the one that was made. */
function repeatedRefund(deps: ActionDependencies, tracker: Tracker, refund: RefundRecord): Answer {
  const index = tracker.refunds.findIndex(({token}) => token === refund.token);
  const performed = tracker.actions.filter(({kind}) => kind === 'REFUND')[index];
  return actionAnswer(deps, {tracker, action: {token: performed?.token ?? '', refund: shownRefund(refund)}});
}

async function refundOnce(
  deps: ActionDependencies,
  unit: UnitOfWork,
  {merchant, token}: Tracker,
  options: RefundOptions,
): Promise<Answer> {
  let wasRecovered = false;
  let refund: RefundRecord | undefined;
  const request = {merchant, token, action: 'REFUND'} as const;
  const performed = await deps.engine.perform(unit, request, async (current) => {
    if (knownRefund(current, options)) throw new RefundedMeanwhile();
    const wanted = {amount: refundableAmount(deps, current, options), name: options.name ?? undefined};
    // One that was cut off comes first, because the network may have made it.
    const sent = current.refund_sent ?? wanted;
    const {id, amount} = await refundAtNetwork(deps, current, sent);
    wasRecovered = amount !== wanted.amount || sent.name !== wanted.name;
    refund = {
      ...{token: id, amount, currency: current.currency, created_at: deps.clock.now().toISOString()},
      ...(sent.name !== undefined && amount === sent.amount && {name: sent.name}),
    };
    const refunds = [...current.refunds, refund];
    const state = totalOf(refunds) < current.capture!.amount ? 'TRACKER_PARTIAL_REFUND' : 'TRACKER_REFUNDED';
    const changes: TrackerChanges = {refunds, refund_sent: null, state};
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
      result: {refund: shownRefund(refund)},
    };
  });
  if (!wasRecovered) return actionAnswer(deps, performed);
  // The network knew this attempt from an earlier request that was cut off, and made that one's refund.
  const why = `an earlier refund of ${refund?.amount} was still under way and is complete now; repeat your request.`;
  return failure(refusal('REFUND', 409, 'refund_recovered', why));
}

/** Asks the network for a refund that is on record before, with its name: after a crash it is still that refund. */
async function refundAtNetwork(
  {database, network}: ActionDependencies,
  {token, hold, refunds, refund_sent: recorded}: Tracker,
  sent: SentRefund,
) {
  const record = (refund: SentRefund | null) =>
    database.query('UPDATE trackers SET refund_sent = $2::jsonb WHERE token = $1', [
      token,
      refund && JSON.stringify(refund),
    ]);
  if (recorded === null) await record(sent);
  const result = await network.refund({
    // The number of the refund, so that a repetition after a crash is the same refund for the network.
    attempt: `${token}:refund:${refunds.length + 1}`,
    tracker: token,
    authorization: hold!.token,
    amount: sent.amount,
  });
  if (result.approved) return result;
  await record(null);
  throw refusedByNetwork('REFUND');
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
  if (!options.isNamed && remaining > 0 && isRecent && last.amount === amount) {
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
