/** Writes charges and the attempts to authorize them. */
import type {ChargeState} from '../../../../src/protocol/billing-words.js';
import type {Queries} from '../../platform/storage/database.js';
import type {Charge, Price, Subscription} from './subscription.js';

/** Derives the charge's token from its period, so that a period cannot have two charges (guarantees 4.2). */
export const chargeToken = (subscription: string, period: number): string =>
  `${subscription.replace(/^sub_/, 'ch_')}_${period}`;

/** Derives an attempt's key at the network from its charge and number. */
export const attemptKey = (charge: string, number: number): string => `${charge}:${number}`;

/** One authorization attempt of a charge. */
export interface Attempt {
  /** Token of the charge. */
  readonly charge: string;
  /** From 1. */
  readonly number: number;
  /** Idempotency key at the network: a repeated attempt does not charge the card again. */
  readonly key: string;
  /** Token of the payment method that is charged. */
  readonly payment_method: string;
  /** Whether the attempt was sent before, without an answer. */
  readonly isRepeat: boolean;
}

/**
 * A lease (`claim`, `claim_until`) marks a charge that a worker has taken, so that other workers skip it. It
 * ends by the database's own time, because the service's clock can be moved.
 */
const leaseEnd = `clock_timestamp() + interval '30 seconds'`;

/** The charge of a period that begins. */
export interface NewCharge extends Price {
  readonly token: string;
  readonly subscription: Subscription;
  readonly period: number;
  readonly dueAt: Date;
}

/**
 * Records charges under a lease, each with its first attempt. Skips periods that already have a charge.
 *
 * @returns Tokens of the recorded charges, which the caller must send to the network.
 */
export async function insertCharges(
  tx: Queries,
  charges: readonly NewCharge[],
  {lease, now}: {readonly lease: string; readonly now: Date},
): Promise<ReadonlySet<string>> {
  if (charges.length === 0) return new Set();
  const inserted = await tx.query<{charge: string}>(
    // $1 is the lease, $2 the current time.
    `WITH new_charges AS (
       SELECT * FROM unnest($3::text[], $4::text[], $5::text[], $6::integer[], $7::text[], $8::bigint[], $9::text[],
         $10::timestamptz[], $11::text[], $12::text[])
         AS n (token, merchant, subscription, period, amount, amount_minor, currency, due_at, method, key)
     ), inserted AS (
       INSERT INTO charges (token, merchant, subscription, period, amount, amount_minor, currency, due_at, state, attempts,
         next_attempt_at, claim, claim_until, created_at)
       SELECT token, merchant, subscription, period, amount, amount_minor, currency, due_at, 'open', 1, $2, $1, ${leaseEnd}, $2
       FROM new_charges ON CONFLICT DO NOTHING RETURNING token
     )
     INSERT INTO charge_attempts (charge, number, attempt, payment_method, state, sent_at)
     SELECT token, 1, key, method, 'sent', $2 FROM inserted JOIN new_charges USING (token) RETURNING charge`,
    [
      lease,
      now,
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
  return new Set(inserted.map(({charge}) => charge));
}

/** Leases each charge and records its next attempt. A repeated attempt is on record already. */
export async function recordNextAttempts(
  tx: Queries,
  attempts: readonly Attempt[],
  {lease, now}: {readonly lease: string; readonly now: Date},
): Promise<void> {
  if (attempts.length === 0) return;
  await tx.query(
    // $1 is the lease, $2 the current time.
    `WITH next_attempts AS (
       SELECT * FROM unnest($3::text[], $4::integer[], $5::text[], $6::text[], $7::boolean[])
         AS n (charge, number, key, method, is_repeat)
     ), leased AS (
       UPDATE charges SET state = 'open', attempts = next_attempts.number, next_attempt_at = COALESCE(next_attempt_at, $2), claim = $1,
         claim_until = ${leaseEnd}, settled_at = NULL
       FROM next_attempts WHERE token = next_attempts.charge
     )
     INSERT INTO charge_attempts (charge, number, attempt, payment_method, state, sent_at)
     SELECT charge, number, key, method, 'sent', $2 FROM next_attempts WHERE NOT is_repeat`,
    [
      lease,
      now,
      attempts.map(({charge}) => charge),
      attempts.map(({number}) => number),
      attempts.map(({key}) => key),
      attempts.map(({payment_method}) => payment_method),
      attempts.map(({isRepeat}) => isRepeat),
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

/** Ends the retries of the open charge, if there is one. It gets the given state, unless it has failed. */
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

/** Makes the open charge due now, even if its retries have ended. */
export async function makeOpenChargeDue(
  tx: Queries,
  {open_charge}: Pick<Subscription, 'open_charge'>,
  now: Date,
): Promise<void> {
  if (open_charge === null) return;
  await tx.query('UPDATE charges SET next_attempt_at = $2 WHERE token = $1', [open_charge, now]);
}

/** Whether an attempt was sent to the network, and its outcome is not recorded yet. */
export async function isAtNetwork(queries: Queries, {token}: Pick<Subscription, 'token'>): Promise<boolean> {
  const rows = await queries.query(
    `SELECT 1 FROM charge_attempts WHERE settled_at IS NULL
       AND charge IN (SELECT token FROM charges WHERE subscription = $1)`,
    [token],
  );
  return rows.length > 0;
}

/** The outcome of an attempt that the network has answered. */
export interface EndedAttempt {
  readonly key: string;
  readonly state: 'paid' | 'failed';
  readonly networkId: string | null;
  readonly failure: string | null;
}

/**
 * Records the outcomes of attempts.
 *
 * @returns Keys of the attempts that had no recorded outcome before.
 */
export async function endAttempts(
  tx: Queries,
  outcomes: readonly EndedAttempt[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const ended = await tx.query<{attempt: string}>(
    `UPDATE charge_attempts a SET state = g.state, network_id = g.network_id, failure = g.failure, settled_at = $1
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS g (attempt, state, network_id, failure)
     WHERE a.attempt = g.attempt AND a.state = 'sent' RETURNING a.attempt`,
    [
      now,
      outcomes.map(({key}) => key),
      outcomes.map(({state}) => state),
      outcomes.map(({networkId}) => networkId),
      outcomes.map(({failure}) => failure),
    ],
  );
  return new Set(ended.map(({attempt}) => attempt));
}

/**
 * Releases the charges of attempts that the network did not answer.
 *
 * @param repeatAt - Computes when an attempt is sent again, from the number of that sending: 2, 3, …
 */
export async function postponeAttempts(
  tx: Queries,
  keys: readonly string[],
  repeatAt: (sending: number) => Date,
): Promise<void> {
  const postponed = await tx.query<{charge: string; sending: number}>(
    `UPDATE charge_attempts SET asks = asks + 1 WHERE attempt = ANY($1::text[]) AND state = 'sent'
     RETURNING charge, asks AS sending`,
    [keys],
  );
  await tx.query(
    `UPDATE charges SET claim = NULL, claim_until = NULL, next_attempt_at = g.at
     FROM unnest($1::text[], $2::timestamptz[]) AS g (charge, at) WHERE token = g.charge`,
    [postponed.map(({charge}) => charge), postponed.map(({sending}) => repeatAt(sending))],
  );
}

/** Releases the unfinished charges under a lease. */
export const releaseCharges = (queries: Queries, lease: string) =>
  queries.query(
    'UPDATE charges SET claim = NULL, claim_until = NULL WHERE next_attempt_at IS NOT NULL AND claim = $1',
    [lease],
  );

/** Releases every charge at start-up, when no other process uses the database: their workers have crashed. */
export const releaseAllCharges = (queries: Queries) =>
  queries.query('UPDATE charges SET claim = NULL, claim_until = NULL WHERE next_attempt_at IS NOT NULL');

/** Reads a charge that exists. */
export async function readCharge(queries: Queries, token: string): Promise<Charge> {
  const [row] = await queries.query<Charge>('SELECT * FROM charges WHERE token = $1', [token]);
  return row!;
}
