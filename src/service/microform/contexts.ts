import {randomBytes} from 'node:crypto';
import {SignJWT, importJWK, jwtVerify} from 'jose';
import {ServiceError} from '../errors.js';
import {asset} from '../pages/assets.js';
import type {PartDependencies} from '../parts.js';
import {sealKey} from './keys.js';
import type {KeyPair, KeyPool, PublicJwk} from './keys.js';
import {contextLifeSeconds} from './limits.js';
import {MicroformRefusal} from './refusal.js';

export const contextType = 'capture-context+jwt';
const issuer = 'Flex API';

/** A capture context as the service remembers it. */
export interface ContextRecord {
  readonly kid: string;
  readonly jti: string;
  readonly merchant: string;
  readonly tracker: string;
  readonly targetOrigins: readonly string[];
  readonly networks: readonly string[];
  readonly sealedKey: string;
  readonly jwk: PublicJwk;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

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

/** An origin that fields may be shown on (wire 2.1): https, or http on this very machine, and nothing beside the origin. */
export function readTargetOrigin(text: string): string {
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

  constructor(deps: PartDependencies, parts: {pool: KeyPool; signing: KeyPair; networks: readonly string[]}) {
    this.#deps = deps;
    this.#pool = parts.pool;
    this.#signing = parts.signing;
    this.#networks = parts.networks;
  }

  get signingJwk(): PublicJwk {
    return this.#signing.jwk;
  }

  /** A signed capture context (wire 2.1) for one tracker and its pages. */
  async issue(request: {
    merchant: string;
    tracker: string;
    targetOrigins: readonly string[];
  }): Promise<string> {
    const targetOrigins = [...new Set(request.targetOrigins.map(readTargetOrigin))];
    if (!targetOrigins.length || targetOrigins.length > 9) {
      throw new ServiceError(
        400,
        'capture_context.origin_invalid',
        'A capture context names one to nine origins',
      );
    }
    const {clock, database, urls} = this.#deps;
    const library = asset('library');
    const pair = await this.#pool.take();
    const jti = randomBytes(16).toString('base64url');
    const now = clock.now().getTime();
    const issuedAt = Math.floor(now / 1000);
    await database.query('DELETE FROM microform_contexts WHERE expires_at < $1', [
      now - contextLifeSeconds * 1000,
    ]);
    await database.query(
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
        (issuedAt + contextLifeSeconds) * 1000,
      ],
    );
    const data = {
      clientLibrary: `${urls.fields}${bundlePath()}/flex-microform.min.js`,
      clientLibraryIntegrity: library.integrity,
      allowedCardNetworks: this.#networks,
      targetOrigins,
      mfOrigin: urls.fields,
    };
    return new SignJWT({
      flx: {path: '/flex/v2/tokens', data: jti, origin: urls.fields, jwk: {...pair.jwk}},
      ctx: [{type: 'mf-2.0.0', data}],
    })
      .setProtectedHeader({alg: 'RS256', kid: this.#signing.kid, typ: contextType})
      .setIssuer(issuer)
      .setAudience(this.#audience())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + contextLifeSeconds)
      .setJti(jti)
      .sign(this.#signing.privateKey);
  }

  /** The record behind a one-time key, also when its time is over; undefined where there is none. */
  async find(kid: string): Promise<ContextRecord | undefined> {
    const [row] = await this.#deps.database.query<ContextRow>(
      `SELECT kid, jti, merchant, tracker, target_origins, networks, sealed_key, public_jwk, expires_at
        FROM microform_contexts WHERE kid = $1`,
      [kid],
    );
    return (
      row && {
        kid: row.kid,
        jti: row.jti,
        merchant: row.merchant,
        tracker: row.tracker,
        targetOrigins: JSON.parse(row.target_origins) as string[],
        networks: JSON.parse(row.networks) as string[],
        sealedKey: row.sealed_key,
        jwk: JSON.parse(row.public_jwk) as PublicJwk,
        expiresAt: Number(row.expires_at),
      }
    );
  }

  hasExpired(record: ContextRecord): boolean {
    return this.#deps.clock.now().getTime() >= record.expiresAt;
  }

  /** The record of a capture context that is genuine and in time. Refuses with the reasons of wire 2.3. */
  async verify(jwt: string): Promise<ContextRecord> {
    const {payload} = await jwtVerify(jwt, await importJWK({...this.#signing.jwk}, 'RS256'), {
      algorithms: ['RS256'],
      typ: contextType,
      issuer,
      audience: this.#audience(),
      requiredClaims: ['exp', 'iat', 'jti', 'flx'],
      // Expiry is judged below, by the record, so that it gets a name of its own.
      currentDate: new Date(0),
    }).catch(() => {
      throw new MicroformRefusal('CAPTURE_CONTEXT_INVALID', 'The capture context is not one of this service');
    });
    const {jwk} = payload.flx as {jwk: {kid: string}};
    const record = await this.find(jwk.kid);
    if (!record || this.hasExpired(record)) {
      throw new MicroformRefusal('CAPTURE_CONTEXT_EXPIRED', 'The capture context has expired');
    }
    const strikes = this.#deps.faults?.strike('tokenizing', {tracker: record.tracker}) ?? [];
    if (strikes.length > 0) {
      throw new MicroformRefusal('CAPTURE_CONTEXT_EXPIRED', 'The capture context has expired');
    }
    if (record.jti !== payload.jti) {
      throw new MicroformRefusal('CAPTURE_CONTEXT_INVALID', 'The capture context is not one of this service');
    }
    return record;
  }

  #audience(): string {
    return `${this.#deps.urls.fields}/flex/v2/tokens`;
  }
}
