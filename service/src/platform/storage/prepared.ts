import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Migration} from './database.js';

/**
 * Where the file is, relative to this module: beside the bundle `dist/index.js`, one folder up from a chunk
 * of it, or in `dist` when the service runs from source.
 */
const folders = ['./', '../', '../../../dist/'];

/** Of migrations, so many hexadecimal digits are enough to tell two versions apart. */
const digestLength = 16;

function digestOf(migrations: readonly Migration[]): string {
  const inOrder = migrations.map(({name, sql}) => [name, sql] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('hex').slice(0, digestLength);
}

/**
 * The name of the file with a database to which these migrations have been applied. It contains PGlite's
 * version, because other versions may not be able to read it, and a digest of the migrations, because a
 * database with other tables must not be used.
 */
export function preparedName(migrations: readonly Migration[]): string {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = readFileSync(new URL('../package.json', pathToFileURL(pglite)), 'utf8');
  const {version} = JSON.parse(manifest) as {version: string};
  return `prepared-database-${version}-${digestOf(migrations)}.tar.gz`;
}

/**
 * The file with a PGlite database that the build has made: every table, no row. Starting without it takes
 * three times as long and twice the memory (D6). Undefined if the build made none for these
 * migrations; PGlite then creates its own database.
 */
export function preparedDatabase(migrations: readonly Migration[]): string | undefined {
  const name = preparedName(migrations);
  const file = folders
    .map((folder) => new URL(folder + name, import.meta.url))
    .find((url) => existsSync(url));
  return file && fileURLToPath(file);
}
