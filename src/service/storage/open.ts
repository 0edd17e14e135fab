import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Logger} from '../parts.js';
import type {Database} from './database.js';
import {lockFolder} from './lock.js';

/** What a `--database` value means. */
export type DatabaseKind = 'memory' | 'postgres' | 'folder';

export function databaseKind(address: string): DatabaseKind {
  if (address === 'memory:') return 'memory';
  return /^postgres(ql)?:\/\//.test(address) ? 'postgres' : 'folder';
}

/** Where the embedded database runs. */
export interface EmbeddedOptions {
  /** In a thread of its own (the default), so that the event loop stays free; otherwise in this one, which starts faster. */
  readonly thread?: boolean;
}

/**
 * Opens a PGlite folder, `memory:`, or `postgres://…`. Engines are loaded only when they are the one asked for, and a folder is
 * opened by one process at a time (guarantees 4.10): two would lose data in silence.
 *
 * @throws {FolderInUseError} when another process holds the folder.
 */
export async function openDatabase(
  address: string,
  logger: Logger,
  options: EmbeddedOptions = {},
): Promise<Database> {
  const kind = databaseKind(address);
  if (kind === 'postgres') return (await import('./postgres.js')).openPostgresDatabase(address, logger);
  if (kind === 'memory') return openEmbedded(undefined, options);
  await mkdir(address, {recursive: true, mode: 0o700});
  const {release} = await lockFolder(address);
  try {
    const database = await openEmbedded(join(address, 'data'), options);
    return {
      ...database,
      async close() {
        await database.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function openEmbedded(folder: string | undefined, {thread = true}: EmbeddedOptions): Promise<Database> {
  return thread
    ? (await import('./pglite-thread.js')).openPgliteThread(folder)
    : (await import('./pglite.js')).openPglite(folder);
}
