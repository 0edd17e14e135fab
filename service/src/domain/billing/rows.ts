import type {Queries} from '../../platform/storage/database.js';
import type {ChargeState, Price, Subscription} from '../subscriptions/subscription.js';
import {attemptKey} from './task.js';
import type {Task} from './task.js';

/** How long what is under way belongs to whoever began it: real time of the database, whatever the service's clock says. */
const leaseEnd = `clock_timestamp() + interval '30 seconds'`;

/**
 * Writes down what the engine changes of subscriptions. Their rows are locked, and stand at the version that is given. One statement
 * for any number.
 *
 * @returns them as they are then, in the same order.
 */
export async function saveSubscriptions(
  tx: Queries,
  rows: readonly Subscription[],
  now: Date,
): Promise<readonly Subscription[]> {
  if (rows.length === 0) return [];
  await tx.query(
    `UPDATE subscriptions s SET state = g.state, next_period = g.next_period, next_charge_at = g.next_charge_at,
       open_charge = g.open_charge, cancelled_at = g.cancelled_at, end_reason = g.end_reason,
       last_paid_at = g.last_paid_at, version = version + 1, updated_at = $1
     FROM unnest($2::text[], $3::text[], $4::integer[], $5::timestamptz[], $6::text[], $7::timestamptz[], $8::text[],
       $9::timestamptz[]) AS g (token, state, next_period, next_charge_at, open_charge, cancelled_at, end_reason, last_paid_at)
     WHERE s.token = g.token`,
    [
      now,
      rows.map(({token}) => token),
      rows.map(({state}) => state),
      rows.map(({next_period}) => next_period),
      rows.map(({next_charge_at}) => next_charge_at),
      rows.map(({open_charge}) => open_charge),
      rows.map(({cancelled_at}) => cancelled_at),
      rows.map(({end_reason}) => end_reason),
      rows.map(({last_paid_at}) => last_paid_at),
    ],
  );
  return rows.map((row) => ({...row, version: row.version + 1, updated_at: now}));
}

/** A period that begins. */
export interface NewCharge extends Price {
  readonly token: string;
  readonly subscription: Subscription;
  readonly period: number;
  readonly dueAt: Date;
}

/**
 * Puts charges on record with their first attempt, in the hands of `claim`. A period that has its charge already gets no second
 * one, and no attempt.
 *
 * @returns Tokens of the charges that are to be asked for.
 */
export async function insertCharges(
  tx: Queries,
  charges: readonly NewCharge[],
  {claim, now}: {readonly claim: string; readonly now: Date},
): Promise<ReadonlySet<string>> {
  if (charges.length === 0) return new Set();
  const made = await tx.query<{charge: string}>(
    `WITH given AS (
       SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::bigint[], $9::text[],
         $10::timestamptz[], $11::text[], $12::text[])
         AS g (token, merchant, subscription, period, amount, amount_minor, currency, due_at, method, key)
     ), made AS (
       INSERT INTO charges (token, merchant, subscription, period, amount, amount_minor, currency, due_at, state, attempts,
         next_attempt_at, claim, claim_until, created_at)
       SELECT token, merchant, subscription, period, amount, amount_minor, currency, due_at, 'open', 1, $2, $1, ${leaseEnd}, $2
       FROM given ON CONFLICT DO NOTHING RETURNING token
     )
     INSERT INTO charge_attempts (charge, number, attempt, payment_method, state, sent_at)
     SELECT token, 1, key, method, 'sent', $2 FROM made JOIN given USING (token) RETURNING charge`,
    [
      ...[claim, now],
      charges.map(({token}) => token),
      charges.map(({subscription}) => subscription.merchant),
      charges.map(({subscription}) => subscription.token),
      charges.map(({period}) => period),
      charges.map(({amount}) => amount),
      charges.map(({amount_minor}) => amount_minor),
      charges.map(({subscription}) => subscription.currency),
      charges.map(({dueAt}) => dueAt),
      charges.map(({subscription}) => subscription.payment_method),
      charges.map(({token}) => attemptKey(token, 1)),
    ],
  );
  return new Set(made.map(({charge}) => charge));
}

/** Puts a further attempt of each charge on record, or takes over the one whose outcome nobody knows. */
export async function reserveAttempts(
  tx: Queries,
  attempts: readonly Pick<Task, 'charge' | 'number' | 'key' | 'payment_method' | 'again'>[],
  {claim, now}: {readonly claim: string; readonly now: Date},
): Promise<void> {
  if (attempts.length === 0) return;
  await tx.query(
    `WITH given AS (
       SELECT * FROM unnest($3::text[], $4::integer[], $5::text[], $6::text[], $7::boolean[])
         AS g (charge, number, key, method, again)
     ), held AS (
       UPDATE charges SET state = 'open', attempts = given.number, next_attempt_at = COALESCE(next_attempt_at, $2), claim = $1,
         claim_until = ${leaseEnd}, settled_at = NULL
       FROM given WHERE token = given.charge
     )
     INSERT INTO charge_attempts (charge, number, attempt, payment_method, state, sent_at)
     SELECT charge, number, key, method, 'sent', $2 FROM given WHERE NOT again`,
    [
      ...[claim, now],
      attempts.map(({charge}) => charge),
      attempts.map(({number}) => number),
      attempts.map(({key}) => key),
      attempts.map(({payment_method}) => payment_method),
      attempts.map(({again}) => again),
    ],
  );
}

/** What the row of a charge says from now on. */
export interface ChargeChange {
  readonly charge: string;
  readonly state: ChargeState;
  readonly nextAttemptAt: Date | null;
  readonly failure: string | null;
  readonly settledAt: Date | null;
  readonly firstFailedAt: Date | null;
}

/** Writes down what became of charges, and lets go of them. */
export async function saveCharges(tx: Queries, changes: readonly ChargeChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `UPDATE charges c SET state = g.state, next_attempt_at = g.next_attempt_at, failure = g.failure,
       settled_at = g.settled_at, first_failed_at = g.first_failed_at, claim = NULL, claim_until = NULL
     FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::timestamptz[])
       AS g (token, state, next_attempt_at, failure, settled_at, first_failed_at)
     WHERE c.token = g.token`,
    [
      changes.map(({charge}) => charge),
      changes.map(({state}) => state),
      changes.map(({nextAttemptAt}) => nextAttemptAt),
      changes.map(({failure}) => failure),
      changes.map(({settledAt}) => settledAt),
      changes.map(({firstFailedAt}) => firstFailedAt),
    ],
  );
}
