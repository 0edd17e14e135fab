import {existsSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';

/**
 * Where the file is, relative to this module: beside the bundle `dist/index.js`, one folder up from a chunk
 * of it, or in `dist` when the service runs from source.
 */
const folders = ['./', '../', '../../../dist/'];

/**
 * The name of the file. It contains PGlite's version, because other versions may not be able to read it.
 */
export function preparedName(): string {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest = readFileSync(new URL('../package.json', pathToFileURL(pglite)), 'utf8');
  return `empty-database-${(JSON.parse(manifest) as {version: string}).version}.tar.gz`;
}

/**
 * The file with an empty PGlite database that the build has made. Starting without it takes twice as long
 * and twice the memory (guarantees 1, D6). Undefined if the build made none; PGlite then creates its own.
 */
export function preparedDatabase(): string | undefined {
  const name = preparedName();
  const file = folders
    .map((folder) => new URL(folder + name, import.meta.url))
    .find((url) => existsSync(url));
  return file && fileURLToPath(file);
}
