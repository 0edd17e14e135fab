import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {ServiceError} from '../errors.js';

/** The page scripts of `browser-entries.json`. */
export type AssetName =
  | 'library'
  | 'field'
  | 'device-data'
  | 'step-up'
  | 'finish'
  | 'dashboard'
  | 'calendar'
  | 'checkout'
  | 'checkout-shell'
  | 'checkout-return';

/** One built script, as it is served. */
export interface Asset {
  readonly body: string;
  /** Subresource integrity of exactly these bytes, `sha256-…`. */
  readonly integrity: string;
  /**
   * First twelve hex digits of the same hash: part of the address, so that a cached copy is never another
   * one.
   */
  readonly version: string;
}

/**
 * The bundle is `dist/index.js` or a chunk below it; run from source this file is
 * `src/platform/pages/assets.ts`.
 */
const places = ['./service-assets/', '../service-assets/', '../../../dist/service-assets/'];

const read = new Map<AssetName, Asset>();

/** A built page script. Throws `ServiceError` 503 `assets.missing` where nothing has been built. */
export function asset(name: AssetName): Asset {
  const known = read.get(name);
  if (known) return known;
  const address = places
    .map((place) => new URL(`${place}${name}.js`, import.meta.url))
    .find((url) => existsSync(url));
  if (!address) {
    throw new ServiceError(
      503,
      'assets.missing',
      `The page script "${name}" has not been built. Run: npm run build`,
    );
  }
  const body = readFileSync(address, 'utf8');
  const hash = createHash('sha256').update(body).digest();
  const found = {
    body,
    integrity: `sha256-${hash.toString('base64')}`,
    version: hash.toString('hex').slice(0, 12),
  };
  read.set(name, found);
  return found;
}

/**
 * Headers of a script that only pages of its own origin load. The address carries the hash, so it may be kept
 * for ever.
 */
export const ownScriptHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/**
 * Headers of a script that shops load with an integrity hash: readable across origins, or the hash cannot be
 * checked.
 */
export const sharedScriptHeaders: Readonly<Record<string, string>> = {
  ...ownScriptHeaders,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};
