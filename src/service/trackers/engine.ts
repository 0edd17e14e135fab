import {randomUUID} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import {ServiceError} from '../errors.js';
import {RetryError} from '../http/envelope.js';
import type {Database, Queries} from '../storage/database.js';
import {
  DatabaseUnavailableError,
  abandonClaim,
  abandonedClaims,
  eventually,
  isConnectionLoss,
  isRecovering,
} from '../storage/unavailable.js';
import {expireTrackers} from './expiry.js';
import {claimOfTheDead, newClaim} from '../storage/presence.js';
import {allows, moves} from './machine.js';
import type {PerformedAction} from './machine.js';
import {assignments} from './tracker.js';
import type {ActionRecord, Tracker, TrackerChanges} from './tracker.js';

/** How long an action may be under way before another may take the tracker over, as after a crash. */
const leaseMs = 60_000;

/** How an action ends: what becomes of the tracker, what else is written with it, and what the caller is told. */
export interface Settlement {
  readonly changes: TrackerChanges;
  /** Written in the same transaction. */
  readonly write?: (tx: Queries) => Promise<void>;
  /** Wire form of the result, beside the action's token. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Actions performed, when more than the one asked for. */
  readonly performed?: readonly ActionRecord['kind'][];
}

export interface Performed {
  readonly tracker: Tracker;
  readonly action: Readonly<Record<string, unknown>> & {readonly token: string};
}

/** One action on one tracker. */
export interface ActionKey {
  readonly merchant: string;
  readonly token: string;
  readonly action: PerformedAction;
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
  perform(request: ActionKey, work: (tracker: Tracker) => Promise<Settlement>): Promise<Performed>;
  /** Notes the web origin that the merchant's server vouches for; possible at any time. */
  bindOrigin(request: {readonly merchant: string; readonly token: string}, origin: string): Promise<Tracker>;
  /** Changes something that is no action, unless one is under way. */
  amend(
    request: {readonly merchant: string; readonly token: string},
    change: (tracker: Tracker, tx: Queries) => Promise<TrackerChanges>,
  ): Promise<Tracker>;
}

/** The refusal of an action that does not fit, in the words deployments of the service use (wire 7.3). */
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

const notFound = () => new ServiceError(404, 'tracker.not_found', 'tracker not found');
/** `recovering`: whether an outage was being put right when the tracker was found busy; it may be over by now. */
const busy = (recovering = isRecovering()) =>
  recovering
    ? new DatabaseUnavailableError()
    : new RetryError(409, 'tracker.busy', 'Another action on this tracker is under way.', 1);

interface EngineDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

async function find(queries: Queries, merchant: string, token: string, lock = ''): Promise<Tracker> {
  const [row] = await queries.query<Tracker>(
    `SELECT * FROM trackers WHERE token = $1 AND merchant = $2 ${lock}`,
    [token, merchant],
  );
  if (!row) throw notFound();
  return row;
}

/** The tracker as it is now: one whose life is over ends here, should the worker not have come to it yet. */
async function readLiving(
  {database, clock}: EngineDependencies,
  merchant: string,
  token: string,
): Promise<Tracker> {
  const tracker = await find(database, merchant, token);
  const now = clock.now();
  if (tracker.expires_at > now || (await expireTrackers(database, {now, token})) === 0) return tracker;
  return find(database, merchant, token);
}

/** Takes the tracker for one action, in one statement that only one of several callers can win. */
async function claimTracker(
  {database, clock}: EngineDependencies,
  {merchant, token, action}: ActionKey,
): Promise<[Tracker, string]> {
  const mine = newClaim();
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const recovering = isRecovering();
  const claimed = database.query<Tracker>(
    `UPDATE trackers SET claim = $3, claim_until = $4, version = version + 1
     WHERE token = $1 AND merchant = $2 AND next_kind = ANY ($5::text[])
       AND (claim IS NULL OR claim_until <= $6 OR claim = ANY ($7::text[]) OR ${claimOfTheDead('claim')})
     RETURNING *`,
    [token, merchant, mine, until, [...moves[action].from], now, abandonedClaims()],
  );
  const [row] = await claimed.catch(async (error: unknown) => {
    // Cut off in the middle, it may have been claimed all the same.
    if (isConnectionLoss(error)) await giveUp(database, token, mine, true);
    throw error;
  });
  if (row) return [row, mine];
  const current = await find(database, merchant, token);
  throw allows(action, current.next_kind, current.entry_mode)
    ? busy(recovering || isRecovering())
    : refuseAction(action, current);
}

function settleTracker(
  {database, clock}: EngineDependencies,
  claimed: {readonly tracker: Tracker; readonly mine: string; readonly action: PerformedAction},
  end: Settlement,
): Promise<Performed> {
  const {tracker, mine, action} = claimed;
  const token = `act_${randomUUID()}`;
  const now = clock.now();
  const request_id = `req_${randomUUID()}`;
  const performed = (end.performed ?? [action]).map((kind) => ({
    ...{token, kind, request_id},
    at: now.toISOString(),
  }));
  const actions = [...tracker.actions, ...performed];
  const {sql, values} = assignments({...end.changes, request_id, actions}, 4);
  const work = async (tx: Queries) => {
    const [row] = await tx.query<Tracker>(
      `UPDATE trackers SET claim = NULL, claim_until = NULL, version = version + 1, updated_at = $3, ${sql}
       WHERE token = $1 AND claim = $2 RETURNING *`,
      [tracker.token, mine, now, ...values],
    );
    // Taken over after the lease: whoever has it now settles it; keys at the network keep that from being two effects.
    if (!row) throw busy();
    await end.write?.(tx);
    return {tracker: row, action: {token, ...end.result}};
  };
  const undo = () => giveUp(database, tracker.token, mine);
  return database.settle ? database.settle(work, undo) : database.transaction(work);
}

/** Lets the tracker go as it was; later, should the database be out of reach now. */
function giveUp(database: Database, tracker: string, mine: string, cutOff = false): Promise<void> {
  if (cutOff) abandonClaim(mine);
  return eventually(() =>
    database.query('UPDATE trackers SET claim = NULL, claim_until = NULL WHERE token = $1 AND claim = $2', [
      tracker,
      mine,
    ]),
  );
}

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

    async perform(request, work) {
      const [tracker, mine] = await claimTracker(deps, request);
      try {
        return await settleTracker(deps, {tracker, mine, action: request.action}, await work(tracker));
      } catch (error) {
        await giveUp(database, request.token, mine, isConnectionLoss(error));
        throw error;
      }
    },

    async bindOrigin({merchant, token}, origin) {
      const [row] = await database.query<Tracker>(
        'UPDATE trackers SET origin = $3 WHERE token = $1 AND merchant = $2 RETURNING *',
        [token, merchant, origin],
      );
      return row ?? find(database, merchant, token);
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
