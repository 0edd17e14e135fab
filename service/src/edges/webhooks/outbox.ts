/** The queue of deliveries: which are due, and what became of each try. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Database} from '../../platform/storage/database.js';
import type {VoidLeases} from '../../platform/worker/recovery.js';
import type {CallResult} from './call.js';
import type {DisabledReason, Endpoint} from './endpoint.js';
import {giveUpPending} from './endpoints.js';
import type {OutgoingEvent} from './message.js';
import {nextTry, resumeAt} from './schedule.js';

/** A delivery that this process has leased: until the lease ends, no other process sends it. */
export interface LeasedDelivery extends OutgoingEvent {
  readonly delivery: string;
  readonly step: number;
  readonly since: Date;
}

/** Length of a lease, by the database's clock. It is longer than a try can last. */
const leaseSeconds = 45;

/**
 * An endpoint is disabled after this time without success, if at least `disableAfterFailures` tries failed.
 */
const disableAfterMs = 5 * 24 * 3_600_000;
const disableAfterFailures = 10;

/** Statuses of an endpoint that is called too often (429), or of a proxy before an overloaded server. */
const overloadStatuses: readonly (number | null)[] = [429, 502, 504];

/** Leases the deliveries that are due, and records the outcome of each try in one statement. */
export class Outbox {
  readonly #database: Database;
  readonly #clock: Clock;
  /** The lease of this process on deliveries. */
  readonly #lease: string;
  /** SQL condition: no living process has leased the delivery `d`. */
  readonly #isFree: string;

  constructor({database, clock}: {readonly database: Database; readonly clock: Clock}) {
    this.#database = database;
    this.#lease = database.leases.newLease();
    this.#isFree = `(d.claim IS NULL OR d.claim_until <= now() OR ${database.leases.hasDied('d.claim')})`;
    this.#clock = clock;
  }

  /**
   * Endpoints with due deliveries that no process has leased.
   *
   * @param except - Endpoints that this process is serving already.
   */
  dueEndpoints(except: readonly string[]): Promise<readonly Endpoint[]> {
    return this.#database.query<Endpoint>(
      `SELECT e.* FROM webhook_endpoints e
       WHERE NOT e.token = ANY ($2::text[]) AND (e.resume_at IS NULL OR e.resume_at <= $1) AND EXISTS (
         SELECT 1 FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.next_try_at <= $1 AND ${this.#isFree})
       ORDER BY e.token`,
      [this.#clock.now(), except],
    );
  }

  /** Whether any delivery is due, including those that another process has leased. */
  async isDue(): Promise<boolean> {
    const due = await this.#database.query(
      `SELECT 1 FROM webhook_endpoints e WHERE (e.resume_at IS NULL OR e.resume_at <= $1)
         AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.next_try_at <= $1) LIMIT 1`,
      [this.#clock.now()],
    );
    return due.length > 0;
  }

  /** When the next delivery becomes due. An endpoint that is paused until `resume_at` has none before. */
  async nextDue(): Promise<Date | undefined> {
    const [row] = await this.#database.query<{at: Date | null}>(
      `SELECT min(at) AS at FROM (
         SELECT CASE WHEN e.resume_at > $1
           THEN GREATEST(e.resume_at, (SELECT min(next_try_at) FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.next_try_at IS NOT NULL))
           ELSE (SELECT min(next_try_at) FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.next_try_at > $1) END AS at
         FROM webhook_endpoints e
         WHERE EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.next_try_at IS NOT NULL)) AS next`,
      [this.#clock.now()],
    );
    return row?.at ?? undefined;
  }

  /**
   * Leases the due deliveries of an endpoint, the earliest first. An event of a subscription waits until
   * the event before it has been tried once. If that try failed, its retry does not delay later events.
   */
  lease(endpoint: string, limit: number): Promise<readonly LeasedDelivery[]> {
    return this.#database.query<LeasedDelivery>(
      `WITH picked AS (
         SELECT d.token FROM webhook_deliveries d
         WHERE d.endpoint = $1 AND d.next_try_at <= $2 AND ${this.#isFree}
           AND (d.subscription IS NULL OR d.step > 0 OR NOT EXISTS (
             SELECT 1 FROM webhook_deliveries e WHERE e.endpoint = d.endpoint AND e.subscription = d.subscription
               AND e.next_try_at IS NOT NULL AND e.step = 0 AND e.sequence < d.sequence))
         ORDER BY d.next_try_at, d.position LIMIT $3 FOR UPDATE SKIP LOCKED), leased AS (
         UPDATE webhook_deliveries SET claim = $4, claim_until = now() + make_interval(secs => $5)
         WHERE token IN (SELECT token FROM picked) RETURNING *)
       SELECT l.token AS delivery, l.step, l.since, v.id, v.type, v.sequence, v.data, v.created_at
       FROM leased l JOIN events v ON v.id = l.event ORDER BY l.position`,
      [endpoint, this.#clock.now(), limit, this.#lease, leaseSeconds],
    );
  }

  /**
   * Records a success. Changes nothing if another process has taken over the lease: that process sends the
   * event again and records the outcome.
   */
  async recordSuccess(endpoint: string, {delivery}: LeasedDelivery, result: CallResult): Promise<void> {
    const now = this.#clock.now();
    await this.#database.query(
      `WITH updated AS (
         UPDATE webhook_deliveries SET state = 'delivered', reason = NULL, tries = tries + 1, step = step + 1, next_try_at = NULL,
           delivered_at = $3, claim = NULL, claim_until = NULL, updated_at = $3
         WHERE token = $1 AND claim = $2 RETURNING token, tries), tried AS (
         INSERT INTO webhook_tries (delivery, number, at, status, failure, milliseconds)
         SELECT token, tries, $3, $4, NULL, $5 FROM updated)
       UPDATE webhook_endpoints SET last_success_at = $3, failures = 0, failing_since = NULL, slowdowns = 0, resume_at = NULL
       WHERE token = $6 AND EXISTS (SELECT 1 FROM updated)`,
      [delivery, this.#lease, now, result.status, result.milliseconds, endpoint],
    );
  }

  /**
   * Records a failed try, and schedules the next one or gives the delivery up. Returns why the endpoint was
   * disabled, if it was.
   */
  async recordFailure(
    endpoint: Endpoint,
    leased: LeasedDelivery,
    result: CallResult,
  ): Promise<DisabledReason | undefined> {
    const now = this.#clock.now();
    const {status, failure, retryAfterSeconds, milliseconds} = result;
    const step = leased.step + 1;
    const nextTryAt = nextTry({step, since: leased.since, now, retryAfterSeconds}) ?? null;
    const isOverloaded = overloadStatuses.includes(status);
    const [row] = await this.#database.query<Pick<Endpoint, 'failing_since' | 'failures'>>(
      // $3 is the next try, or null after the last one; $5 is now; $9 to $11 are the endpoint's new values.
      `WITH updated AS (
         UPDATE webhook_deliveries SET state = CASE WHEN $3::timestamptz IS NULL THEN 'dead' ELSE 'pending' END,
           reason = CASE WHEN $3::timestamptz IS NULL THEN 'tries_used_up' END, tries = tries + 1, step = $4, next_try_at = $3,
           claim = NULL, claim_until = NULL, updated_at = $5
         WHERE token = $1 AND claim = $2 RETURNING token, tries), tried AS (
         INSERT INTO webhook_tries (delivery, number, at, status, failure, milliseconds)
         SELECT token, tries, $5, $6, $7, $8 FROM updated)
       UPDATE webhook_endpoints SET failures = failures + 1, failing_since = COALESCE(failing_since, $5), last_failure = $9,
         last_failure_at = $5, slowdowns = slowdowns + $10::integer, resume_at = COALESCE($11, resume_at)
       WHERE token = $12 AND EXISTS (SELECT 1 FROM updated) RETURNING failures, failing_since`,
      [
        leased.delivery,
        this.#lease,
        nextTryAt,
        step,
        now,
        status,
        failure,
        milliseconds,
        status === null ? failure : `${failure} ${status}`,
        isOverloaded ? 1 : 0,
        isOverloaded ? resumeAt(now, endpoint.slowdowns + 1, retryAfterSeconds) : null,
        endpoint.token,
      ],
    );
    if (!row) return undefined;
    if (status === 410) return this.#disable(endpoint.token, 'gone', now);
    if (hasFailedTooLong(row, now)) return this.#disable(endpoint.token, 'failing', now);
    return undefined;
  }

  /** Gives up deliveries that were created just before their endpoint was disabled. */
  async giveUp(endpoint: Endpoint): Promise<void> {
    await giveUpPending(
      this.#database,
      endpoint.token,
      this.#clock.now(),
      `endpoint_${endpoint.disabled_reason ?? 'removed'}`,
    );
  }

  /** Releases this process's lease on one delivery, or on all. */
  async release(delivery?: string): Promise<void> {
    await this.#database.query(
      `UPDATE webhook_deliveries SET claim = NULL, claim_until = NULL WHERE claim = $1 AND ($2::text IS NULL OR token = $2)`,
      [this.#lease, delivery ?? null],
    );
  }

  #disable(endpoint: string, reason: DisabledReason, now: Date): Promise<DisabledReason> {
    return this.#database.transaction(async (tx) => {
      await tx.query(
        `UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = $2, updated_at = $3 WHERE token = $1`,
        [endpoint, reason, now],
      );
      await giveUpPending(tx, endpoint, now, `endpoint_${reason}`);
      return reason;
    });
  }
}

const hasFailedTooLong = (
  {failing_since, failures}: Pick<Endpoint, 'failing_since' | 'failures'>,
  now: Date,
) =>
  failing_since !== null &&
  failures >= disableAfterFailures &&
  now.getTime() - failing_since.getTime() >= disableAfterMs;

/** The start of a database's only process voids every lease. */
export const releaseAllDeliveries: VoidLeases = (queries) =>
  queries.query('UPDATE webhook_deliveries SET claim = NULL, claim_until = NULL WHERE claim IS NOT NULL');
