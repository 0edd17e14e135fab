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

/** A statement that fails unless it changes a row (decision 0044). */
export interface GuardedStatement extends Statement {
  /** The name of the guard, such as `tracker_unchanged`. */
  readonly guard: string;
}

/**
 * Turns a statement that changes rows into one that fails, with its transaction, if it changes none. In a
 * batch no code can read a row count between two statements, so only a failure prevents the rest.
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
