import {randomUUID} from 'node:crypto';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Queries, Transaction, Writes} from '../../platform/storage/database.js';
import {isConnectionLoss} from '../../platform/storage/unavailable.js';
import {
  busy,
  leaseAsRead,
  leaseTracker,
  find,
  freeFrom,
  giveUp,
  notFound,
  ofUnchanged,
} from './tracker-lease.js';
import type {ActionKey, Begin, EngineDependencies} from './tracker-lease.js';
import {expireTrackers} from './expiry.js';
import type {PerformedAction} from './machine.js';
import {assignments} from './tracker.js';
import type {ActionRecord, Tracker, TrackerChanges} from './tracker.js';

/** How an action ends: changes of the tracker, further writes, and the result for the caller. */
export interface ActionEnd {
  readonly changes: TrackerChanges;
  /** Written in the same transaction. */
  readonly write?: (tx: Writes) => void;
  /** Wire form of the result, beside the action's token. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Why the authorization was declined. */
  readonly reason?: string | undefined;
  /** The performed actions, if there was more than the requested one. */
  readonly performed?: readonly ActionRecord['kind'][];
}

export interface Performed {
  readonly tracker: Tracker;
  readonly action: Readonly<Record<string, unknown>> & {readonly token: string};
}

/** Moves trackers. Of two concurrent actions on one tracker, one has its effect and the other is refused. */
export interface Engine {
  /** @throws {ServiceError} 404 `tracker.not_found`. */
  ownerOf(token: string): Promise<string>;
  /** @throws {ServiceError} 404 `tracker.not_found`, also for another merchant's. */
  read(merchant: string, token: string): Promise<Tracker>;
  /**
   * Takes the tracker's lease, does the work outside of any transaction (it may call the issuer or the
   * network), and adds the tracker's changes to the unit of work. If the work fails or the unit is not
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
   * The same for an action that only uses the database. It takes no lease: if the tracker has changed since
   * it was read, the commit fails with 409 `tracker.busy`.
   */
  move(
    unit: UnitOfWork,
    tracker: Tracker,
    action: PerformedAction,
    work: (tracker: Tracker) => Promise<ActionEnd>,
  ): Promise<Performed>;
  /** Stores the web origin that the merchant's server vouches for; possible at any time. */
  bindOrigin(
    tx: Writes,
    request: {readonly merchant: string; readonly token: string},
    origin: string,
  ): Promise<Tracker>;
  /** Changes something that is no action, unless one is under way. */
  amend(
    tx: Transaction,
    request: {readonly merchant: string; readonly token: string},
    change: (tracker: Tracker) => TrackerChanges,
  ): Promise<Tracker>;
}

/** The current tracker. Ends it here if it has expired and the worker has not come to it yet. */
async function readLiving(
  {database, clock}: EngineDependencies,
  queries: Queries,
  merchant: string,
  token: string,
): Promise<Tracker> {
  const now = clock.now();
  const tracker = await find(queries, merchant, token);
  if (tracker.expires_at > now) return tracker;
  await expireTrackers(queries, database.leases, {now, token});
  return find(queries, merchant, token);
}

/**
 * The tracker of an action, and the condition under which its end is written: `$1` is the token, `$2` is
 * `known` (the lease, or the version it was read with), `$3` now, `$4` leases that were given up.
 */
interface Hold {
  readonly tracker: Tracker;
  readonly action: PerformedAction;
  readonly condition: string;
  readonly known: unknown;
}

/** Adds the end of an action to a unit of work. */
function endAction(
  {database: {leases}, clock}: EngineDependencies,
  unit: UnitOfWork,
  hold: Hold,
  end: ActionEnd,
): Performed {
  const now = clock.now();
  const {tracker, action, condition, known} = hold;
  const token = `act_${randomUUID()}`;
  const request_id = `req_${randomUUID()}`;
  const performed = (end.performed ?? [action]).map((kind) => ({
    ...{token, kind, request_id},
    at: now.toISOString(),
    ...(end.reason !== undefined && kind === 'AUTHORIZATION' && {reason: end.reason}),
  }));
  const changes = {...end.changes, request_id, actions: [...tracker.actions, ...performed]};
  const {sql, values} = assignments(changes, 5);
  const update = ofUnchanged({
    sql: `UPDATE trackers SET claim = NULL, claim_until = NULL, version = version + 1, updated_at = $3, ${sql}
         WHERE token = $1 AND ${condition} AND $4::text[] IS NOT NULL`,
    parameters: [tracker.token, known, now, leases.abandoned, ...values],
  });
  // Taken over after the lease, it fails: the new holder settles it; keys at the network keep that from being
  // two effects.
  unit.require(update, () => busy(leases), {first: true});
  end.write?.(unit);
  return {tracker: withChanges(tracker, changes, now), action: {token, ...end.result}};
}

/** The row that an update with these changes leaves. */
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

    read: (merchant, token) => readLiving(deps, database, merchant, token),

    async perform(unit, request, work, begin) {
      const {action} = request;
      const [tracker, mine] = await (begin
        ? leaseAsRead(deps, unit, action, begin)
        : leaseTracker(deps, unit, request));
      try {
        const hold = {tracker, action, condition: 'claim = $2', known: mine};
        const end = await work(tracker);
        const performed = endAction(deps, unit, hold, end);
        unit.onRollBack(() => giveUp(database, tracker.token, mine));
        return performed;
      } catch (error) {
        await giveUp(database, request.token, mine, isConnectionLoss(error));
        throw error;
      }
    },

    async move(unit, tracker, action, work) {
      const condition = `version = $2 AND ${freeFrom(database.leases, '$3', '$4')}`;
      const hold = {tracker, action, condition, known: tracker.version};
      const end = await work(tracker);
      return endAction(deps, unit, hold, end);
    },

    async bindOrigin(tx, {merchant, token}, origin) {
      const tracker = await find(database, merchant, token);
      tx.atEnd('UPDATE trackers SET origin = $2 WHERE token = $1', [token, origin]);
      return {...tracker, origin};
    },

    async amend(tx, {merchant, token}, change) {
      await readLiving(deps, tx, merchant, token);
      const tracker = await find(tx, merchant, token, 'FOR UPDATE');
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
