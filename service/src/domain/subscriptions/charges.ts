import type {Queries} from '../../platform/storage/database.js';
import type {Charge, ChargeState, Price, Subscription} from './subscription.js';

/** The charge of one period of one subscription; the name is unique (guarantees 4.2). */
export const chargeToken = (subscription: string, period: number): string =>
  `${subscription.replace(/^sub_/, 'ch_')}_${period}`;

export const attemptKey = (charge: string, number: number): string => `${charge}:${number}`;

/** One authorization attempt of a charge. */
export interface Attempt {
  /** Token of the charge. */
  readonly charge: string;
  /** From 1. */
  readonly number: number;
  /** Key of the attempt at the network: repeating it has no further effect. */
  readonly key: string;
  /** Token of the attempt's payment method. */
  readonly payment_method: string;
  /** The attempt was sent before and its outcome is unknown, so it is repeated unchanged. */
  readonly again: boolean;
}

/** How long a process leases what it began: real time of the database, not of the service's clock. */
const leaseEnd = `clock_timestamp() + interval '30 seconds'`;

/** A period that begins. */
export interface NewCharge extends Price {
  readonly token: string;
  readonly subscription: Subscription;
  readonly period: number;
  readonly dueAt: Date;
}

/**
 * Records charges with their first attempt, leased to `claim`. A period that has its charge gets no second
 * one, and no attempt.
 *
 * @returns Tokens of the charges that are to be authorized.
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

/** Records a further attempt of each charge, or takes over the one whose outcome is unknown. */
export async function reserveAttempts(
  tx: Queries,
  attempts: readonly Attempt[],
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

/** New values of a charge's row. */
export interface ChargeChange {
  readonly charge: string;
  readonly state: ChargeState;
  readonly nextAttemptAt: Date | null;
  readonly failure: string | null;
  readonly settledAt: Date | null;
  readonly firstFailedAt: Date | null;
}

/** Records the outcomes of charges and releases their leases. */
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

/** Gives up the open charge, if any: it is never retried. A failed one stays failed. */
export async function closeOpenCharge(
  tx: Queries,
  {open_charge}: Pick<Subscription, 'open_charge'>,
  {state, now}: {readonly state: ChargeState; readonly now: Date},
): Promise<void> {
  if (open_charge === null) return;
  await tx.query(
    `UPDATE charges SET next_attempt_at = NULL, settled_at = COALESCE(settled_at, $3),
       state = CASE state WHEN 'open' THEN $2 ELSE state END WHERE token = $1`,
    [open_charge, state, now],
  );
}

/** Makes the open charge due now. One that was given up together with its subscription gets a last retry. */
export async function tryOpenCharge(
  tx: Queries,
  {open_charge}: Pick<Subscription, 'open_charge'>,
  now: Date,
): Promise<void> {
  if (open_charge === null) return;
  await tx.query('UPDATE charges SET next_attempt_at = $2 WHERE token = $1', [open_charge, now]);
}

/** Whether an attempt is at the network, so that its outcome is unknown. */
export async function isAtNetwork(queries: Queries, {token}: Pick<Subscription, 'token'>): Promise<boolean> {
  const rows = await queries.query(
    `SELECT 1 FROM charge_attempts WHERE settled_at IS NULL
       AND charge IN (SELECT token FROM charges WHERE subscription = $1)`,
    [token],
  );
  return rows.length > 0;
}

/** The network's answer to an attempt. */
export interface EndedAttempt {
  readonly key: string;
  readonly state: 'paid' | 'failed';
  readonly networkId: string | null;
  readonly failure: string | null;
}

/** Ends the attempts whose outcome is known. @returns keys of those that had not ended before. */
export async function endAttempts(
  tx: Queries,
  answered: readonly EndedAttempt[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const ended = await tx.query<{attempt: string}>(
    `UPDATE charge_attempts a SET state = g.state, network_id = g.network_id, failure = g.failure, settled_at = $1
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS g (attempt, state, network_id, failure)
     WHERE a.attempt = g.attempt AND a.state = 'sent' RETURNING a.attempt`,
    [
      now,
      answered.map(({key}) => key),
      answered.map(({state}) => state),
      answered.map(({networkId}) => networkId),
      answered.map(({failure}) => failure),
    ],
  );
  return new Set(ended.map(({attempt}) => attempt));
}

/**
 * Releases charges that the network did not answer. The same attempt is repeated at `at`, by how often it was
 * made.
 */
export async function postponeAttempts(
  tx: Queries,
  keys: readonly string[],
  at: (asks: number) => Date,
): Promise<void> {
  const asked = await tx.query<{charge: string; asks: number}>(
    `UPDATE charge_attempts SET asks = asks + 1 WHERE attempt = ANY($1::text[]) AND state = 'sent' RETURNING charge, asks`,
    [keys],
  );
  await tx.query(
    `UPDATE charges SET claim = NULL, claim_until = NULL, next_attempt_at = g.at
     FROM unnest($1::text[], $2::timestamptz[]) AS g (charge, at) WHERE token = g.charge`,
    [asked.map(({charge}) => charge), asked.map(({asks}) => at(asks))],
  );
}

/** Releases the charges that `claim` leased and has not finished. */
export const releaseCharges = (queries: Queries, claim: string) =>
  queries.query(
    'UPDATE charges SET claim = NULL, claim_until = NULL WHERE next_attempt_at IS NOT NULL AND claim = $1',
    [claim],
  );

/** After a crash, in a database that no other process uses: no charge is under way. */
export const freeCharges = (queries: Queries) =>
  queries.query('UPDATE charges SET claim = NULL, claim_until = NULL WHERE next_attempt_at IS NOT NULL');

/** A charge as it is now. */
export async function readCharge(queries: Queries, token: string): Promise<Charge> {
  const [row] = await queries.query<Charge>('SELECT * FROM charges WHERE token = $1', [token]);
  return row!;
}
