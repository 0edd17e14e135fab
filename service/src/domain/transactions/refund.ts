/** Refunds charges of subscriptions. */
import type {Clock} from '../../platform/clock/clock.js';
import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Events} from '../events/events.js';
import type {CardNetwork} from '../ports/network.js';
import {toDecimalText} from '../../../../src/protocol/currencies.js';
import type {Database, Queries, Transaction} from '../../platform/storage/database.js';
import {lockCharge, networkIdOfPayment, readChargeView} from '../subscriptions/charge-views.js';
import type {Charge} from '../subscriptions/subscription.js';

/** Within this time an equal refund without an idempotency key is refused as an accidental repetition. */
const repetitionMs = 60_000;
/**
 * Until its lease ends, only the request that made a refund sends it to the network. Leases end by the
 * database's own time, because the service's clock can be moved.
 */
const leaseEnd = `clock_timestamp() + interval '30 seconds'`;

/**
 * A row of `charge_refunds`. It is stored before the network is called, and `number` makes the idempotency
 * key of that call.
 */
export interface RefundRow {
  readonly charge: string;
  readonly number: number;
  readonly amount_minor: number;
  readonly state: 'sent' | 'done' | 'refused';
  readonly network_id: string | null;
  /** The keyed hash of the shop's own name of the refund. */
  readonly name: string | null;
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
  /** Computes the amount in minor units; undefined refunds the whole remaining amount. */
  readonly amountFor: (charge: Charge) => number | undefined;
  /** The shop's own name of the refund, as it is stored: a name is refunded once, for good. */
  readonly name: string | null;
  /** Whether the request has an idempotency key or a name. Then a second refund of the same amount is intended. */
  readonly isNamed: boolean;
}

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: CardNetwork;
  readonly events: Events;
}

export const transactionNotFound = () =>
  new ServiceError(404, 'transaction.not_found', 'transaction not found');
const refusal = (code: string, message: string) => new ServiceError(409, `transaction.${code}`, message);

/** A refund that is on record and will be sent to the network. Amounts are minor units. */
interface RecordedRefund {
  readonly charge: Charge;
  readonly number: number;
  readonly amount: number;
  /** The sum of earlier refunds. */
  readonly refundedBefore: number;
  /** Whether this is an earlier refund of another amount. It comes first, because its outcome is unknown. */
  readonly isEarlierRefund: boolean;
}

/**
 * Records a new refund. If an earlier one has an unknown outcome, continues that one instead. Undefined if the refund of
 * this name is made.
 */
async function recordRefund(
  tx: Queries,
  {merchant, token, amountFor, name, isNamed}: RefundOptions,
  now: Date,
): Promise<RecordedRefund | undefined> {
  const charge = await lockCharge(tx, merchant, token);
  if (!charge) throw transactionNotFound();
  if (charge.state !== 'paid') throw refusal('not_paid', 'The charge is not paid, so it cannot be refunded.');
  const rows = await tx.query<RefundRow & {leased: boolean}>(
    `SELECT *, claim_until > clock_timestamp() AS leased FROM charge_refunds WHERE charge = $1 ORDER BY number`,
    [token],
  );
  const done = rows.filter(({state}) => state === 'done');
  const totalBefore = (limit: number) =>
    done.reduce((sum, row) => (row.number < limit ? sum + row.amount_minor : sum), 0);
  const refundedBefore = totalBefore(Infinity);
  const remaining = charge.amount_minor - refundedBefore;
  const named = rows.find((row) => name !== null && row.name === name && row.state !== 'refused');
  // Without an amount, all that is left; under a known name, all that was left then.
  const requested = amountFor(charge) ?? charge.amount_minor - totalBefore(named?.number ?? Infinity);
  if (named && named.amount_minor !== requested) throw nameTaken(named, charge);
  if (named?.state === 'done') return undefined;
  const unfinished = rows.find(({state}) => state === 'sent');
  if (unfinished?.leased) {
    throw new RetryError(409, 'transaction.busy', 'A refund of this charge is under way.', 1);
  }
  if (unfinished) {
    const isThis = unfinished.amount_minor === requested && (unfinished.name ?? name) === name;
    await tx.query(
      `UPDATE charge_refunds SET claim_until = ${leaseEnd}, name = coalesce(name, $3) WHERE charge = $1 AND number = $2`,
      [token, unfinished.number, isThis ? name : null],
    );
    return {
      charge,
      number: unfinished.number,
      amount: unfinished.amount_minor,
      refundedBefore,
      isEarlierRefund: !isThis,
    };
  }
  const last = done.at(-1);
  const isRecent = last !== undefined && now.getTime() - last.created_at.getTime() < repetitionMs;
  const isRepetition = isRecent && last.amount_minor === requested;
  if (isRepetition && !isNamed && remaining > 0) {
    throw refusal(
      'refund_repeated',
      'The same refund was made just now. Send an Idempotency-Key to make another one.',
    );
  }
  if (remaining === 0) throw refusal('refunded', 'The whole amount has been refunded.');
  if (requested > remaining) {
    throw refusal('refund_too_large', `Only ${toDecimalText(remaining, charge.currency)} is left to refund.`);
  }
  const number = rows.length + 1;
  await tx.query(
    `INSERT INTO charge_refunds (charge, number, amount_minor, state, claim_until, created_at, name)
     VALUES ($1, $2, $3, 'sent', ${leaseEnd}, $4, $5)`,
    [token, number, requested, now, name],
  );
  return {charge, number, amount: requested, refundedBefore, isEarlierRefund: false};
}

const nameTaken = ({amount_minor: amount}: RefundRow, {currency}: Charge) =>
  refusal(
    'name_taken',
    `This name belongs to a refund of ${toDecimalText(amount, currency)}. A name lasts; give another refund another name.`,
  );

async function refundAtNetwork({database, network}: Dependencies, {charge, number, amount}: RecordedRefund) {
  const {token} = charge;
  try {
    const authorization = await networkIdOfPayment(database, token);
    return await network.refund({
      attempt: `${token}:refund:${number}`,
      tracker: token,
      authorization,
      amount,
    });
  } catch (error) {
    // The outcome is unknown. Ending the lease lets the next request repeat this refund.
    await database.query(
      'UPDATE charge_refunds SET claim_until = clock_timestamp() WHERE charge = $1 AND number = $2',
      [token, number],
    );
    throw error;
  }
}

/** Stores the network's answer, and the event of an approved refund, in one transaction. */
async function recordOutcome(
  {clock, events}: Dependencies,
  tx: Transaction,
  {charge, number, amount, refundedBefore}: RecordedRefund,
  {id, approved}: {readonly id: string; readonly approved: boolean},
): Promise<void> {
  const {token, merchant, subscription, currency, state} = charge;
  await tx.query(
    `UPDATE charge_refunds SET state = $3, network_id = $4, settled_at = $5
     WHERE charge = $1 AND number = $2 AND state = 'sent'`,
    [token, number, approved ? 'done' : 'refused', id, clock.now()],
  );
  if (!approved) return;
  const view = await readChargeView(tx, merchant, token);
  const {customer, plan, reference, payment_method} = view!;
  events.append(tx, {
    merchant,
    type: 'payment.refunded',
    subject: token,
    occurrence: `${token}:refund:${number}`,
    customer,
    // A charge has no tracker, intent, mode or metadata of its own. Amounts are minor units (wire 1.11).
    data: {
      tracker: null,
      charge: token,
      subscription,
      plan,
      reference,
      customer,
      state,
      amount,
      currency,
      metadata: {},
      order_id: null,
      payment_method,
      refund: id,
      refunded: refundedBefore + amount,
    },
  });
}

/**
 * Refunds all or part of a paid charge. It calls the network before it writes to `tx`, so that no transaction
 * is open during the call.
 *
 * @throws {ServiceError} 404 `transaction.not_found`; 409 `transaction.not_paid`, `.refunded`,
 *   `.name_taken`, `.refund_too_large`, `.refund_repeated`, `.refund_recovered`, `.busy`; 502 `transaction.network_refused`.
 */
export async function refund(deps: Dependencies, tx: Transaction, options: RefundOptions): Promise<void> {
  const {database, clock} = deps;
  const recorded = await database.transaction((reservation) =>
    recordRefund(reservation, options, clock.now()),
  );
  if (!recorded) return;
  const outcome = await refundAtNetwork(deps, recorded);
  // A request that fails rolls `tx` back, so the outcome is then stored in a transaction of its own.
  const succeeds = outcome.approved && !recorded.isEarlierRefund;
  if (succeeds) await recordOutcome(deps, tx, recorded, outcome);
  else await database.transaction((ownTx) => recordOutcome(deps, ownTx, recorded, outcome));
  if (!outcome.approved) {
    throw new ServiceError(502, 'transaction.network_refused', 'The card network refused the refund.');
  }
  if (recorded.isEarlierRefund) {
    const earlierAmount = toDecimalText(recorded.amount, recorded.charge.currency);
    throw refusal(
      'refund_recovered',
      `An earlier refund of ${earlierAmount} was still under way and is complete now. Repeat your request.`,
    );
  }
}
