import type {Migration, Statement} from './database.js';

export const guardMigrations: readonly Migration[] = [
  {
    name: '0174_require_row',
    sql: `
CREATE FUNCTION require_row(changed bigint, guard text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN IF changed = 0 THEN RAISE EXCEPTION USING ERRCODE = 'CV001', MESSAGE = guard; END IF; RETURN true; END $$;
`,
  },
];

/** SQLSTATE of a failed guard; its message is the guard's name. */
const guardFailed = 'CV001';

/** A statement that fails unless it changes a row (decision 0031). */
export interface GuardedStatement extends Statement {
  /** The name of the guard, such as `tracker_unchanged`. */
  readonly guard: string;
}

/**
 * Makes a statement fail, and its transaction with it, if it changes no row. The statements of a batch are
 * sent together, so only a failure of one prevents the rest. `sql` must have no RETURNING.
 */
export const guarded = (guard: string, {sql, parameters}: Statement): GuardedStatement => ({
  guard,
  sql: `WITH changed AS (${sql} RETURNING 1) SELECT require_row(count(*), '${guard}') FROM changed`,
  ...(parameters && {parameters}),
});

/** The name of the guard that failed; undefined for any other error. */
export function failedGuard(error: unknown): string | undefined {
  const {code, message} = error as {code?: unknown; message?: unknown};
  return code === guardFailed && typeof message === 'string' ? message : undefined;
}
