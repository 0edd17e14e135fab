import {Cache} from '../../platform/cache.js';
import type {Writes} from '../../platform/storage/database.js';
import {randomBytes} from 'node:crypto';
import type {KeyObject} from 'node:crypto';
import {JwtError, ServiceError} from '../../platform/errors.js';
import {signJwt, verifyJwt} from '../../platform/jwt/jws.js';
import {asset} from '../../platform/pages/assets.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import {openKey, publicKeyOf, sealKey} from './keys.js';
import type {KeyPair, KeyPool, PublicJwk} from './keys.js';
import {contextLifeSeconds} from './limits.js';
import {MicroformRefusal} from './refusal.js';

const contextType = 'capture-context+jwt';
const issuer = 'Flex API';

/** A capture context as the service remembers it. */
export interface ContextRecord {
  readonly kid: string;
  readonly jti: string;
  readonly merchant: string;
  readonly tracker: string;
  readonly targetOrigins: readonly string[];
  readonly networks: readonly string[];
  /** Of its one-time key. */
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Records that are kept at hand: nothing of them ever changes. */
const mostAtHand = 2000;
/** Interval between deletions of expired contexts, on the service's clock. */
const tidyEveryMs = 60_000;

interface ContextRow {
  readonly kid: string;
  readonly jti: string;
  readonly merchant: string;
  readonly tracker: string;
  readonly target_origins: string;
  readonly networks: string;
  readonly sealed_key: string;
  readonly public_jwk: string;
  readonly expires_at: number | string | bigint;
}

/** Path of the library and the field page: the hashes of what is served are part of it. */
export const bundlePath = () =>
  `/microform/bundle/v2.0.0-${asset('library').version}-${asset('field').version}`;

/** No wildcard: a URL parser takes `*` for a host. */
const hostShape = /^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[[0-9a-f:]+\]$/;
const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * An origin that fields may be shown on (wire 2.1): https, or http on this very machine, and nothing beside
 * the origin.
 */
function readTargetOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (
    !url ||
    !secure ||
    !hostShape.test(url.hostname) ||
    (text !== url.origin && text !== `${url.origin}/`)
  ) {
    throw new ServiceError(
      400,
      'capture_context.origin_invalid',
      'A target origin is https, or http on localhost, and has no path, query or wildcard',
    );
  }
  return url.origin;
}

/** Issues capture contexts and knows them again. */
export class Contexts {
  readonly #deps: PartDependencies;
  readonly #pool: KeyPool;
  readonly #signing: KeyPair;
  readonly #networks: readonly string[];
  readonly #atHand = new Cache<ContextRecord>({maxEntries: mostAtHand});
  #tidyAt = 0;

  constructor(deps: PartDependencies, parts: {pool: KeyPool; signing: KeyPair; networks: readonly string[]}) {
    this.#deps = deps;
    this.#pool = parts.pool;
    this.#signing = parts.signing;
    this.#networks = parts.networks;
  }

  get signingJwk(): PublicJwk {
    return this.#signing.jwk;
  }

  /**
   * A signed capture context (wire 2.1) for one tracker and its pages. It is known when the transaction
   * commits.
   */
  async issue(
    tx: Writes,
    request: {merchant: string; tracker: string; targetOrigins: readonly string[]},
  ): Promise<string> {
    const targetOrigins = [...new Set(request.targetOrigins.map(readTargetOrigin))];
    if (!targetOrigins.length || targetOrigins.length > 9) {
      throw new ServiceError(
        400,
        'capture_context.origin_invalid',
        'A capture context names one to nine origins',
      );
    }
    const {clock} = this.#deps;
    const pair = await this.#pool.take();
    const jti = randomBytes(16).toString('base64url');
    const now = clock.now().getTime();
    const issuedAt = Math.floor(now / 1000);
    const expiresAt = (issuedAt + contextLifeSeconds) * 1000;
    await this.#tidy(now);
    tx.atEnd(
      `INSERT INTO microform_contexts
        (kid, jti, merchant, tracker, target_origins, networks, sealed_key, public_jwk, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        pair.kid,
        jti,
        request.merchant,
        request.tracker,
        JSON.stringify(targetOrigins),
        JSON.stringify(this.#networks),
        await sealKey(this.#deps, pair, request.merchant),
        JSON.stringify(pair.jwk),
        expiresAt,
      ],
    );
    this.#atHand.set(pair.kid, {
      ...{kid: pair.kid, jti, merchant: request.merchant, tracker: request.tracker, targetOrigins},
      ...{networks: this.#networks, privateKey: pair.privateKey, publicKey: pair.publicKey, expiresAt},
    });
    return this.#sign({jti, jwk: pair.jwk, targetOrigins, issuedAt});
  }

  #sign(context: {
    jti: string;
    jwk: PublicJwk;
    targetOrigins: readonly string[];
    issuedAt: number;
  }): Promise<string> {
    const {jti, jwk, targetOrigins, issuedAt} = context;
    const {urls} = this.#deps;
    const library = asset('library');
    const data = {
      clientLibrary: `${urls.fields}${bundlePath()}/flex-microform.min.js`,
      clientLibraryIntegrity: library.integrity,
      allowedCardNetworks: this.#networks,
      targetOrigins,
      mfOrigin: urls.fields,
    };
    const claims = {
      flx: {path: '/flex/v2/tokens', data: jti, origin: urls.fields, jwk},
      ctx: [{type: 'mf-2.0.0', data}],
      iss: issuer,
      aud: this.#audience(),
      iat: issuedAt,
      exp: issuedAt + contextLifeSeconds,
      jti,
    };
    const {kid, privateKey} = this.#signing;
    return signJwt({alg: 'RS256', kid, typ: contextType}, claims, privateKey);
  }

  /** Forgets contexts that were over a life ago, and with them their tokens. */
  async #tidy(now: number): Promise<void> {
    if (now < this.#tidyAt) return;
    this.#tidyAt = now + tidyEveryMs;
    await this.#deps.database.query('DELETE FROM microform_contexts WHERE expires_at < $1', [
      now - contextLifeSeconds * 1000,
    ]);
  }

  /** The record behind a one-time key, also when its time is over; undefined where there is none. */
  async find(kid: string): Promise<ContextRecord | undefined> {
    const known = this.#atHand.get(kid);
    if (known) return known;
    const [row] = await this.#deps.database.query<ContextRow>(
      `SELECT kid, jti, merchant, tracker, target_origins, networks, sealed_key, public_jwk, expires_at
        FROM microform_contexts WHERE kid = $1`,
      [kid],
    );
    if (!row) return undefined;
    const {jti, merchant, tracker} = row;
    return this.#atHand.set(kid, {
      ...{kid, jti, merchant, tracker},
      targetOrigins: JSON.parse(row.target_origins) as string[],
      networks: JSON.parse(row.networks) as string[],
      privateKey: await openKey(this.#deps, {kid, sealed: row.sealed_key, merchant}),
      publicKey: publicKeyOf(JSON.parse(row.public_jwk) as PublicJwk),
      expiresAt: Number(row.expires_at),
    });
  }

  hasExpired(record: ContextRecord): boolean {
    return this.#deps.clock.now().getTime() >= record.expiresAt;
  }

  /** The record of a capture context that is genuine and in time. Refuses with the reasons of wire 2.3. */
  async verify(jwt: string): Promise<ContextRecord> {
    // Expiry is checked below, by the record, so that it gets its own error code.
    const {jti, kid} = await this.#read(jwt);
    const record = await this.find(kid);
    if (!record || this.hasExpired(record)) {
      throw new MicroformRefusal('CAPTURE_CONTEXT_EXPIRED', 'The capture context has expired');
    }
    const strikes = this.#deps.faults?.strike('tokenizing', {tracker: record.tracker}) ?? [];
    if (strikes.length > 0) {
      throw new MicroformRefusal('CAPTURE_CONTEXT_EXPIRED', 'The capture context has expired');
    }
    if (record.jti !== jti) throw notOurs();
    return record;
  }

  /** @throws {MicroformRefusal} for what this service has not signed. */
  async #read(jwt: string): Promise<{readonly jti: unknown; readonly kid: string}> {
    try {
      const {jti, flx} = await verifyJwt(jwt, this.#signing.publicKey, {
        algorithm: 'RS256',
        type: contextType,
        issuer,
        audience: this.#audience(),
        claims: ['exp', 'iat', 'jti', 'flx'],
      });
      return {jti, kid: (flx as {jwk: {kid: string}}).jwk.kid};
    } catch (error) {
      throw error instanceof JwtError ? notOurs() : error;
    }
  }

  #audience(): string {
    return `${this.#deps.urls.fields}/flex/v2/tokens`;
  }
}

const notOurs = () =>
  new MicroformRefusal('CAPTURE_CONTEXT_INVALID', 'The capture context is not one of this service');
