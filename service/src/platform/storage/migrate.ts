import type {Database, Migration} from './database.js';

/** Key of the PostgreSQL advisory lock for migrations: an arbitrary number that nothing else uses. */
const migrationLock = 4_100_2026;

/**
 * Applies the migrations that this database lacks, in the order of their names. Each one and its record are
 * committed together, so a killed process leaves no half step. Processes that share a server wait for each
 * other.
 *
 * @throws {Error} if two migrations share a name.
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
  // One query for all: usually none is missing.
  const applied = new Set(
    (await database.query<{name: string}>('SELECT name FROM schema_migrations')).map(({name}) => name),
  );
  const missing = migrations.filter(({name}) => !applied.has(name));
  for (const {name, sql} of missing.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    await database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
      const existing = await tx.query('SELECT 1 FROM schema_migrations WHERE name = $1', [name]);
      if (existing.length > 0) return;
      for (const statement of statementsOf(sql)) await tx.query(statement);
      await tx.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
    });
  }
}

/**
 * Splits SQL into statements, because a prepared query takes only one. In migrations every statement ends
 * with a semicolon at the end of a line.
 */
function statementsOf(sql: string): string[] {
  return sql
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
