import {inUnit} from '../../platform/idempotency/unit-of-work.js';
import type {Logger} from '../../platform/logger.js';
import type {Migration} from '../../platform/storage/database.js';
import {forgetCard} from './entered-card.js';
import {reverse, completeDuty, recordReversal} from './authorize.js';
import type {AuthorizationDependencies} from './authorize.js';
import type {Engine, ActionEnd} from './engine.js';
import {ServiceError} from '../../platform/errors.js';
import type {Tracker} from './tracker.js';
import type {DueWork} from '../../platform/worker/due-work.js';

export const owedReversalMigrations: readonly Migration[] = [
  {
    name: '0095_owed_reversal_leases',
    sql: `
ALTER TABLE owed_reversals ADD COLUMN claim text;
ALTER TABLE owed_reversals ADD COLUMN claim_until timestamptz;
ALTER TABLE owed_reversals ADD COLUMN tries integer NOT NULL DEFAULT 0;
`,
  },
];

/** Lease of a row, in milliseconds of the service's clock. */
const leaseMs = 30_000;
const batch = 20;
/** The delay after a failed attempt doubles from a second to at most this many seconds. */
const longestWaitSeconds = 300;

interface DutyRow {
  readonly tracker: string;
  /** Attempt key of the authorization that is owed a reversal. */
  readonly attempt: string;
  readonly tries: number;
}

export interface OwedReversalDependencies extends Omit<AuthorizationDependencies, 'methods'> {
  readonly engine: Engine;
  readonly logger: Logger;
}

/**
 * Reverses every hold that was not reversed in time (guarantees 4.3, V6): after a crash, a closed tab, a lost
 * answer, or an approval that came too late. The duty is recorded before the network hears of the amount, so
 * that every hold has a row here.
 */
export function owedReversals(deps: OwedReversalDependencies): DueWork {
  const {database, clock, logger} = deps;
  /** Names this process's leases. */
  const mine = database.leases.newLease();

  const take = () => {
    const now = clock.now();
    return database.query<DutyRow>(
      `UPDATE owed_reversals SET claim = $1, claim_until = $2 WHERE tracker IN (
         SELECT tracker FROM owed_reversals
         WHERE settled_at IS NULL AND due_at <= $3 AND (claim IS NULL OR claim_until <= $3 OR ${database.leases.hasDied('claim')})
         ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
       RETURNING tracker, attempt, tries`,
      [mine, new Date(now.getTime() + leaseMs), now, batch],
    );
  };

  async function later({tracker, tries}: DutyRow, error: unknown): Promise<void> {
    const seconds = Math.min(2 ** tries, longestWaitSeconds);
    const reason = error instanceof ServiceError ? error.code : (error as Error).name;
    logger.warn('worker.reversal_failed', {tracker, reason, count: tries + 1});
    await database.query(
      `UPDATE owed_reversals SET claim = NULL, claim_until = NULL, tries = tries + 1, due_at = $3
       WHERE tracker = $1 AND claim = $2 AND settled_at IS NULL`,
      [tracker, mine, new Date(clock.now().getTime() + seconds * 1000)],
    );
  }

  return {
    name: 'owed-reversals',
    async run() {
      const rows = await take();
      for (const row of rows) {
        await giveBack(deps, row).then(
          () => logger.info('worker.reversed', {tracker: row.tracker}),
          (error: unknown) => later(row, error),
        );
      }
      return rows.length;
    },
    async isDue() {
      const due = await database.query(
        'SELECT 1 FROM owed_reversals WHERE settled_at IS NULL AND due_at <= $1 LIMIT 1',
        [clock.now()],
      );
      return due.length > 0;
    },
    async nextDue() {
      const [next] = await database.query<{due_at: Date | null}>(
        'SELECT min(due_at) AS due_at FROM owed_reversals WHERE settled_at IS NULL AND due_at > $1',
        [clock.now()],
      );
      return next?.due_at ?? undefined;
    },
    async release() {
      await database.query('UPDATE owed_reversals SET claim = NULL, claim_until = NULL WHERE claim = $1', [
        mine,
      ]);
    },
  };
}

async function giveBack(deps: OwedReversalDependencies, {tracker: token, attempt}: DutyRow): Promise<void> {
  const {engine, database} = deps;
  const tracker = await engine.read(await engine.ownerOf(token), token);
  const {merchant, next_kind: pending} = tracker;
  if (pending === 'REVERSAL' || pending === 'CAPTURE') {
    await inUnit(database, (unit) =>
      engine.perform(unit, {merchant, token, action: 'REVERSAL'}, (held) => reverseHold(deps, held)),
    );
  } else if (pending === 'AUTHORIZATION' || pending === 'PAYER_AUTH_VALIDATION') {
    await inUnit(database, (unit) =>
      engine.perform(unit, {merchant, token, action: pending}, (held) => abandon(deps, held, attempt)),
    );
  } else {
    const {reversal} = await deps.network.cancel({attempt, tracker: token});
    await database.transaction((tx) => {
      completeDuty(tx, tracker, deps.clock);
      if (reversal !== undefined) recordReversal(deps.events, tx, tracker, reversal);
    });
  }
}

/** The usual case: the hold is known, and this reverses it instead of the shop's server. */
async function reverseHold(deps: OwedReversalDependencies, held: Tracker): Promise<ActionEnd> {
  const {approved, changes, id, write} = await reverse(deps, held);
  if (!approved) throw new ServiceError(502, 'network.reversal_refused', 'The network refused the reversal.');
  return {changes: {...changes, reversal: {token: id, amount: held.hold!.amount}}, write, result: {}};
}

/**
 * The outcome of the authorization is unknown, so it is undone whether it happened or still will, and the
 * tracker ends.
 */
async function abandon(deps: OwedReversalDependencies, held: Tracker, attempt: string): Promise<ActionEnd> {
  const {reversal} = await deps.network.cancel({attempt, tracker: held.token});
  deps.codes.forget(held.token);
  return {
    changes: {
      ...{state: 'TRACKER_ENDED', next_kind: 'NOOP', card: null},
      ...(reversal && {reversal: {token: reversal, amount: held.amount}}),
    },
    write(tx) {
      completeDuty(tx, held, deps.clock);
      deps.uses.end(tx, attempt, 'released');
      forgetCard(deps.cards, held, tx);
      if (reversal !== undefined) recordReversal(deps.events, tx, held, reversal);
    },
    performed: reversal === undefined ? [] : ['REVERSAL'],
    result: {},
  };
}
