import {randomUUID} from 'node:crypto';
import {later} from '../../platform/idempotency/settling.js';
import type {Transaction} from '../../platform/storage/database.js';
import {claimOfTheDead} from '../../platform/storage/presence.js';
import {abandonedClaims, isConnectionLoss} from '../../platform/storage/unavailable.js';
import {
  busy,
  claimAsRead,
  claimTracker,
  find,
  foundNone,
  freeFrom,
  giveUp,
  notFound,
  orFail,
} from './claims.js';
import type {ActionKey, Begin, EngineDependencies} from './claims.js';
import {expireTrackers} from './expiry.js';
import type {PerformedAction} from './machine.js';
import {assignments} from './tracker.js';
import type {ActionRecord, Tracker, TrackerChanges} from './tracker.js';

/** How an action ends: what becomes of the tracker, what else is written with it, and what the caller is told. */
export interface Settlement {
  readonly changes: TrackerChanges;
  /** Written in the same transaction. */
  readonly write?: (tx: Transaction) => Promise<void> | void;
  /** Wire form of the result, beside the action's token. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Actions performed, when more than the one asked for. */
  readonly performed?: readonly ActionRecord['kind'][];
}

export interface Performed {
  readonly tracker: Tracker;
  readonly action: Readonly<Record<string, unknown>> & {readonly token: string};
}

/** Moves trackers. Two actions on one tracker at the same time: one has its effect, the other is refused. */
export interface Engine {
  /** Whose tracker it is. @throws {ServiceError} 404 `tracker.not_found`. */
  ownerOf(token: string): Promise<string>;
  /** @throws {ServiceError} 404 `tracker.not_found`, also for another merchant's. */
  read(merchant: string, token: string): Promise<Tracker>;
  /**
   * Claims the tracker, does the work outside of any transaction (it may talk to the issuer or the network), and settles. An
   * error in the work gives the tracker back as it was.
   *
   * @throws {ServiceError} 409 `tracker.busy`, 409 `tracker.ended`, 409 `tracker.expired`, 400 `tracker.action_not_allowed`.
   */
  perform(
    request: ActionKey,
    work: (tracker: Tracker) => Promise<Settlement>,
    begin?: Begin,
  ): Promise<Performed>;
  /**
   * The same for an action that asks nobody outside of the database. Nothing is claimed: should the tracker have changed since it was
   * read, nothing takes place.
   *
   * @throws {ServiceError} 409 `tracker.busy`.
   */
  move(
    tracker: Tracker,
    action: PerformedAction,
    work: (tracker: Tracker) => Promise<Settlement>,
  ): Promise<Performed>;
  /** Notes the web origin that the merchant's server vouches for; possible at any time. */
  bindOrigin(request: {readonly merchant: string; readonly token: string}, origin: string): Promise<Tracker>;
  /** Changes something that is no action, unless one is under way. */
  amend(
    request: {readonly merchant: string; readonly token: string},
    change: (tracker: Tracker, tx: Transaction) => Promise<TrackerChanges>,
  ): Promise<Tracker>;
}

/** The tracker as it is now: one whose life is over ends here, should the worker not have come to it yet. */
async function readLiving(
  {database, clock}: EngineDependencies,
  merchant: string,
  token: string,
): Promise<Tracker> {
  const tracker = await find(database, merchant, token);
  const now = clock.now();
  if (tracker.expires_at > now) return tracker;
  await expireTrackers(database, {now, token});
  return find(database, merchant, token);
}

/** What settles a tracker: `$1` is its token, `$2` what it is known by, `$3` now, `$4` claims that nobody works under any more. */
interface Hold {
  readonly tracker: Tracker;
  readonly action: PerformedAction;
  readonly condition: string;
  readonly known: unknown;
  readonly undo?: () => Promise<unknown>;
}

function settleTracker(
  {database, clock}: EngineDependencies,
  hold: Hold,
  end: Settlement,
): Promise<Performed> {
  const {tracker, action, condition, known, undo} = hold;
  const token = `act_${randomUUID()}`;
  const now = clock.now();
  const request_id = `req_${randomUUID()}`;
  const performed = (end.performed ?? [action]).map((kind) => ({
    ...{token, kind, request_id},
    at: now.toISOString(),
  }));
  const changes = {...end.changes, request_id, actions: [...tracker.actions, ...performed]};
  const {sql, values} = assignments(changes, 5);
  const work = async (tx: Transaction) => {
    // Taken over after the lease, it fails: whoever has it now settles it; keys at the network keep that from being two effects.
    tx.atEnd(
      orFail(
        `UPDATE trackers SET claim = NULL, claim_until = NULL, version = version + 1, updated_at = $3, ${sql}
         WHERE token = $1 AND ${condition} AND $4::text[] IS NOT NULL`,
      ),
      [tracker.token, known, now, abandonedClaims(), ...values],
    );
    await end.write?.(tx);
    return {tracker: withChanges(tracker, changes, now), action: {token, ...end.result}};
  };
  const told = (error: unknown) => (foundNone(error) ? busy() : error);
  if (database.settle) return database.settle(work, {...(undo && {undo}), told});
  return database.transaction(work).catch((error: unknown) => {
    throw told(error);
  });
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

    read: (merchant, token) => readLiving(deps, merchant, token),

    async perform(request, work, begin) {
      const {action} = request;
      const [tracker, mine] = await (begin ? claimAsRead(deps, action, begin) : claimTracker(deps, request));
      const undo = () => giveUp(database, tracker.token, mine);
      const hold = {tracker, action, condition: 'claim = $2', known: mine, undo};
      try {
        return await settleTracker(deps, hold, await work(tracker));
      } catch (error) {
        await giveUp(database, request.token, mine, isConnectionLoss(error));
        throw error;
      }
    },

    async move(tracker, action, work) {
      const condition = `version = $2 AND ${freeFrom('$3', '$4')}`;
      const hold = {tracker, action, condition, known: tracker.version};
      return settleTracker(deps, hold, await work(tracker));
    },

    async bindOrigin({merchant, token}, origin) {
      const tracker = await find(database, merchant, token);
      const sql = 'UPDATE trackers SET origin = $2 WHERE token = $1';
      await later(database, {sql, parameters: [token, origin]});
      return {...tracker, origin};
    },

    async amend({merchant, token}, change) {
      await readLiving(deps, merchant, token);
      return database.transaction(async (tx) => {
        const tracker = await find(tx, merchant, token, 'FOR UPDATE');
        const {sql, values} = assignments(await change(tracker, tx), 3);
        const [row] = await tx.query<Tracker>(
          `UPDATE trackers SET version = version + 1, updated_at = $2, ${sql}
           WHERE token = $1 AND (claim IS NULL OR claim_until <= $2 OR ${claimOfTheDead('claim')}) RETURNING *`,
          [token, clock.now(), ...values],
        );
        if (!row) throw busy();
        return row;
      });
    },
  };
}
