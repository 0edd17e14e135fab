/** The engine runs one action on a tracker at a time and stores its result. */
import {randomUUID} from 'node:crypto';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Queries, Transaction, Writes} from '../../platform/storage/database.js';
import {isConnectionLoss} from '../../platform/storage/unavailable.js';
import {
  busy,
  leaseAsRead,
  leaseTracker,
  findTracker,
  notLeasedSql,
  releaseLease,
  notFound,
  ifUnchanged,
  type ActionKey,
  type Begin,
  type EngineDependencies,
} from './tracker-lease.js';
import {expireTrackers} from './expiry.js';
import type {PerformedAction} from './machine.js';
import {assignments, type ActionRecord, type Tracker, type TrackerChanges} from './tracker.js';

/** The outcome of an action. */
export interface ActionEnd {
  readonly changes: TrackerChanges;
  /** What to write in the same transaction as the changes. */
  readonly write?: (tx: Writes) => void;
  /** What the response shows, in addition to the action's token. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Why the authorization was declined. */
  readonly reason?: string | undefined;
  /** The performed actions; omitted if only the requested one was performed. */
  readonly performed?: readonly ActionRecord['kind'][];
}

/** A tracker after an action, and the action's result. */
export interface Performed {
  readonly tracker: Tracker;
  readonly action: Readonly<Record<string, unknown>> & {readonly token: string};
}

/** Runs actions on trackers. Of two concurrent actions on one tracker, one succeeds and one is refused. */
export interface Engine {
  /** Id of the merchant that owns a tracker. @throws {ServiceError} 404 `tracker.not_found`. */
  ownerOf(token: string): Promise<string>;
  /** @throws {ServiceError} 404 `tracker.not_found`, also for a tracker of another merchant. */
  read(merchant: string, token: string): Promise<Tracker>;
  /**
   * Leases the tracker, runs `work`, and adds the tracker's changes to the unit of work. `work` runs outside
   * of any transaction, so that it can call the issuer or the network. If it fails, or the unit is not
   * committed, the lease is released and the tracker is unchanged.
   *
   * @throws {ServiceError} 409 `tracker.busy`, 409 `tracker.ended`, 409 `tracker.expired`, 400
   *   `tracker.action_not_allowed`.
   */
  perform(
    unit: UnitOfWork,
    request: ActionKey,
    work: (tracker: Tracker) => Promise<ActionEnd>,
    begin?: Begin,
  ): Promise<Performed>;
  /**
   * Runs an action that only uses the database, without a lease. If the tracker has changed since it was
   * read, the commit fails with 409 `tracker.busy`.
   */
  move(
    unit: UnitOfWork,
    tracker: Tracker,
    action: PerformedAction,
    work: (tracker: Tracker) => Promise<ActionEnd>,
  ): Promise<Performed>;
  /** Stores the web origin of the page that uses the tracker. The tracker may be in any state. */
  bindOrigin(
    tx: Writes,
    request: {readonly merchant: string; readonly token: string},
    origin: string,
  ): Promise<Tracker>;
  /** Changes a tracker outside of its actions. @throws {ServiceError} 409 `tracker.busy` during an action. */
  amend(
    tx: Transaction,
    request: {readonly merchant: string; readonly token: string},
    change: (tracker: Tracker) => TrackerChanges,
  ): Promise<Tracker>;
}

/** Reads a tracker, and first ends it if it has expired but the worker has not ended it yet. */
async function readAfterExpiry(
  {database, clock}: EngineDependencies,
  queries: Queries,
  merchant: string,
  token: string,
): Promise<Tracker> {
  const now = clock.now();
  const tracker = await findTracker(queries, merchant, token);
  if (tracker.expires_at > now) return tracker;
  await expireTrackers(queries, database.leases, {now, token});
  return findTracker(queries, merchant, token);
}

/**
 * A tracker during an action. `condition` is the SQL condition for storing the action's outcome: the
 * tracker is still leased by this action (column `claim`), or still has the version that was read. Its
 * parameters: `$1` the token, `$2` that lease or version (`known`), `$3` now, `$4` abandoned leases.
 */
interface ActionUnderWay {
  readonly tracker: Tracker;
  readonly action: PerformedAction;
  readonly condition: string;
  readonly known: unknown;
}

/** Adds an action's outcome to a unit of work. */
function endAction(
  {database: {leases}, clock}: EngineDependencies,
  unit: UnitOfWork,
  underWay: ActionUnderWay,
  end: ActionEnd,
): Performed {
  const now = clock.now();
  const {tracker, action, condition, known} = underWay;
  const token = `act_${randomUUID()}`;
  const request_id = `req_${randomUUID()}`;
  const performed = (end.performed ?? [action]).map((kind) => ({
    token,
    kind,
    request_id,
    at: now.toISOString(),
    ...(end.reason !== undefined && kind === 'AUTHORIZATION' && {reason: end.reason}),
  }));
  const changes = {...end.changes, request_id, actions: [...tracker.actions, ...performed]};
  const {sql, values} = assignments(changes, 5);
  // `$4::text[] IS NOT NULL` is always true. It gives $4 a type in case `condition` does not use it.
  const update = ifUnchanged({
    sql: `UPDATE trackers SET claim = NULL, claim_until = NULL, version = version + 1, updated_at = $3, ${sql}
         WHERE token = $1 AND ${condition} AND $4::text[] IS NOT NULL`,
    parameters: [tracker.token, known, now, leases.abandoned, ...values],
  });
  // The update fails if the lease ended and another request took the tracker. That request repeats the call
  // to the network, and the idempotency key there prevents a second effect.
  unit.require(update, () => busy(leases), {first: true});
  end.write?.(unit);
  return {tracker: withChanges(tracker, changes, now), action: {token, ...end.result}};
}

/** The tracker's row after an update with these changes. */
const withChanges = (tracker: Tracker, changes: TrackerChanges, now: Date): Tracker => ({
  ...tracker,
  ...(Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as TrackerChanges),
  version: tracker.version + 1,
  updated_at: now,
});

export function createEngine(deps: EngineDependencies): Engine {
  const {database, clock} = deps;
  return {
    async ownerOf(token) {
      const [row] = await database.query<{merchant: string}>(
        'SELECT merchant FROM trackers WHERE token = $1',
        [token],
      );
      if (!row) throw notFound();
      return row.merchant;
    },

    read: (merchant, token) => readAfterExpiry(deps, database, merchant, token),

    async perform(unit, request, work, begin) {
      const {action} = request;
      const [tracker, lease] = await (begin
        ? leaseAsRead(deps, unit, action, begin)
        : leaseTracker(deps, unit, request));
      try {
        const underWay = {tracker, action, condition: 'claim = $2', known: lease};
        const end = await work(tracker);
        const performed = endAction(deps, unit, underWay, end);
        unit.onRollBack(() => releaseLease(database, tracker.token, lease));
        return performed;
      } catch (error) {
        await releaseLease(database, request.token, lease, isConnectionLoss(error));
        throw error;
      }
    },

    async move(unit, tracker, action, work) {
      const condition = `version = $2 AND ${notLeasedSql(database.leases, '$3', '$4')}`;
      const underWay = {tracker, action, condition, known: tracker.version};
      const end = await work(tracker);
      return endAction(deps, unit, underWay, end);
    },

    async bindOrigin(tx, {merchant, token}, origin) {
      const tracker = await findTracker(database, merchant, token);
      tx.atEnd('UPDATE trackers SET origin = $2 WHERE token = $1', [token, origin]);
      return {...tracker, origin};
    },

    async amend(tx, {merchant, token}, change) {
      await readAfterExpiry(deps, tx, merchant, token);
      const tracker = await findTracker(tx, merchant, token, 'FOR UPDATE');
      const {sql, values} = assignments(change(tracker), 3);
      const [row] = await tx.query<Tracker>(
        `UPDATE trackers SET version = version + 1, updated_at = $2, ${sql}
         WHERE token = $1 AND (claim IS NULL OR claim_until <= $2 OR ${database.leases.hasDied('claim')}) RETURNING *`,
        [token, clock.now(), ...values],
      );
      if (!row) throw busy(database.leases);
      return row;
    },
  };
}
