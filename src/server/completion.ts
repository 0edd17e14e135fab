import type {ServiceClient} from './client/client.js';
import type {PaymentRecord} from './client/readers.js';

/** A payment after all it owed has been reversed. */
export interface Settlement {
  readonly payment: PaymentRecord;
  /** A reversal was made, now or before. */
  readonly reversed: boolean;
  /** The payment was made now. */
  readonly reversedNow: boolean;
}

/**
 * Reads a tracker's truth and makes the reversal that is owed, once, however often it is asked to.
 *
 * @param client Its calls carry the id of the request that asks for this.
 * @param accountVerification How the tracker was opened, for a service whose record does not say.
 */
export type Settle = (
  tracker: string,
  client: ServiceClient,
  accountVerification?: boolean,
) => Promise<Settlement>;

/**
 * A settler for one process: calls for the same tracker that arrive together share one run. Between processes the
 * idempotency key, made of the tracker, keeps the reversal single; at a service without such keys it is the record, which is read
 * before each reversal and again after one whose answer was lost.
 */
export function createSettler(): Settle {
  const running = new Map<string, Promise<Settlement>>();
  return (tracker, client, accountVerification) => {
    const shared = running.get(tracker);
    if (shared) return shared;
    const run = settle(tracker, client, accountVerification).finally(() => running.delete(tracker));
    running.set(tracker, run);
    return run;
  };
}

async function settle(
  tracker: string,
  client: ServiceClient,
  accountVerification?: boolean,
): Promise<Settlement> {
  const read = async (): Promise<PaymentRecord> => {
    const payment = await client.trackers.fetch(tracker);
    return {...payment, accountVerification: payment.accountVerification ?? accountVerification};
  };
  const before = await read();
  if (!owesReversal(before)) return {payment: before, reversed: before.reversed, reversedNow: false};
  try {
    await reverse(before, client);
  } catch (error) {
    // Another process may have been faster, or the answer got lost after the deed: only the record can tell.
    if (owesReversal(await read())) throw error;
  }
  return {payment: await read(), reversed: true, reversedNow: true};
}

function reverse({tracker, nextAction}: PaymentRecord, client: ServiceClient): Promise<void> {
  const options = {idempotencyKey: `reversal-${tracker}`};
  return nextAction === 'REVERSAL'
    ? client.trackers.reverse(tracker, options)
    : client.trackers.reverseHeld(tracker, options);
}

/**
 * A reversal is owed when the service says it comes next, and also when a small amount is held while a capture is
 * pending: an instrument tracker never captures (guarantees 4.3).
 */
function owesReversal(payment: PaymentRecord): boolean {
  const {nextAction, authorized, reversed, accountVerification} = payment;
  if (reversed || isPayment(payment)) return false;
  if (nextAction === 'REVERSAL') return true;
  return nextAction === 'CAPTURE' && authorized && accountVerification !== true;
}

/** Something is bought with it: what is held belongs to the shop, and only the shop's own code gives it back. */
export function isPayment({data}: Pick<PaymentRecord, 'data'>): boolean {
  return data['mode'] === 'payment' || data['mode'] === 'cof' || data['mode'] === 'unscheduled_cof';
}

const openStates: readonly PaymentRecord['state'][] = [
  'TRACKER_STARTED',
  'TRACKER_AUTHORIZED',
  'TRACKER_ENROLLED',
  'UNKNOWN',
];

/** Nothing can happen on this tracker any more. */
export function isOver({state, reversed}: PaymentRecord): boolean {
  return reversed || !openStates.includes(state);
}
