import type {Clock} from '../../platform/clock/clock.js';
import type {Database} from '../../platform/storage/database.js';
import type {CallResult} from './call.js';
import type {DisabledReason, Endpoint} from './endpoint.js';
import {giveUpWaiting} from './endpoints.js';
import type {OutgoingEvent} from './message.js';
import {nextTry, resumeAt} from './schedule.js';

/** A delivery that this process has taken. */
export interface Taken extends OutgoingEvent {
  readonly delivery: string;
  readonly step: number;
  readonly since: Date;
}

/** How long a taken delivery is ours, in real seconds by the database's clock: longer than a try may last. */
const leaseSeconds = 45;

/** After that long without one success, and that many tries in a row, an endpoint is switched off. */
const patienceMs = 5 * 24 * 3_600_000;
const fewestFailures = 10;

/** What says "called too often", or comes from a proxy in front of something that cannot keep up. */
const slowingStatuses: readonly (number | null)[] = [429, 502, 504];

/**
 * The deliveries as a queue: what is due is taken, and every try is settled in one statement with its record.
 */
export class Outbox {
  readonly #database: Database;
  readonly #clock: Clock;
  /** Names this process's leases. */
  readonly #mine: string;

  constructor({database, clock}: {readonly database: Database; readonly clock: Clock}) {
    this.#database = database;
    this.#mine = database.leases.newLease();
    this.#clock = clock;
  }

  /** Endpoints with due deliveries that are not leased; `except` are being worked on already. */
  due(except: readonly string[]): Promise<readonly Endpoint[]> {
    return this.#database.query<Endpoint>(
      `SELECT e.* FROM webhook_endpoints e
       WHERE NOT e.token = ANY ($2::text[]) AND (e.resume_at IS NULL OR e.resume_at <= $1) AND EXISTS (
         SELECT 1 FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.next_try_at <= $1
           AND (d.claim IS NULL OR d.claim_until <= now() OR ${this.#database.leases.hasDied('d.claim')}))
       ORDER BY e.token`,
      [this.#clock.now(), except],
    );
  }

  /** Whether anything is due that may be sent, also what another process has taken. */
  async isDue(): Promise<boolean> {
    const due = await this.#database.query(
      `SELECT 1 FROM webhook_endpoints e WHERE (e.resume_at IS NULL OR e.resume_at <= $1)
         AND EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint = e.token AND d.next_try_at <= $1) LIMIT 1`,
      [this.#clock.now()],
    );
    return due.length > 0;
  }

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
   * Leases the due deliveries of an endpoint, earliest first. Within a subscription an event waits until the
   * one before it was tried; one that failed and waits for its retry does not block the next.
   */
  take(endpoint: string, most: number): Promise<readonly Taken[]> {
    return this.#database.query<Taken>(
      `WITH picked AS (
         SELECT d.token FROM webhook_deliveries d
         WHERE d.endpoint = $1 AND d.next_try_at <= $2
           AND (d.claim IS NULL OR d.claim_until <= now() OR ${this.#database.leases.hasDied('d.claim')})
           AND (d.subscription IS NULL OR d.step > 0 OR NOT EXISTS (
             SELECT 1 FROM webhook_deliveries e WHERE e.endpoint = d.endpoint AND e.subscription = d.subscription
               AND e.next_try_at IS NOT NULL AND e.step = 0 AND e.sequence < d.sequence))
         ORDER BY d.next_try_at, d.position LIMIT $3 FOR UPDATE SKIP LOCKED), taken AS (
         UPDATE webhook_deliveries SET claim = $4, claim_until = now() + make_interval(secs => $5)
         WHERE token IN (SELECT token FROM picked) RETURNING *)
       SELECT t.token AS delivery, t.step, t.since, v.id, v.type, v.sequence, v.data, v.created_at
       FROM taken t JOIN events v ON v.id = t.event ORDER BY t.position`,
      [endpoint, this.#clock.now(), most, this.#mine, leaseSeconds],
    );
  }

  /**
   * Records a success. Changes nothing if another worker has taken over the lease: that one sends again and
   * records it.
   */
  async delivered(endpoint: string, {delivery}: Taken, result: CallResult): Promise<void> {
    const now = this.#clock.now();
    await this.#database.query(
      `WITH settled AS (
         UPDATE webhook_deliveries SET state = 'delivered', reason = NULL, tries = tries + 1, step = step + 1, next_try_at = NULL,
           delivered_at = $3, claim = NULL, claim_until = NULL, updated_at = $3
         WHERE token = $1 AND claim = $2 RETURNING token, tries), tried AS (
         INSERT INTO webhook_tries (delivery, number, at, status, failure, milliseconds)
         SELECT token, tries, $3, $4, NULL, $5 FROM settled)
       UPDATE webhook_endpoints SET last_success_at = $3, failures = 0, failing_since = NULL, slowdowns = 0, resume_at = NULL
       WHERE token = $6 AND EXISTS (SELECT 1 FROM settled)`,
      [delivery, this.#mine, now, result.status, result.milliseconds, endpoint],
    );
  }

  /**
   * Not accepted: tried again later, or given up. Answers why the endpoint was switched off for it, if it
   * was.
   */
  async failed(endpoint: Endpoint, taken: Taken, result: CallResult): Promise<DisabledReason | undefined> {
    const now = this.#clock.now();
    const {status, failure, retryAfterSeconds, milliseconds} = result;
    const step = taken.step + 1;
    const next = nextTry({step, since: taken.since, now, retryAfterSeconds}) ?? null;
    const slowed = slowingStatuses.includes(status);
    const [row] = await this.#database.query<Pick<Endpoint, 'failing_since' | 'failures'>>(
      `WITH settled AS (
         UPDATE webhook_deliveries SET state = CASE WHEN $3::timestamptz IS NULL THEN 'dead' ELSE 'pending' END,
           reason = CASE WHEN $3::timestamptz IS NULL THEN 'tries_used_up' END, tries = tries + 1, step = $4, next_try_at = $3,
           claim = NULL, claim_until = NULL, updated_at = $5
         WHERE token = $1 AND claim = $2 RETURNING token, tries), tried AS (
         INSERT INTO webhook_tries (delivery, number, at, status, failure, milliseconds)
         SELECT token, tries, $5, $6, $7, $8 FROM settled)
       UPDATE webhook_endpoints SET failures = failures + 1, failing_since = COALESCE(failing_since, $5), last_failure = $9,
         last_failure_at = $5, slowdowns = slowdowns + $10::integer, resume_at = COALESCE($11, resume_at)
       WHERE token = $12 AND EXISTS (SELECT 1 FROM settled) RETURNING failures, failing_since`,
      [
        ...[taken.delivery, this.#mine, next, step, now, status, failure, milliseconds],
        ...[status === null ? failure : `${failure} ${status}`, slowed ? 1 : 0],
        ...[slowed ? resumeAt(now, endpoint.slowdowns + 1, retryAfterSeconds) : null, endpoint.token],
      ],
    );
    if (!row) return undefined;
    const reason = status === 410 ? 'gone' : isHopeless(row, now) ? 'failing' : undefined;
    if (reason) await this.#disable(endpoint.token, reason, now);
    return reason;
  }

  /** What was made for an endpoint just before it was switched off. */
  async giveUp(endpoint: Endpoint): Promise<void> {
    await giveUpWaiting(
      this.#database,
      endpoint.token,
      this.#clock.now(),
      `endpoint_${endpoint.disabled_reason ?? 'removed'}`,
    );
  }

  /** Gives back what was taken and not settled. */
  async release(delivery?: string): Promise<void> {
    await this.#database.query(
      `UPDATE webhook_deliveries SET claim = NULL, claim_until = NULL WHERE claim = $1 AND ($2::text IS NULL OR token = $2)`,
      [this.#mine, delivery ?? null],
    );
  }

  #disable(endpoint: string, reason: DisabledReason, now: Date): Promise<void> {
    return this.#database.transaction(async (tx) => {
      await tx.query(
        `UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = $2, updated_at = $3 WHERE token = $1`,
        [endpoint, reason, now],
      );
      await giveUpWaiting(tx, endpoint, now, `endpoint_${reason}`);
    });
  }
}

const isHopeless = ({failing_since, failures}: Pick<Endpoint, 'failing_since' | 'failures'>, now: Date) =>
  failing_since !== null &&
  failures >= fewestFailures &&
  now.getTime() - failing_since.getTime() >= patienceMs;
