import {mkdir, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import type {Logger} from '../logger.js';
import type {Database} from './database.js';
import {lockFolder} from './lock.js';

/** What a `--database` value means. */
export type DatabaseKind = 'memory' | 'postgres' | 'folder';

export function databaseKind(address: string): DatabaseKind {
  if (address === 'memory:') return 'memory';
  return /^postgres(ql)?:\/\//.test(address) ? 'postgres' : 'folder';
}

export interface OpenOptions {
  /**
   * Runs PGlite in its own thread (the default), which keeps the event loop free; without it the start is
   * faster.
   */
  readonly thread?: boolean;
  /** Statements have no time limit; otherwise a server that is too slow counts as unreachable. */
  readonly patient?: boolean;
}

/**
 * Opens a PGlite folder, `memory:`, or `postgres://…`, and loads only that engine. A folder is opened by one
 * process at a time (guarantees 4.10), because two would silently lose data.
 *
 * @throws {FolderInUseError} when another process holds the folder.
 */
export async function openDatabase(
  address: string,
  logger: Logger,
  options: OpenOptions = {},
): Promise<Database> {
  const kind = databaseKind(address);
  if (kind === 'postgres')
    return (await import('./postgres.js')).openPostgresDatabase(address, logger, options);
  if (kind === 'memory') return openEmbedded(undefined, logger, options);
  await makeFolder(address);
  const {release} = await lockFolder(address);
  try {
    const database = await openEmbedded(join(address, 'data'), logger, options);
    return {
      ...database,
      async close() {
        await database.close().finally(release);
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * A new folder gets a `.gitignore` for everything in it, so that `git add .` in a shop adds no cards. An
 * existing folder may hold files of the shop and is left as it is.
 */
async function makeFolder(address: string): Promise<void> {
  const made = await mkdir(address, {recursive: true, mode: 0o700});
  if (made === undefined) return;
  const home = basename(made) === '.card-vault' ? made : address;
  await writeFile(join(home, '.gitignore'), '*\n');
}

async function openEmbedded(
  folder: string | undefined,
  logger: Logger,
  {thread = true}: OpenOptions,
): Promise<Database> {
  return thread
    ? (await import('./pglite-thread.js')).openPgliteThread(logger, folder)
    : (await import('./pglite.js')).openPglite(folder);
}
