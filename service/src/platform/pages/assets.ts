import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {ServiceError} from '../errors.js';

/** The scripts listed in `browser-entries.json`. */
export type AssetName =
  | 'library'
  | 'field'
  | 'device-data'
  | 'step-up'
  | 'finish'
  | 'dashboard'
  | 'calendar'
  | 'reference'
  | 'checkout'
  | 'checkout-shell'
  | 'checkout-return';

/** One built script, as it is served. */
export interface Asset {
  readonly body: string;
  /** Subresource integrity of the script, `sha256-…`. */
  readonly integrity: string;
  /**
   * The first twelve hex digits of the same hash. They are part of the script's address, so that a cached
   * copy is never outdated.
   */
  readonly version: string;
}

/**
 * Where the built scripts are, relative to this module: beside the bundle `dist/index.js`, one folder up
 * from a chunk of it, or in `dist` when the service runs from source.
 */
const folders = ['./service-assets/', '../service-assets/', '../../../dist/service-assets/'];

const cache = new Map<AssetName, Asset>();

/**
 * A built page script.
 *
 * @throws {ServiceError} 503 `assets.missing` if it has not been built.
 */
export function asset(name: AssetName): Asset {
  const known = cache.get(name);
  if (known) return known;
  const file = folders
    .map((folder) => new URL(`${folder}${name}.js`, import.meta.url))
    .find((url) => existsSync(url));
  if (!file) {
    throw new ServiceError(
      503,
      'assets.missing',
      `The page script "${name}" has not been built. Run: npm run build`,
    );
  }
  const body = readFileSync(file, 'utf8');
  const hash = createHash('sha256').update(body).digest();
  const loaded = {
    body,
    integrity: `sha256-${hash.toString('base64')}`,
    version: hash.toString('hex').slice(0, 12),
  };
  cache.set(name, loaded);
  return loaded;
}

/**
 * Headers of a script that only pages of the same origin load. Its address contains its hash, so it may be
 * cached for ever.
 */
export const ownScriptHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/**
 * Headers of a script that shops load with an integrity hash. Browsers can check the hash only of a script
 * that is readable across origins.
 */
export const sharedScriptHeaders: Readonly<Record<string, string>> = {
  ...ownScriptHeaders,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};
