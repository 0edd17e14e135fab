import type {Database} from '../storage/database.js';
import type {DueWork} from './due-work.js';

/** Interval between checks, in real milliseconds. */
const intervalMs = 5000;
/** A table is analyzed when it is this many times as large as at its last ANALYZE. */
const growthFactor = 4;

/**
 * Runs ANALYZE on tables that have grown a lot. Without current statistics the planner may pick an index
 * that reads every row of a merchant instead of the primary key. PostgreSQL runs ANALYZE at most once a
 * minute, and PGlite never does. Several processes may run this at once.
 *
 * @param deps.nowMs Real time in milliseconds, because table sizes do not depend on the service's clock.
 */
export function tableStatistics(deps: {readonly database: Database; readonly nowMs?: () => number}): DueWork {
  const {database, nowMs = () => performance.now()} = deps;
  let next = -Infinity;
  return {
    name: 'statistics',
    async run() {
      if (nowMs() < next) return 0;
      for (const name of await grownTables(database)) await database.query(`ANALYZE ${name}`);
      next = nowMs() + intervalMs;
      return 0;
    },
    isDue: () => Promise.resolve(false),
    // Affects only speed, so the clock need not stop for it.
    nextDue: () => Promise.resolve(undefined),
    release: () => Promise.resolve(),
  };
}

/** Quoted names of the tables that have grown. */
async function grownTables(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{name: string}>(
    `SELECT format('%I.%I', current_schema(), relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND pg_relation_size(oid) > $1 * GREATEST(relpages, 1) * current_setting('block_size')::bigint
     ORDER BY relname`,
    [growthFactor],
  );
  return rows.map(({name}) => name);
}
