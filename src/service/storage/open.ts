import {mkdir} from 'node:fs/promises';
import type {Logger} from '../parts.js';
import type {Database} from './database.js';
import {lockFolder} from './lock.js';

/** What a `--database` value means. */
export type DatabaseKind = 'memory' | 'postgres' | 'folder';

export function databaseKind(address: string): DatabaseKind {
  if (address === 'memory:') return 'memory';
  return /^postgres(ql)?:\/\//.test(address) ? 'postgres' : 'folder';
}

/**
 * Opens a PGlite folder, `memory:`, or `postgres://…`. Engines are loaded only when they are the one asked for, and a folder is
 * opened by one process at a time (guarantees 4.10): two would lose data in silence.
 *
 * @throws {FolderInUseError} when another process holds the folder.
 */
export async function openDatabase(address: string, logger: Logger): Promise<Database> {
  const kind = databaseKind(address);
  if (kind === 'postgres') return (await import('./postgres.js')).openPostgresDatabase(address, logger);
  if (kind === 'memory') return (await import('./pglite.js')).openMemoryDatabase();
  await mkdir(address, {recursive: true, mode: 0o700});
  const {release} = await lockFolder(address);
  try {
    return await (await import('./pglite.js')).openFolderDatabase(address, release);
  } catch (error) {
    await release();
    throw error;
  }
}
