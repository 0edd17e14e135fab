import type {Clock} from '../../platform/clock/clock.js';
import {DatabaseUnavailableError, RetryError, ServiceError} from '../../platform/errors.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Database, Queries, Statement} from '../../platform/storage/database.js';
import {failedGuard, guarded} from '../../platform/storage/guard.js';
import type {Leases} from '../../platform/storage/leases.js';
import {isConnectionLoss} from '../../platform/storage/unavailable.js';
import {allows, moves} from './machine.js';
import type {PerformedAction} from './machine.js';
import type {Tracker} from './tracker.js';

/** How long an action may take before another may take over its tracker, as after a crash. */
const leaseMs = 60_000;

/** One action on one tracker. */
export interface ActionKey {
  readonly merchant: string;
  readonly token: string;
  readonly action: PerformedAction;
}

/** What is known before an action leases its tracker. */
export interface Begin {
  /** The tracker as it was just read. */
  readonly tracker: Tracker;
  /** Further writes together with the lease. */
  readonly also?: (tracker: Tracker) => readonly Statement[];
}

/** The refusal of an action that is not allowed now, in the words that deployments use (wire 7.3). */
export function refuseAction(action: string, tracker: Tracker, reason?: string): ServiceError {
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
/**
 * `recovering`: whether an outage was being repaired when the tracker was found busy; it may be over by now.
 */
export const busy = (leases: Leases, recovering = leases.isRecovering) =>
  recovering
    ? new DatabaseUnavailableError()
    : new RetryError(409, 'tracker.busy', 'Another action on this tracker is under way.', 1);

export interface EngineDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export async function find(queries: Queries, merchant: string, token: string, lock = ''): Promise<Tracker> {
  const [row] = await queries.query<Tracker>(
    `SELECT * FROM trackers WHERE token = $1 AND merchant = $2 ${lock}`,
    [token, merchant],
  );
  if (!row) throw notFound();
  return row;
}

export const freeFrom = (leases: Leases, now: string, abandoned: string) =>
  `(claim IS NULL OR claim_until <= ${now} OR claim = ANY (${abandoned}::text[]) OR ${leases.hasDied('claim')})`;

/** Fails if the tracker has changed since it was read, or another request has leased it. */
const unchanged = 'tracker_unchanged';
/** An update of one tracker that must be as it was read. */
export const ofUnchanged = (update: Statement) => guarded(unchanged, update);

/** Leases the tracker for one action, in one statement that only one of several callers can win. */
export async function leaseTracker(
  {database, clock}: EngineDependencies,
  unit: UnitOfWork,
  {merchant, token, action}: ActionKey,
): Promise<[Tracker, string]> {
  await unit.lease([]);
  const {leases} = database;
  const mine = leases.newLease();
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const recovering = leases.isRecovering;
  const leased = database.query<Tracker>(
    `UPDATE trackers SET claim = $3, claim_until = $4, version = version + 1
     WHERE token = $1 AND merchant = $2 AND next_kind = ANY ($5::text[]) AND ${freeFrom(leases, '$6', '$7')}
     RETURNING *`,
    [token, merchant, mine, until, [...moves[action].from], now, leases.abandoned],
  );
  const [row] = await leased.catch(async (error: unknown) => {
    // The connection was lost, so the lease may have been taken nevertheless.
    if (isConnectionLoss(error)) await giveUp(database, token, mine, true);
    throw error;
  });
  if (row) return [row, mine];
  const current = await find(database, merchant, token);
  throw allows(action, current.next_kind, current.entry_mode)
    ? busy(leases, recovering || leases.isRecovering)
    : refuseAction(action, current);
}

/**
 * Leases a tracker if it is as it was read, and writes what the action must have on record before it begins.
 */
export async function leaseAsRead(
  {database, clock}: EngineDependencies,
  unit: UnitOfWork,
  action: PerformedAction,
  {tracker, also}: Begin,
  again = true,
): Promise<[Tracker, string]> {
  const {token, merchant, version} = tracker;
  const {leases} = database;
  const mine = leases.newLease();
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const recovering = leases.isRecovering;
  const sql = `UPDATE trackers SET claim = $3, claim_until = $4, version = version + 1
     WHERE token = $1 AND version = $2 AND ${freeFrom(leases, '$5', '$6')}`;
  const parameters = [token, version, mine, until, now, leases.abandoned];
  try {
    await unit.lease([ofUnchanged({sql, parameters}), ...(also?.(tracker) ?? [])]);
    return [{...tracker, version: version + 1}, mine];
  } catch (error) {
    // The connection was lost, so the lease may have been taken nevertheless.
    if (isConnectionLoss(error)) await giveUp(database, token, mine, true);
    if (failedGuard(error) !== unchanged) throw error;
  }
  const current = await find(database, merchant, token);
  if (!allows(action, current.next_kind, current.entry_mode)) throw refuseAction(action, current);
  // Changed by something that is not an action, such as new metadata.
  const begin = {tracker: current, ...(also && {also})};
  if (again) return leaseAsRead({database, clock}, unit, action, begin, false);
  throw busy(leases, recovering || leases.isRecovering);
}

/** Releases the unchanged tracker; later if the database is unreachable now. */
export function giveUp(database: Database, tracker: string, mine: string, cutOff = false): Promise<void> {
  if (cutOff) database.leases.abandon(mine);
  return database.leases.eventually(() =>
    database.query('UPDATE trackers SET claim = NULL, claim_until = NULL WHERE token = $1 AND claim = $2', [
      tracker,
      mine,
    ]),
  );
}

/** After a crash, in a database that no other process uses: no action is under way. */
export const freeTrackers = (queries: Queries) =>
  queries.query('UPDATE trackers SET claim = NULL, claim_until = NULL WHERE claim IS NOT NULL');
