/** Reads which tables, foreign keys and sequences a database has. */
import type {Queries} from '../../platform/storage/database.js';
import type {Column, Sequence, Table} from './lines.js';

/** Not transferred: each database records its own migrations. */
const migrationsTable = 'schema_migrations';

/** A name as an SQL identifier. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Names of the applied migrations; undefined for a database on which no service has run. */
export async function appliedMigrations(queries: Queries): Promise<string[] | undefined> {
  const [table] = await queries.query<{exists: boolean}>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    migrationsTable,
  ]);
  if (!table!.exists) return undefined;
  const rows = await queries.query<{name: string}>(
    `SELECT name FROM ${migrationsTable} ORDER BY name COLLATE "C"`,
  );
  return rows.map(({name}) => name);
}

/** All tables with their columns, except generated columns. */
export async function readTables(queries: Queries): Promise<Table[]> {
  const rows = await queries.query<{readonly name: string; readonly column: string; readonly type: string}>(
    `SELECT c.relname AS name, a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> $1
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     ORDER BY c.relname COLLATE "C", a.attname COLLATE "C"`,
    [migrationsTable],
  );
  const tables = new Map<string, Column[]>();
  for (const {name, column, type} of rows) {
    tables.set(name, [...(tables.get(name) ?? []), {name: column, type}]);
  }
  return [...tables].map(([name, columns]) => ({name, columns}));
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  /** Whether its check can be postponed to the end of a transaction. */
  readonly deferrable: boolean;
  /** Whether its check is postponed by default. */
  readonly deferred: boolean;
}

export function readForeignKeys(queries: Queries): Promise<ForeignKey[]> {
  return queries.query<ForeignKey>(
    `SELECT c.relname AS "table", k.conname AS name, k.condeferrable AS "deferrable", k.condeferred AS "deferred"
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace
     ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`,
  );
}

/** The position of every sequence, including those of identity columns. */
export async function readSequences(queries: Queries): Promise<Sequence[]> {
  const names = await queries.query<{name: string}>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace
     ORDER BY relname COLLATE "C"`,
  );
  const sequences: Sequence[] = [];
  for (const {name} of names) {
    const [row] = await queries.query<{last: string; called: boolean}>(
      `SELECT last_value::text AS last, is_called AS called FROM ${quoteIdentifier(name)}`,
    );
    sequences.push({name, last: row!.last, called: row!.called});
  }
  return sequences;
}
