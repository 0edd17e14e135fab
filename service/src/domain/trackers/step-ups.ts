/** The worker's task that ends step-ups whose time is over, such as those that no shopper has begun. */
import {ServiceError} from '../../platform/errors.js';
import {inUnit} from '../../platform/idempotency/unit-of-work.js';
import type {Logger} from '../../platform/logger.js';
import type {Migration} from '../../platform/storage/database.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import type {Engine} from './engine.js';
import {stepUpFailed, type StepUpDependencies} from './validation.js';

export const stepUpMigrations: readonly Migration[] = [
  {
    // A step-up that is open while the service is updated gets the time that one has in all.
    name: '0245_step_up_due',
    sql: `
ALTER TABLE trackers ADD COLUMN step_up_due_at timestamptz;
UPDATE trackers SET step_up_due_at = updated_at + interval '10 minutes' WHERE next_kind = 'PAYER_AUTH_VALIDATION';
CREATE INDEX trackers_step_up_due ON trackers (step_up_due_at) WHERE next_kind = 'PAYER_AUTH_VALIDATION';
`,
  },
];

const rowsPerRun = 20;
/** When a row is taken up again whose bank was not reached, or whose process has ended, by the service's clock. */
const againMs = 30_000;

/** SQL for the due time of an open step-up; a comparison follows. */
const stepUpDue = `next_kind = 'PAYER_AUTH_VALIDATION' AND step_up_due_at`;

interface StepUpRow {
  readonly token: string;
  readonly merchant: string;
  readonly transaction: string;
  readonly taken: Date;
}

/**
 * Asks the bank about step-ups from which no browser came back in time, and ends the trackers of those that are over
 * (guarantees 4.4). One that the bank still waits for is looked at again later. One that has succeeded waits for its
 * shopper, whose return authorizes: no money moves behind a page that has been left.
 */
export function overdueStepUps(
  deps: StepUpDependencies & {readonly engine: Engine; readonly logger: Logger},
): DueWork {
  const {database, clock, issuer, engine, logger} = deps;

  /** A row that is taken falls due again later, so that no other process takes it meanwhile. */
  const take = () => {
    const now = clock.now();
    return database.query<StepUpRow>(
      `UPDATE trackers SET step_up_due_at = $2 WHERE token IN (
         SELECT token FROM trackers WHERE ${stepUpDue} <= $1 ORDER BY step_up_due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING token, merchant, enrollment->>'transaction_id' AS transaction, step_up_due_at AS taken`,
      [now, new Date(now.getTime() + againMs), rowsPerRun],
    );
  };

  async function lookAgainAt({token, taken}: StepUpRow, at: Date | null): Promise<void> {
    // A bank whose clock is behind says of a time that is over that it still waits.
    if (at !== null && at <= clock.now()) return;
    const sql = 'UPDATE trackers SET step_up_due_at = $3 WHERE token = $1 AND step_up_due_at = $2';
    await database.query(sql, [token, taken, at]);
  }

  async function validate(row: StepUpRow): Promise<void> {
    const {merchant, token} = row;
    const result = await issuer.result({transactionId: row.transaction});
    if (result.state === 'succeeded') return lookAgainAt(row, null);
    if (result.state === 'pending') return lookAgainAt(row, dueAfter(result.until));
    const {state, eci = null} = result;
    await inUnit(database, (unit) =>
      engine.perform(unit, {merchant, token, action: 'PAYER_AUTH_VALIDATION'}, (current) =>
        Promise.resolve(stepUpFailed(deps, current, {result: state, eci})),
      ),
    );
    logger.info('worker.step_up_ended', {tracker: token, result: state});
  }

  return {
    name: 'overdue-step-ups',
    async run() {
      const rows = await take();
      for (const row of rows) {
        await validate(row).catch((error: unknown) => {
          // The shopper's return is under way or over.
          if (error instanceof ServiceError && error.status === 409) return;
          logger.warn('worker.step_up_not_validated', {tracker: row.token, reason: (error as Error).name});
        });
      }
      return rows.length;
    },
    async isDue() {
      const due = await database.query(`SELECT 1 FROM trackers WHERE ${stepUpDue} <= $1 LIMIT 1`, [
        clock.now(),
      ]);
      return due.length > 0;
    },
    async nextDue() {
      const [next] = await database.query<{at: Date | null}>(
        `SELECT min(step_up_due_at) AS at FROM trackers WHERE ${stepUpDue} > $1`,
        [clock.now()],
      );
      return next?.at ?? undefined;
    },
    // A row that this process has taken falls due again by itself.
    release: () => Promise.resolve(),
  };
}

/** When the worker asks about a step-up that is open `until` then. Null for a bank that does not say: the tracker's own end is left. */
export const dueAfter = (until: Date | undefined): Date | null =>
  until === undefined ? null : new Date(until.getTime() + 1);
