import {createPrivateKey, generateKeyPair, randomBytes} from 'node:crypto';
import type {KeyObject} from 'node:crypto';
import {promisify} from 'node:util';
import type {PartDependencies} from '../parts.js';

const generate = promisify(generateKeyPair);

/** The public half as it stands in a capture context and at the public-keys route. */
export interface PublicJwk {
  readonly kty: 'RSA';
  readonly e: string;
  readonly n: string;
  readonly use: 'enc' | 'sig';
  readonly kid: string;
}

export interface KeyPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: PublicJwk;
}

async function makePair(use: 'enc' | 'sig'): Promise<KeyPair> {
  const {publicKey, privateKey} = await generate('rsa', {modulusLength: 2048});
  const {e, n} = publicKey.export({format: 'jwk'});
  const kid = randomBytes(12).toString('base64url');
  return {kid, privateKey, jwk: {kty: 'RSA', e: e!, n: n!, use, kid}};
}

/**
 * One-time keys, made ahead on Node's thread pool: a key takes a tenth of a second and more, a shopper should not wait.
 * Refills one at a time so that a small machine keeps a core for its requests.
 */
export class KeyPool {
  readonly #size: number;
  readonly #ready: KeyPair[] = [];
  readonly #waiting: {resolve: (pair: KeyPair) => void; reject: (cause: unknown) => void}[] = [];
  #filling = false;

  constructor(size: number) {
    this.#size = size;
    void this.#fill();
  }

  take(): Promise<KeyPair> {
    const pair = this.#ready.shift();
    const taken = pair
      ? Promise.resolve(pair)
      : new Promise<KeyPair>((resolve, reject) => this.#waiting.push({resolve, reject}));
    void this.#fill();
    return taken;
  }

  async #fill(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      while (this.#ready.length < this.#size || this.#waiting.length) {
        const pair = await makePair('enc');
        const first = this.#waiting.shift();
        if (first) first.resolve(pair);
        else this.#ready.push(pair);
      }
    } catch (cause) {
      for (const {reject} of this.#waiting.splice(0)) reject(cause);
    } finally {
      this.#filling = false;
    }
  }
}

/** Private keys rest sealed. Keys of the service itself belong to no merchant. */
export const ownMerchant = 'service';

export function sealKey(deps: PartDependencies, pair: KeyPair, merchant: string): Promise<string> {
  return deps.vault.seal(pair.privateKey.export({type: 'pkcs8', format: 'pem'}), {
    record: pair.kid,
    merchant,
  });
}

export async function openKey(
  deps: PartDependencies,
  {kid, sealed, merchant}: {readonly kid: string; readonly sealed: string; readonly merchant: string},
): Promise<KeyObject> {
  return createPrivateKey(Buffer.from(await deps.vault.open(sealed, {record: kid, merchant})));
}

/**
 * The key that signs capture contexts: the oldest in the table, made at the first start. Two processes that start at once
 * may both make one; both then read the same oldest.
 */
export async function signingKey(deps: PartDependencies): Promise<KeyPair> {
  const oldest = () =>
    deps.database.query<{kid: string; sealed_key: string; public_jwk: string}>(
      'SELECT kid, sealed_key, public_jwk FROM microform_keys ORDER BY created_at, kid LIMIT 1',
    );
  let [row] = await oldest();
  if (!row) {
    const pair = await makePair('sig');
    await deps.database.query(
      'INSERT INTO microform_keys (kid, sealed_key, public_jwk, created_at) VALUES ($1, $2, $3, $4)',
      [
        pair.kid,
        await sealKey(deps, pair, ownMerchant),
        JSON.stringify(pair.jwk),
        deps.clock.now().getTime(),
      ],
    );
    [row] = await oldest();
  }
  if (!row) throw new Error('The signing key was not kept');
  const privateKey = await openKey(deps, {kid: row.kid, sealed: row.sealed_key, merchant: ownMerchant});
  return {kid: row.kid, privateKey, jwk: JSON.parse(row.public_jwk) as PublicJwk};
}
