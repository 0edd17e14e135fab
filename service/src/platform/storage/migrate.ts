import type {Database, Migration} from './database.js';

/** PostgreSQL advisory lock of the migrations; an arbitrary number that nothing else uses. */
const migrationLock = 4_100_2026;

/**
 * Applies, in the order of their names, the migrations that this database has not seen. Each runs in a
 * transaction of its own together with the note that it ran, so a killed process leaves no half step.
 * Processes that share a server wait for each other.
 *
 * @throws when two migrations share a name.
 */
export async function migrate(
  database: Pick<Database, 'query' | 'transaction'>,
  migrations: readonly Migration[],
): Promise<void> {
  const names = new Set(migrations.map(({name}) => name));
  if (names.size !== migrations.length) throw new Error('Two migrations share a name.');
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await tx.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
  });
  // One look for all of them: a start after the first has nothing else to do here.
  const applied = new Set(
    (await database.query<{name: string}>('SELECT name FROM schema_migrations')).map(({name}) => name),
  );
  const missing = migrations.filter(({name}) => !applied.has(name));
  for (const {name, sql} of missing.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    await database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
      const seen = await tx.query('SELECT 1 FROM schema_migrations WHERE name = $1', [name]);
      if (seen.length > 0) return;
      for (const statement of statementsOf(sql)) await tx.query(statement);
      await tx.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
    });
  }
}

/**
 * Prepared queries take one statement each. Migrations end every statement with a semicolon at the end of a
 * line.
 */
function statementsOf(sql: string): string[] {
  return sql
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
