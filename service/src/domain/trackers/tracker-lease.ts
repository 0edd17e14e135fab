/**
 * Leases of trackers. A lease keeps other actions off a tracker while one action calls the issuer or the
 * network. The column `claim` has its id, `claim_until` the instant at which it expires.
 */
import type {ActionKind} from '../../../../src/protocol/index.js';
import type {Clock} from '../../platform/clock/clock.js';
import {DatabaseUnavailableError, RetryError, ServiceError} from '../../platform/errors.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Database, Queries, Statement} from '../../platform/storage/database.js';
import {failedGuard, guarded} from '../../platform/storage/guard.js';
import type {Leases} from '../../platform/storage/leases.js';
import {isConnectionLoss} from '../../platform/storage/unavailable.js';
import {allows, moves, type PerformedAction} from './machine.js';
import type {Tracker} from './tracker.js';

/**
 * How long a lease lasts. After that, another request can lease the tracker, because the process that held
 * the lease has probably crashed.
 */
const leaseMs = 60_000;

/** One action on one tracker. */
export interface ActionKey {
  readonly merchant: string;
  readonly token: string;
  readonly action: PerformedAction;
}

/** How an action begins on a tracker that the request has already read. */
export interface Begin {
  readonly tracker: Tracker;
  /** Writes that commit together with the lease. */
  readonly alsoWrite?: (tracker: Tracker) => readonly Statement[];
  /** A pending action that allows this one besides those of `moves`. */
  readonly alsoFrom?: ActionKind;
}

/** The error for an action that is not allowed now, worded as wire 7.3 requires. */
export function actionRefusal(action: string, tracker: Tracker, reason?: string): ServiceError {
  if (tracker.state === 'TRACKER_EXPIRED') {
    return new ServiceError(
      409,
      'tracker.expired',
      `error performing action '${action}': the tracker has expired. Open a new one.`,
    );
  }
  if (tracker.next_kind === 'NOOP') {
    return new ServiceError(
      409,
      'tracker.ended',
      `error performing action '${action}': the tracker has ended and takes no further action.`,
    );
  }
  const why = reason ?? `${tracker.next_kind} is pending.`;
  return new ServiceError(400, 'tracker.action_not_allowed', `error performing action '${action}': ${why}`);
}

export const notFound = () => new ServiceError(404, 'tracker.not_found', 'tracker not found');
export const isNotFound = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'tracker.not_found';

/**
 * The error for a tracker that another action has leased. After a database outage that action may be over and
 * only its lease remain, so the error then says that the database is unavailable.
 *
 * @param wasRecovering Whether the outage still lasted when the lease was found.
 */
export const busy = (leases: Leases, wasRecovering = leases.isRecovering) =>
  wasRecovering
    ? new DatabaseUnavailableError()
    : new RetryError(409, 'tracker.busy', 'Another action on this tracker is under way.', 1);

export interface EngineDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** @throws {ServiceError} 404 `tracker.not_found`. */
export async function findTracker(
  queries: Queries,
  merchant: string,
  token: string,
  lock = '',
): Promise<Tracker> {
  const [row] = await queries.query<Tracker>(
    `SELECT * FROM trackers WHERE token = $1 AND merchant = $2 ${lock}`,
    [token, merchant],
  );
  if (!row) throw notFound();
  return row;
}

/** SQL condition that no action has leased the tracker. `now` and `abandoned` are parameters such as `$3`. */
export const notLeasedSql = (leases: Leases, now: string, abandoned: string) =>
  `(claim IS NULL OR claim_until <= ${now} OR claim = ANY (${abandoned}::text[]) OR ${leases.hasDied('claim')})`;

/** Name of the guard that fails if the tracker was changed or leased since it was read. */
const unchangedGuard = 'tracker_unchanged';

/** Guards an update of one tracker: it fails if it changes no row. */
export const ifUnchanged = (update: Statement) => guarded(unchangedGuard, update);

/** Leases the tracker for one action. Of several concurrent callers only one succeeds. */
export async function leaseTracker(
  {database, clock}: EngineDependencies,
  unit: UnitOfWork,
  {merchant, token, action}: ActionKey,
): Promise<[Tracker, string]> {
  await unit.lease([]);
  const {leases} = database;
  const lease = leases.newLease();
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const wasRecovering = leases.isRecovering;
  const leased = database.query<Tracker>(
    `UPDATE trackers SET claim = $3, claim_until = $4, version = version + 1
     WHERE token = $1 AND merchant = $2 AND next_kind = ANY ($5::text[]) AND ${notLeasedSql(leases, '$6', '$7')}
     RETURNING *`,
    [token, merchant, lease, until, [...moves[action].from], now, leases.abandoned],
  );
  const [row] = await leased.catch(async (error: unknown) => {
    // The statement may have taken the lease before the connection was lost.
    if (isConnectionLoss(error)) await releaseLease(database, token, lease, true);
    throw error;
  });
  if (row) return [row, lease];
  const current = await findTracker(database, merchant, token);
  throw allows(action, current.next_kind, current.entry_mode)
    ? busy(leases, wasRecovering || leases.isRecovering)
    : actionRefusal(action, current);
}

/**
 * Leases a tracker that has not changed since it was read. The same commit stores what must be on record
 * before the action starts, such as an owed reversal.
 */
export async function leaseAsRead(
  {database, clock}: EngineDependencies,
  unit: UnitOfWork,
  action: PerformedAction,
  {tracker, ...begin}: Begin,
  retries = true,
): Promise<[Tracker, string]> {
  const {token, merchant, version} = tracker;
  const {leases} = database;
  const lease = leases.newLease();
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const wasRecovering = leases.isRecovering;
  const sql = `UPDATE trackers SET claim = $3, claim_until = $4, version = version + 1
     WHERE token = $1 AND version = $2 AND ${notLeasedSql(leases, '$5', '$6')}`;
  const parameters = [token, version, lease, until, now, leases.abandoned];
  try {
    await unit.lease([ifUnchanged({sql, parameters}), ...(begin.alsoWrite?.(tracker) ?? [])]);
    return [{...tracker, version: version + 1}, lease];
  } catch (error) {
    // The statement may have taken the lease before the connection was lost.
    if (isConnectionLoss(error)) await releaseLease(database, token, lease, true);
    if (failedGuard(error) !== unchangedGuard) throw error;
  }
  const current = await findTracker(database, merchant, token);
  const {next_kind: pending, entry_mode: entryMode} = current;
  if (pending !== begin.alsoFrom && !allows(action, pending, entryMode)) throw actionRefusal(action, current);
  // The tracker was changed, but not by an action: it may have new metadata. Try once more.
  if (retries) return leaseAsRead({database, clock}, unit, action, {...begin, tracker: current}, false);
  throw busy(leases, wasRecovering || leases.isRecovering);
}

/**
 * Releases a lease and leaves the tracker unchanged. Retries later if the database is unreachable.
 *
 * @param connectionLost Whether the lease is to be ignored from now on, because its release may take long.
 */
export function releaseLease(
  database: Database,
  tracker: string,
  lease: string,
  connectionLost = false,
): Promise<void> {
  if (connectionLost) database.leases.abandon(lease);
  return database.leases.eventually(() =>
    database.query('UPDATE trackers SET claim = NULL, claim_until = NULL WHERE token = $1 AND claim = $2', [
      tracker,
      lease,
    ]),
  );
}

/**
 * Removes all leases. Only for the start of a process that has the database to itself: all others crashed.
 */
export const freeTrackers = (queries: Queries) =>
  queries.query('UPDATE trackers SET claim = NULL, claim_until = NULL WHERE claim IS NOT NULL');
