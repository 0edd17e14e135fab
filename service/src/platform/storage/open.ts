import {existsSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {optionTextProblem} from '../../../../src/protocol/option-text.js';
import {OptionError} from '../errors.js';
import type {Logger} from '../logger.js';
import type {Database, Migration} from './database.js';
import {lockFolder} from './lock.js';
import {preparedDatabase} from './prepared.js';
import {withWriteSignal} from './write-signal.js';

/** The kind of database that a `--database` value names. */
export type DatabaseKind = 'memory' | 'postgres' | 'folder';

/** None repeats the address, which may have a password in it. */
const refusals = {
  unreadable:
    '--database postgres://… is no address that can be read. Write special characters of its password as percent codes, such as %23 for #.',
  scheme:
    '--database begins with the name of something else than postgres://…, memory: or a folder. Write a folder of this name as ./….',
  word: '--database is a word that means no folder. Use memory: (with a colon) or postgres://user:password@host/name, or write a folder of this name as ./….',
  folder:
    '--database is no path of a folder. Use postgres://user:password@host/name, memory:, or a folder such as ./data (without quotes, =, @ and :).',
};

/**
 * The kind of database that an address names.
 *
 * @throws {OptionError} for what is none of them: it is not taken for a folder with a strange name.
 */
export function databaseKind(address: string): DatabaseKind {
  const problem = optionTextProblem(address);
  if (problem !== undefined) throw new OptionError(`--database ${problem}.`);
  if (/^memory:$/i.test(address)) return 'memory';
  if (/^postgres(ql)?:\/\//i.test(address)) return 'postgres';
  if (/^(memory|postgres(ql)?)$/i.test(address)) throw new OptionError(refusals.word);
  // A single letter is a drive of Windows.
  if (/^[a-z][a-z0-9+.-]+:/i.test(address) && !/^[^:]*[@=]/.test(address))
    throw new OptionError(refusals.scheme);
  const isPath = /^(\.{0,2}[\\/]|[a-z]:[\\/])/i.test(address);
  if (address === '' || /["'<>|?*]|:\/\//.test(address) || (!isPath && /[@=:]/.test(address)))
    throw new OptionError(refusals.folder);
  return 'folder';
}

export interface OpenOptions {
  /**
   * Runs PGlite in its own thread (default), so that it does not block the event loop. Without it, the
   * start is faster.
   */
  readonly thread?: boolean;
  /** Whether statements are parsed anew each time, on PostgreSQL. */
  readonly noPreparedStatements?: boolean;
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
    if (!URL.canParse(address)) throw new OptionError(refusals.unreadable);
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
