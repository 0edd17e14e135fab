import {existsSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';

/**
 * A fresh PGlite database, made at build time: to make one anew takes twice as long to start and twice the
 * memory (guarantees 1, D6). It belongs to one version of the engine and is used with no other.
 */

/**
 * Beside the bundle `dist/index.js` or above a chunk of it; run from source this file is
 * `src/platform/storage/…`.
 */
const places = ['./', '../', '../../../dist/'];

/** The file's name: it says which version of the engine made it. */
export function preparedName(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const text = readFileSync(new URL('../package.json', pathToFileURL(entry)), 'utf8');
  return `empty-database-${(JSON.parse(text) as {version: string}).version}.tar.gz`;
}

/**
 * The prepared database of this very engine; nothing where none was built, and the engine then makes its own.
 */
export async function preparedDatabase(): Promise<Blob | undefined> {
  const name = preparedName();
  const file = places.map((place) => new URL(place + name, import.meta.url)).find((url) => existsSync(url));
  return file && new Blob([await readFile(file)]);
}
