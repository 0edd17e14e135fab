import {createHash} from 'node:crypto';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {ServiceError} from '../../platform/errors.js';

/** `<card-vault>` as it is published: the ready script and the pieces it loads beside itself. */
interface ElementFiles {
  /** Of all the files together: part of their address, so that a cached copy is never another one. */
  readonly version: string;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Beside the bundle `dist/index.js` or above a chunk of it; run from source this file is
 * `src/edges/checkout/…`.
 */
const places = ['./element/', '../element/', '../../../dist/element/'];
let read: ElementFiles | undefined;

function elementFiles(): ElementFiles {
  if (read) return read;
  const folder = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(new URL('card-vault.js', url)));
  if (!folder) {
    throw new ServiceError(503, 'assets.missing', 'The card element has not been built. Run: npm run build');
  }
  const pieces = readdirSync(new URL('card-vault/', folder)).filter((name) => name.endsWith('.js'));
  const names = ['card-vault.js', ...pieces.sort().map((name) => `card-vault/${name}`)];
  const files = new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(name).update(text);
  return (read = {version: hash.digest('hex').slice(0, 12), files});
}

/** Address of the ready script. */
export const elementPath = () => `/checkout/element/${elementFiles().version}/card-vault.js`;

/** One of the files, if it is of this version. */
export function elementFile(version: string, name: string): string | undefined {
  const {version: own, files} = elementFiles();
  return version === own ? files.get(name) : undefined;
}
