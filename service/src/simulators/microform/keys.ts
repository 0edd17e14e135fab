import {createPrivateKey, createPublicKey, generateKeyPair, randomBytes} from 'node:crypto';
import type {JsonWebKey, KeyObject} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {promisify} from 'node:util';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';

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
  readonly publicKey: KeyObject;
  readonly jwk: PublicJwk;
}

async function makePair(use: 'enc' | 'sig'): Promise<KeyPair> {
  const {publicKey, privateKey} = await generate('rsa', {modulusLength: 2048});
  const {e, n} = publicKey.export({format: 'jwk'});
  const kid = newKid();
  return {kid, privateKey, publicKey, jwk: {kty: 'RSA', e: e!, n: n!, use, kid}};
}

const newKid = () => randomBytes(12).toString('base64url');

/**
 * Between two keys of the pool: making keys never takes more than about a twentieth of one core from
 * requests.
 */
const restFactor = 20;

/**
 * Keys of capture contexts, made ahead on Node's thread pool, because a key takes more than a tenth of a
 * second. Each context gets its own key while there are some. If contexts are requested faster than keys can
 * be made, the newest key is shared until the next is ready. That is sound: every context has its own `kid`,
 * which stands in the authenticated header of what is encrypted and signed and is checked when it is opened,
 * so a token of one context does not work with another.
 */
export class KeyPool {
  readonly #size: number;
  readonly #rest: number;
  readonly #ready: KeyPair[] = [];
  readonly #waiting: {resolve: (pair: KeyPair) => void; reject: (cause: unknown) => void}[] = [];
  #newest: KeyPair | undefined;
  #filling = false;
  /** Until there were enough to fill it, there is nothing to take a core away from. */
  #made = 0;

  /**
   * `rest`: how many times as long as a key took it rests before the next, once it has made as many as it
   * keeps.
   */
  constructor(size: number, {rest: factor = restFactor}: {readonly rest?: number} = {}) {
    this.#size = size;
    this.#rest = factor;
    void this.#fill();
  }

  take(): Promise<KeyPair> {
    const own = this.#ready.shift();
    void this.#fill();
    if (own) return Promise.resolve(own);
    if (this.#newest) return Promise.resolve(lend(this.#newest));
    return new Promise((resolve, reject) => this.#waiting.push({resolve, reject}));
  }

  async #fill(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      while (this.#ready.length < this.#size || this.#waiting.length) {
        const started = performance.now();
        const pair = await makePair('enc');
        this.#newest = pair;
        const [first, ...others] = this.#waiting.splice(0);
        if (first) first.resolve(pair);
        else this.#ready.push(pair);
        for (const {resolve} of others) resolve(lend(pair));
        if (++this.#made >= this.#size) {
          await pause(this.#rest * (performance.now() - started), undefined, {ref: false});
        }
      }
    } catch (cause) {
      for (const {reject} of this.#waiting.splice(0)) reject(cause);
    } finally {
      this.#filling = false;
    }
  }
}

/** The same key under a name of its own. */
function lend({jwk, ...keys}: KeyPair): KeyPair {
  const kid = newKid();
  return {...keys, kid, jwk: {...jwk, kid}};
}

/** Private keys rest sealed. Keys of the service itself belong to no merchant. */
const ownMerchant = 'service';

/**
 * As a JWK: reading one takes a twentieth of the time of PKCS #8, which checks that the numbers are prime.
 */
export function sealKey(deps: PartDependencies, pair: KeyPair, merchant: string): Promise<string> {
  return deps.vault.seal(JSON.stringify(pair.privateKey.export({format: 'jwk'})), {
    record: pair.kid,
    merchant,
  });
}

export async function openKey(
  deps: PartDependencies,
  {kid, sealed, merchant}: {readonly kid: string; readonly sealed: string; readonly merchant: string},
): Promise<KeyObject> {
  const text = Buffer.from(await deps.vault.open(sealed, {record: kid, merchant})).toString();
  // Databases of earlier versions hold PEM.
  if (!text.startsWith('{')) return createPrivateKey(text);
  return createPrivateKey({key: JSON.parse(text) as JsonWebKey, format: 'jwk'});
}

/** The public half as a key. */
export const publicKeyOf = (jwk: PublicJwk): KeyObject => createPublicKey({key: {...jwk}, format: 'jwk'});

/**
 * The key that signs capture contexts: the oldest in the table, made at the first start. Two processes that
 * start at once may both make one; both then read the same oldest.
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
  const jwk = JSON.parse(row.public_jwk) as PublicJwk;
  return {kid: row.kid, privateKey, publicKey: publicKeyOf(jwk), jwk};
}
