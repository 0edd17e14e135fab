import type {Logger} from '../parts.js';
import type {Database} from './database.js';

/** What a `--database` value means. */
export type DatabaseKind = 'memory' | 'postgres' | 'folder';

export function databaseKind(address: string): DatabaseKind {
  if (address === 'memory:') return 'memory';
  return /^postgres(ql)?:\/\//.test(address) ? 'postgres' : 'folder';
}

/** Opens a PGlite folder, `memory:`, or `postgres://…`. Engines are loaded only when they are the one asked for. */
export async function openDatabase(address: string, logger: Logger): Promise<Database> {
  const kind = databaseKind(address);
  if (kind === 'postgres') return (await import('./postgres.js')).openPostgresDatabase(address, logger);
  const {openFolderDatabase, openMemoryDatabase} = await import('./pglite.js');
  return kind === 'memory' ? openMemoryDatabase() : openFolderDatabase(address);
}
