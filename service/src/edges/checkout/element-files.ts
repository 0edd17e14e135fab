import {createHash} from 'node:crypto';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {ServiceError} from '../../platform/errors.js';

/** The published files of `<card-vault>`: the entry script and the chunks that it loads. */
interface ElementFiles {
  /** Hash of all files. It is part of their URL, so that a browser never mixes two versions. */
  readonly version: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Where the files lie, relative to the bundle `dist/index.js`, to a chunk of it, and to this file. */
const folders = ['./element/', '../element/', '../../../dist/element/'];
let loadedFiles: ElementFiles | undefined;

/** Reads the files at the first call. */
function elementFiles(): ElementFiles {
  if (loadedFiles) return loadedFiles;
  const folder = folders
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(new URL('card-vault.js', url)));
  if (!folder) {
    throw new ServiceError(503, 'assets.missing', 'The card element has not been built. Run: npm run build');
  }
  const chunks = readdirSync(new URL('card-vault/', folder)).filter((name) => name.endsWith('.js'));
  const names = ['card-vault.js', ...chunks.sort().map((name) => `card-vault/${name}`)];
  const files = new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(name).update(text);
  loadedFiles = {version: hash.digest('hex').slice(0, 12), files};
  return loadedFiles;
}

/** Path of the entry script. */
export const elementPath = () => `/checkout/element/${elementFiles().version}/card-vault.js`;

/** The content of a file; undefined if no file has this name and version. */
export function elementFile(version: string, name: string): string | undefined {
  const {version: currentVersion, files} = elementFiles();
  return version === currentVersion ? files.get(name) : undefined;
}
