import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {promisify} from 'node:util';
import type {SealedColumn} from '../../platform/sealing.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';

const generate = promisify(generateKeyPair);

/** A public key as capture contexts and the public-keys route contain it. */
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

/** Generates an RSA key pair with a new `kid`, for encryption or for signatures. */
async function generatePair(use: 'enc' | 'sig'): Promise<KeyPair> {
  const {publicKey, privateKey} = await generate('rsa', {modulusLength: 2048});
  const {e, n} = publicKey.export({format: 'jwk'});
  const kid = newKid();
  return {kid, privateKey, publicKey, jwk: {kty: 'RSA', e: e!, n: n!, use, kid}};
}

/** A random key id. */
const newKid = () => randomBytes(12).toString('base64url');

/** How many times as long as generating a key the pause after it lasts, so that it uses 1/20 of a core. */
const defaultPauseFactor = 20;

/**
 * Keys for capture contexts. They are generated in advance on Node's thread pool, because one takes more than
 * a tenth of a second. Each context gets a key of its own while the pool has one. If contexts are requested
 * faster than keys are generated, contexts share the newest key until the next one is ready. Sharing is safe:
 * every context still has its own `kid`. The authenticated header of each encrypted or signed message
 * contains the `kid`, and the service checks it, so a token of one context does not work with another.
 */
export class KeyPool {
  readonly #size: number;
  readonly #pauseFactor: number;
  readonly #ready: KeyPair[] = [];
  readonly #waiting: {resolve: (pair: KeyPair) => void; reject: (cause: unknown) => void}[] = [];
  #newest: KeyPair | undefined;
  #filling = false;
  /** Number of keys generated so far. */
  #generated = 0;

  /**
   * @param options.pauseFactor Length of the pause after each key, as a multiple of the time that the key
   *   took. The first `size` keys are generated without a pause, because a service that has just started has
   *   few requests.
   */
  constructor(size: number, {pauseFactor = defaultPauseFactor}: {readonly pauseFactor?: number} = {}) {
    this.#size = size;
    this.#pauseFactor = pauseFactor;
    void this.#fill();
  }

  /** A key for one capture context, with a `kid` that no other context has. */
  take(): Promise<KeyPair> {
    const unused = this.#ready.shift();
    void this.#fill();
    if (unused) return Promise.resolve(unused);
    if (this.#newest) return Promise.resolve(withNewKid(this.#newest));
    return new Promise((resolve, reject) => this.#waiting.push({resolve, reject}));
  }

  /** Generates keys until the pool is full and every waiting context has one. */
  async #fill(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      while (this.#ready.length < this.#size || this.#waiting.length) {
        const started = performance.now();
        const pair = await generatePair('enc');
        this.#newest = pair;
        // Contexts that already wait share this key.
        const [first, ...others] = this.#waiting.splice(0);
        if (first) first.resolve(pair);
        else this.#ready.push(pair);
        for (const {resolve} of others) resolve(withNewKid(pair));
        this.#generated += 1;
        if (this.#generated >= this.#size) {
          await pause(this.#pauseFactor * (performance.now() - started), undefined, {ref: false});
        }
      }
    } catch (cause) {
      for (const {reject} of this.#waiting.splice(0)) reject(cause);
    } finally {
      this.#filling = false;
    }
  }
}

/** The same key with a different `kid`. */
function withNewKid({jwk, ...keys}: KeyPair): KeyPair {
  const kid = newKid();
  return {...keys, kid, jwk: {...jwk, kid}};
}

/** Takes the place of a merchant's id for the signing key, which belongs to the service itself. */
const serviceOwner = 'service';

const [key, column] = ['kid', 'sealed_key'] as const;

/** The key that signs capture contexts, and the keys of the contexts. */
export const sealedMicroformKeys: readonly SealedColumn[] = [
  {
    ...{table: 'microform_keys', key, column},
    sealAgain: (value, {id}, again) => again(value, {record: id, merchant: serviceOwner}),
  },
  {
    ...{table: 'microform_contexts', key, column, merchant: 'merchant'},
    sealAgain: (value, {id, merchant}, again) => again(value, {record: id, merchant}),
  },
];

/**
 * Encrypts a private key for storage. It is stored as a JWK, because Node reads a JWK 20 times as fast as
 * PKCS #8, which it checks for prime numbers.
 */
export function sealKey(deps: PartDependencies, pair: KeyPair, merchant: string): Promise<string> {
  return deps.vault.seal(JSON.stringify(pair.privateKey.export({format: 'jwk'})), {
    record: pair.kid,
    merchant,
  });
}

/** Decrypts a stored private key. */
export async function openKey(
  deps: PartDependencies,
  {kid, sealed, merchant}: {readonly kid: string; readonly sealed: string; readonly merchant: string},
): Promise<KeyObject> {
  const text = Buffer.from(await deps.vault.open(sealed, {record: kid, merchant})).toString();
  // Earlier versions of the service stored keys as PEM.
  if (!text.startsWith('{')) return createPrivateKey(text);
  return createPrivateKey({key: JSON.parse(text) as JsonWebKey, format: 'jwk'});
}

/** Converts a public JWK to a key that Node can use. */
export const publicKeyOf = (jwk: PublicJwk): KeyObject => createPublicKey({key: {...jwk}, format: 'jwk'});

/**
 * Reads the key that signs capture contexts, and creates it at the first start. Two processes that start at
 * once may both create one. Both then use the oldest, so that they sign with the same key.
 */
export async function loadSigningKey(deps: PartDependencies): Promise<KeyPair> {
  const readOldest = () =>
    deps.database.query<{kid: string; sealed_key: string; public_jwk: string}>(
      'SELECT kid, sealed_key, public_jwk FROM microform_keys ORDER BY created_at, kid LIMIT 1',
    );
  let [row] = await readOldest();
  if (!row) {
    const pair = await generatePair('sig');
    await deps.database.query(
      'INSERT INTO microform_keys (kid, sealed_key, public_jwk, created_at) VALUES ($1, $2, $3, $4)',
      [
        pair.kid,
        await sealKey(deps, pair, serviceOwner),
        JSON.stringify(pair.jwk),
        deps.clock.now().getTime(),
      ],
    );
    [row] = await readOldest();
  }
  if (!row) throw new Error('The signing key was not stored.');
  const privateKey = await openKey(deps, {kid: row.kid, sealed: row.sealed_key, merchant: serviceOwner});
  const jwk = JSON.parse(row.public_jwk) as PublicJwk;
  return {kid: row.kid, privateKey, publicKey: publicKeyOf(jwk), jwk};
}
