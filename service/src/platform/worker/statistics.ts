import type {Database} from '../storage/database.js';
import type {DueWork} from './due-work.js';

/** How often grown tables are looked for, in real milliseconds. */
const everyMs = 5000;
/** How many times as large as it was when it was last counted a table may be. */
const factor = 4;

/**
 * A planner that knows nothing of a table takes any index for as good as the primary key, and one of a
 * merchant leads to every row of that merchant. Servers count their tables once a minute at best, and some,
 * like PGlite, never do: a table that has grown to several times of what was counted is counted by the
 * service. Doing it twice at once is harmless.
 *
 * @param deps.nowMs Real time, in milliseconds: it is about how much is stored, wherever the service's clock
 *   stands.
 */
export function tableStatistics(deps: {readonly database: Database; readonly nowMs?: () => number}): DueWork {
  const {database, nowMs = () => performance.now()} = deps;
  let next = -Infinity;
  return {
    name: 'statistics',
    async run() {
      if (nowMs() < next) return 0;
      for (const name of await grownTables(database)) await database.query(`ANALYZE ${name}`);
      next = nowMs() + everyMs;
      return 0;
    },
    isDue: () => Promise.resolve(false),
    // Only affects speed.
    nextDue: () => Promise.resolve(undefined),
    release: () => Promise.resolve(),
  };
}

/** Names that may stand in a statement as they are. */
async function grownTables(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{name: string}>(
    `SELECT format('%I.%I', current_schema(), relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       AND pg_relation_size(oid) > $1 * GREATEST(relpages, 1) * current_setting('block_size')::bigint
     ORDER BY relname`,
    [factor],
  );
  return rows.map(({name}) => name);
}
