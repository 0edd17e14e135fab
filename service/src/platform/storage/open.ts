import {existsSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {OptionError} from '../errors.js';
import type {Logger} from '../logger.js';
import type {Database, Migration} from './database.js';
import {lockFolder} from './lock.js';
import {preparedDatabase} from './prepared.js';
import {withWriteSignal} from './write-signal.js';

/** The kind of database that a `--database` value names. */
export type DatabaseKind = 'memory' | 'postgres' | 'folder';

export function databaseKind(address: string): DatabaseKind {
  if (address === 'memory:') return 'memory';
  return /^postgres(ql)?:\/\//.test(address) ? 'postgres' : 'folder';
}

/** It does not repeat the address, which may have a password in it. */
const unreadable =
  '--database postgres://… is no address that can be read. Write special characters of its password as percent codes, such as %23 for #.';

export interface OpenOptions {
  /**
   * Runs PGlite in its own thread (default), so that it does not block the event loop. Without it, the
   * start is faster.
   */
  readonly thread?: boolean;
  /** Whether statements have no time limit. Otherwise a server that is too slow counts as unreachable. */
  readonly withoutTimeLimit?: boolean;
  /**
   * The migrations that the caller applies next. If the build has prepared a database that has them, a new
   * embedded database starts from it. Awaited only for a new one.
   */
  readonly migrations?: readonly Migration[] | Promise<readonly Migration[]>;
}

/**
 * Opens a PGlite folder, `memory:`, or `postgres://…`, and loads only that engine. A folder can be open in
 * only one process (guarantees 4.10), because two would lose data.
 *
 * @throws {FolderInUseError} if another process holds the folder, {OptionError} for an address that cannot be read.
 */
export async function openDatabase(
  address: string,
  logger: Logger,
  options: OpenOptions = {},
): Promise<Database> {
  const kind = databaseKind(address);
  if (kind === 'postgres') {
    if (!URL.canParse(address)) throw new OptionError(unreadable);
    return (await import('./postgres.js')).openPostgresDatabase(address, logger, options);
  }
  if (kind === 'memory') return openEmbedded(undefined, logger, options);
  await createFolder(address);
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
 * Puts a `.gitignore` into a new folder, so that a shop's `git add .` does not add card data. An existing
 * folder may hold files of the shop and is left unchanged.
 */
async function createFolder(address: string): Promise<void> {
  const firstCreated = await mkdir(address, {recursive: true, mode: 0o700});
  if (firstCreated === undefined) return;
  const home = basename(firstCreated) === '.card-vault' ? firstCreated : address;
  await writeFile(join(home, '.gitignore'), '*\n');
}

async function openEmbedded(
  folder: string | undefined,
  logger: Logger,
  {thread = true, migrations}: OpenOptions,
): Promise<Database> {
  const isNew = folder === undefined || !existsSync(folder);
  const prepared = isNew && migrations ? preparedDatabase(await migrations) : undefined;
  const place = {folder, prepared};
  const database = thread
    ? await (await import('./pglite-thread.js')).openPgliteThread(logger, place)
    : await (await import('./pglite.js')).openPglite(place);
  return withWriteSignal(database);
}
