/** The worker's task that reverses holds for which no reversal or capture came in time. */
import {inUnit} from '../../platform/idempotency/unit-of-work.js';
import type {Logger} from '../../platform/logger.js';
import type {Migration} from '../../platform/storage/database.js';
import {forgetCard} from './entered-card.js';
import {reverse, closeOwedReversal, recordReversal, type AuthorizationDependencies} from './authorize.js';
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

/** How long the worker reserves a row for itself, by the service's clock. */
const leaseMs = 30_000;
const rowsPerRun = 20;
/** The delay between attempts doubles from one second up to this limit. */
const longestWaitSeconds = 300;

interface OwedReversalRow {
  readonly tracker: string;
  /** The network's idempotency key of the authorization to undo. */
  readonly attempt: string;
  readonly tries: number;
}

export interface OwedReversalDependencies extends Omit<AuthorizationDependencies, 'methods'> {
  readonly engine: Engine;
  readonly logger: Logger;
}

/**
 * Reverses every hold that was not reversed in time (guarantees 4.3, V6), for example after a crash or a
 * closed tab. Every hold has a row in `owed_reversals`, because the row is stored before the network is
 * called.
 */
export function owedReversals(deps: OwedReversalDependencies): DueWork {
  const {database, clock, logger} = deps;
  const lease = database.leases.newLease();

  const leaseDue = () => {
    const now = clock.now();
    return database.query<OwedReversalRow>(
      `UPDATE owed_reversals SET claim = $1, claim_until = $2 WHERE tracker IN (
         SELECT tracker FROM owed_reversals
         WHERE settled_at IS NULL AND due_at <= $3 AND (claim IS NULL OR claim_until <= $3 OR ${database.leases.hasDied('claim')})
         ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
       RETURNING tracker, attempt, tries`,
      [lease, new Date(now.getTime() + leaseMs), now, rowsPerRun],
    );
  };

  async function retryLater({tracker, tries}: OwedReversalRow, error: unknown): Promise<void> {
    const seconds = Math.min(2 ** tries, longestWaitSeconds);
    const reason = error instanceof ServiceError ? error.code : (error as Error).name;
    logger.warn('worker.reversal_failed', {tracker, reason, count: tries + 1});
    await database.query(
      `UPDATE owed_reversals SET claim = NULL, claim_until = NULL, tries = tries + 1, due_at = $3
       WHERE tracker = $1 AND claim = $2 AND settled_at IS NULL`,
      [tracker, lease, new Date(clock.now().getTime() + seconds * 1000)],
    );
  }

  return {
    name: 'owed-reversals',
    async run() {
      const rows = await leaseDue();
      for (const row of rows) {
        await reverseOrCancel(deps, row).then(
          () => logger.info('worker.reversed', {tracker: row.tracker}),
          (error: unknown) => retryLater(row, error),
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
        lease,
      ]);
    },
  };
}

/** Reverses the hold if it is known, and else cancels the authorization of unknown outcome. */
async function reverseOrCancel(
  deps: OwedReversalDependencies,
  {tracker: token, attempt}: OwedReversalRow,
): Promise<void> {
  const {engine, database} = deps;
  const tracker = await engine.read(await engine.ownerOf(token), token);
  const {merchant, next_kind: pending} = tracker;
  if (pending === 'REVERSAL' || pending === 'CAPTURE') {
    await inUnit(database, (unit) =>
      engine.perform(unit, {merchant, token, action: 'REVERSAL'}, (current) => reverseHold(deps, current)),
    );
  } else if (pending === 'AUTHORIZATION' || pending === 'PAYER_AUTH_VALIDATION') {
    await inUnit(database, (unit) =>
      engine.perform(unit, {merchant, token, action: pending}, (current) => abandon(deps, current, attempt)),
    );
  } else {
    // No action is pending that could record the reversal, for example because the tracker has ended.
    const {reversal} = await deps.network.cancel({attempt, tracker: token});
    await database.transaction((tx) => {
      closeOwedReversal(tx, tracker, deps.clock);
      if (reversal !== undefined) recordReversal(deps.events, tx, tracker, reversal);
    });
  }
}

/** Reverses a hold that the shop's server has not reversed or captured in time. */
async function reverseHold(deps: OwedReversalDependencies, current: Tracker): Promise<ActionEnd> {
  const {approved, changes, id, write} = await reverse(deps, current);
  if (!approved) throw new ServiceError(502, 'network.reversal_refused', 'The network refused the reversal.');
  return {changes: {...changes, reversal: {token: id, amount: current.hold!.amount}}, write, result: {}};
}

/**
 * Ends a tracker whose authorization has an unknown outcome. The network cancels the authorization even if
 * its request arrives later.
 */
async function abandon(
  deps: OwedReversalDependencies,
  current: Tracker,
  attempt: string,
): Promise<ActionEnd> {
  const {reversal} = await deps.network.cancel({attempt, tracker: current.token});
  deps.codes.forget(current.token);
  return {
    changes: {
      state: 'TRACKER_ENDED',
      next_kind: 'NOOP',
      card: null,
      ...(reversal && {reversal: {token: reversal, amount: current.amount}}),
    },
    write(tx) {
      closeOwedReversal(tx, current, deps.clock);
      deps.uses.end(tx, attempt, 'released');
      forgetCard(deps.cards, current, tx);
      if (reversal !== undefined) recordReversal(deps.events, tx, current, reversal);
    },
    performed: reversal === undefined ? [] : ['REVERSAL'],
    result: {},
  };
}
