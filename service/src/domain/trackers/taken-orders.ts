/** An order is paid once: of its trackers, one at most may ask a bank for the money (decision 0086). */
import {setTimeout as pause} from 'node:timers/promises';
import type {Clock} from '../../platform/clock/clock.js';
import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Database} from '../../platform/storage/database.js';
import {replaceTrackers} from './expiry.js';
import {withoutMoney, type Tracker} from './tracker.js';

/** How long a payment waits for the outcome of another one of its order. */
const maxWaitMs = 15_000;
const uniqueViolation = '23505';

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Takes the tracker's order for this tracker, before the network hears of an amount. A unique index makes it one tracker
 * at a time; one that ends without money gives the order back by itself. While another one is being authorized, this
 * waits for its outcome.
 *
 * @returns `paid` if another tracker of the order holds or has taken its money.
 * @throws {RetryError} 409 `tracker.busy` while the outcome of another one is not known.
 */
export async function takeOrder(deps: Dependencies, tracker: Tracker): Promise<'taken' | 'paid'> {
  if (tracker.shop_order === null || tracker.order_taken) return 'taken';
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    if (await markTaken(deps, tracker)) return 'taken';
    const holder = await holderOf(deps, tracker);
    if (holder?.hold) return 'paid';
    if (holder && !(await isStillUnderWay(deps, holder))) continue;
    if (performance.now() > deadline) throw underWay();
    await pause(50);
  }
}

async function markTaken({database}: Dependencies, {token}: Tracker): Promise<boolean> {
  try {
    await database.query('UPDATE trackers SET order_taken = true WHERE token = $1', [token]);
    return true;
  } catch (error) {
    if ((error as {code?: unknown}).code === uniqueViolation) return false;
    throw error;
  }
}

/** The other tracker that has the order, if it has it still. */
async function holderOf({database}: Dependencies, tracker: Tracker): Promise<Tracker | undefined> {
  const [holder] = await database.query<Tracker>(
    `SELECT * FROM trackers WHERE merchant = $1 AND customer = $2 AND shop_order = $3 AND order_taken AND NOT ${withoutMoney}`,
    [tracker.merchant, tracker.customer, tracker.shop_order],
  );
  return holder;
}

/**
 * Whether the outcome of the other payment is still to be waited for. One that died before it asked a bank is ended.
 * One whose answer was lost is given back by the worker, and now rather than days later.
 */
async function isStillUnderWay({database, clock}: Dependencies, {token}: Tracker): Promise<boolean> {
  const now = clock.now();
  const ended = await replaceTrackers(database, database.leases, {now, tokens: [token]});
  if (ended.length > 0) return false;
  const hurried = await database.query(
    `UPDATE owed_reversals SET due_at = $2 WHERE tracker = $1 AND settled_at IS NULL AND due_at > $2 AND EXISTS (
       SELECT 1 FROM trackers t WHERE t.token = $1 AND t.hold IS NULL
         AND (t.claim IS NULL OR t.claim_until <= $2 OR ${database.leases.hasDied('t.claim')}))
     RETURNING tracker`,
    [token, now],
  );
  if (hurried.length > 0) throw underWay();
  return true;
}

const underWay = () =>
  new RetryError(409, 'tracker.busy', 'Another payment of this order is under way. Repeat the request.', 1);

export const orderPaid = () =>
  new ServiceError(
    409,
    'tracker.order_paid',
    'The order is paid, or its amount is held: one payment of an order has money at a time. ' +
      'Void or refund that payment, or name the order of another payment otherwise.',
  );
