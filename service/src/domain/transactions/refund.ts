import type {Clock} from '../../platform/clock/clock.js';
import {RetryError, ServiceError} from '../../platform/errors.js';
import type {CardNetwork} from '../ports/network.js';
import {majorUnits} from '../plans/currencies.js';
import type {Database, Queries, Transaction} from '../../platform/storage/database.js';
import {lockCharge, paymentOf} from '../subscriptions/charge-views.js';
import type {Charge} from '../subscriptions/subscription.js';

/** An equal refund without an idempotency key within this time counts as a repetition. */
const repetitionMs = 60_000;
/** Lease of a refund under way, in real time of the database. */
const leaseEnd = `clock_timestamp() + interval '30 seconds'`;

/**
 * A row of `charge_refunds`, recorded before the network hears of it, under the number that identifies it
 * there.
 */
export interface RefundRow {
  readonly charge: string;
  readonly number: number;
  readonly amount_minor: number;
  readonly state: 'sent' | 'done' | 'refused';
  readonly network_id: string | null;
  readonly created_at: Date;
}

/** Completed refunds of charges, oldest first. */
export const refundsOf = (queries: Queries, charges: readonly string[]): Promise<RefundRow[]> =>
  queries.query<RefundRow>(
    `SELECT * FROM charge_refunds WHERE charge = ANY ($1::text[]) AND state = 'done' ORDER BY number`,
    [charges],
  );

/** A requested refund. */
export interface RefundOptions {
  readonly merchant: string;
  /** Token of the charge. */
  readonly token: string;
  /** Minor units of the charge's currency; without an amount all that is left. */
  readonly amount: (charge: Charge) => number | undefined;
  /** The request has an idempotency key, so a second one of the same amount is intended. */
  readonly keyed: boolean;
}

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: CardNetwork;
}

export const transactionNotFound = () =>
  new ServiceError(404, 'transaction.not_found', 'transaction not found');
const refuse = (code: string, message: string) => new ServiceError(409, `transaction.${code}`, message);

interface Reserved {
  readonly charge: Charge;
  readonly number: number;
  readonly amount: number;
  /** Set when an earlier refund of another amount has no known outcome: that one is finished instead. */
  readonly isAnother: boolean;
}

/** Records a refund, or takes over one of unknown outcome: no other begins before that is known. */
async function reserve(
  tx: Queries,
  {merchant, token, amount, keyed}: RefundOptions,
  now: Date,
): Promise<Reserved> {
  const charge = await lockCharge(tx, merchant, token);
  if (!charge) throw transactionNotFound();
  if (charge.state !== 'paid') throw refuse('not_paid', 'Nothing was paid, so nothing can be refunded.');
  const rows = await tx.query<RefundRow & {claimed: boolean}>(
    `SELECT *, claim_until > clock_timestamp() AS claimed FROM charge_refunds WHERE charge = $1 ORDER BY number`,
    [token],
  );
  const done = rows.filter(({state}) => state === 'done');
  const left = charge.amount_minor - done.reduce((sum, row) => sum + row.amount_minor, 0);
  const wanted = amount(charge) ?? left;
  const sent = rows.find(({state}) => state === 'sent');
  if (sent?.claimed) throw new RetryError(409, 'transaction.busy', 'A refund of it is under way.', 1);
  if (sent) {
    await tx.query(`UPDATE charge_refunds SET claim_until = ${leaseEnd} WHERE charge = $1 AND number = $2`, [
      token,
      sent.number,
    ]);
    return {charge, number: sent.number, amount: sent.amount_minor, isAnother: sent.amount_minor !== wanted};
  }
  const last = done.at(-1);
  const justMade = last !== undefined && now.getTime() - last.created_at.getTime() < repetitionMs;
  if (!keyed && left > 0 && justMade && last.amount_minor === wanted) {
    throw refuse(
      'refund_repeated',
      'The same refund was made just now; send an Idempotency-Key if another is meant.',
    );
  }
  if (left === 0) throw refuse('refunded', 'All of it was refunded.');
  if (wanted > left) {
    throw refuse('refund_too_large', `Only ${majorUnits(left, charge.currency)} is left to refund.`);
  }
  const number = rows.length + 1;
  await tx.query(
    `INSERT INTO charge_refunds (charge, number, amount_minor, state, claim_until, created_at)
     VALUES ($1, $2, $3, 'sent', ${leaseEnd}, $4)`,
    [token, number, wanted, now],
  );
  return {charge, number, amount: wanted, isAnother: false};
}

async function refundAtNetwork({database, network}: Dependencies, {charge, number, amount}: Reserved) {
  const {token} = charge;
  try {
    const authorization = await paymentOf(database, token);
    return await network.refund({
      attempt: `${token}:refund:${number}`,
      tracker: token,
      authorization,
      amount,
    });
  } catch (error) {
    // The outcome is unknown: the next request repeats this refund.
    await database.query(
      'UPDATE charge_refunds SET claim_until = clock_timestamp() WHERE charge = $1 AND number = $2',
      [token, number],
    );
    throw error;
  }
}

/**
 * Refunds a paid charge, in part or whole, once. Calls the network, and opens the transaction only after
 * that.
 *
 * @throws {ServiceError} 404 `transaction.not_found`; 409 `transaction.not_paid`, `.refunded`,
 *   `.refund_too_large`, `.refund_repeated`, `.refund_recovered`, `.busy`; 502 `transaction.network_refused`.
 */
export async function refund(deps: Dependencies, tx: Transaction, options: RefundOptions): Promise<void> {
  const {database, clock} = deps;
  const reserved = await database.transaction((first) => reserve(first, options, clock.now()));
  const {id, approved} = await refundAtNetwork(deps, reserved);
  const write = (queries: Queries) =>
    queries.query(
      `UPDATE charge_refunds SET state = $3, network_id = $4, settled_at = $5
       WHERE charge = $1 AND number = $2 AND state = 'sent'`,
      [options.token, reserved.number, approved ? 'done' : 'refused', id, clock.now()],
    );
  // Written outside the request's transaction, because a refused refund must stay on record when the request
  // fails.
  const isThisRefund = approved && !reserved.isAnother;
  await write(isThisRefund ? tx : database);
  if (!approved) {
    throw new ServiceError(502, 'transaction.network_refused', 'The card network did not do it.');
  }
  if (reserved.isAnother) {
    const was = majorUnits(reserved.amount, reserved.charge.currency);
    throw refuse(
      'refund_recovered',
      `An earlier refund of ${was} was still under way and is made now; ask again for yours.`,
    );
  }
}
