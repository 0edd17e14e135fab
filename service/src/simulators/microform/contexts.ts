import {Cache} from '../../platform/cache.js';
import type {Writes} from '../../platform/storage/database.js';
import {randomBytes, type KeyObject} from 'node:crypto';
import {JwtError} from '../../platform/errors.js';
import {signJwt, verifyJwt} from '../../platform/jwt/jws.js';
import {asset} from '../../platform/pages/assets.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {Microform} from '../../domain/ports/microform.js';
import {openKey, publicKeyOf, sealKey, type KeyPair, type KeyPool, type PublicJwk} from './keys.js';
import {contextLifetimeSeconds} from './limits.js';
import {MicroformRefusal} from './refusal.js';
import {readTargetOrigins} from './target-origins.js';

const contextType = 'capture-context+jwt';
const issuer = 'Flex API';

/** A stored capture context. */
export interface ContextRecord {
  readonly kid: string;
  readonly jti: string;
  readonly merchant: string;
  readonly tracker: string;
  readonly targetOrigins: readonly string[];
  readonly networks: readonly string[];
  /** Set where only the security code of a saved card is asked: the lengths that it may have. */
  readonly codeLengths: readonly number[] | undefined;
  /** The context's one-time key pair. */
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** How many records are cached. A stored record never changes. */
const cacheSize = 2000;
/** Interval between deletions of expired contexts, on the service's clock. */
const deletionIntervalMs = 60_000;

interface ContextRow {
  readonly kid: string;
  readonly jti: string;
  readonly merchant: string;
  readonly tracker: string;
  readonly target_origins: string;
  readonly networks: string;
  readonly code_lengths: string | null;
  readonly sealed_key: string;
  readonly public_jwk: string;
  readonly expires_at: number | string | bigint;
}

/** Path of the library and the field page. It contains the hashes of their scripts. */
export const bundlePath = () =>
  `/microform/bundle/v2.0.0-${asset('library').version}-${asset('field').version}`;

/**
 * Issues and verifies capture contexts. Each has a one-time key pair, with which the fields encrypt the card;
 * one key of the service signs them all.
 */
export class Contexts {
  readonly #deps: PartDependencies;
  readonly #pool: KeyPool;
  readonly #signing: KeyPair;
  readonly #networks: () => readonly string[];
  readonly #cache = new Cache<ContextRecord>({maxEntries: cacheSize});
  #nextDeletionAt = 0;

  constructor(
    deps: PartDependencies,
    parts: {pool: KeyPool; signing: KeyPair; networks: () => readonly string[]},
  ) {
    this.#deps = deps;
    this.#pool = parts.pool;
    this.#signing = parts.signing;
    this.#networks = parts.networks;
  }

  get signingJwk(): PublicJwk {
    return this.#signing.jwk;
  }

  /** Signs a capture context (wire 2.1) for a tracker and its pages. It is stored with the transaction. */
  async issue(tx: Writes, request: Parameters<Microform['issueCaptureContext']>[0]): Promise<string> {
    const targetOrigins = readTargetOrigins(request.targetOrigins);
    const {clock} = this.#deps;
    const networks = this.#networks();
    const {codeLengths} = request;
    const pair = await this.#pool.take();
    const jti = randomBytes(16).toString('base64url');
    const now = clock.now().getTime();
    const issuedAt = Math.floor(now / 1000);
    const expiresAt = (issuedAt + contextLifetimeSeconds) * 1000;
    await this.#deleteExpired(now);
    tx.atEnd(
      `INSERT INTO microform_contexts
        (kid, jti, merchant, tracker, target_origins, networks, sealed_key, public_jwk, expires_at, code_lengths)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        pair.kid,
        jti,
        request.merchant,
        request.tracker,
        JSON.stringify(targetOrigins),
        JSON.stringify(networks),
        await sealKey(this.#deps, pair, request.merchant),
        JSON.stringify(pair.jwk),
        expiresAt,
        codeLengths ? JSON.stringify(codeLengths) : null,
      ],
    );
    this.#cache.set(pair.kid, {
      kid: pair.kid,
      jti,
      merchant: request.merchant,
      tracker: request.tracker,
      targetOrigins,
      networks,
      codeLengths,
      privateKey: pair.privateKey,
      publicKey: pair.publicKey,
      expiresAt,
    });
    const {publicKey: merchant} = request;
    const earlyFrame = codeLengths ? undefined : this.#earlyFrame(request.merchant, targetOrigins);
    return this.#sign({
      jti,
      jwk: pair.jwk,
      merchant,
      networks,
      targetOrigins,
      codeLengths,
      earlyFrame,
      shopper: request.shopper,
      issuedAt,
    });
  }

  /** Address of a field's document that a page of these origins can load before it has a capture context (decision 0053). */
  #earlyFrame(merchant: string, targetOrigins: readonly string[]): string {
    const query = new URLSearchParams({merchant});
    for (const origin of targetOrigins) query.append('origin', origin);
    return `${this.#deps.urls.fields}${bundlePath()}/iframe.html?${query}`;
  }

  #sign(context: {
    jti: string;
    jwk: PublicJwk;
    /** Its public key. */
    merchant: string;
    networks: readonly string[];
    targetOrigins: readonly string[];
    codeLengths: readonly number[] | undefined;
    earlyFrame: string | undefined;
    shopper: string | undefined;
    issuedAt: number;
  }): Promise<string> {
    const {jti, jwk, merchant, networks, targetOrigins, codeLengths, earlyFrame, shopper, issuedAt} = context;
    const {urls} = this.#deps;
    const library = asset('library');
    const data = {
      clientLibrary: `${urls.fields}${bundlePath()}/flex-microform.min.js`,
      clientLibraryIntegrity: library.integrity,
      allowedCardNetworks: networks,
      targetOrigins,
      mfOrigin: urls.fields,
      merchant,
      ...(earlyFrame !== undefined && {earlyFrame}),
      ...(shopper !== undefined && {shopper}),
      ...(codeLengths && {allowedFields: ['securityCode'], securityCodeLengths: codeLengths}),
    };
    const claims = {
      flx: {path: '/flex/v2/tokens', data: jti, origin: urls.fields, jwk},
      ctx: [{type: 'mf-2.0.0', data}],
      iss: issuer,
      aud: this.#audience(),
      iat: issuedAt,
      exp: issuedAt + contextLifetimeSeconds,
      jti,
    };
    const {kid, privateKey} = this.#signing;
    return signJwt({alg: 'RS256', kid, typ: contextType}, claims, privateKey);
  }

  /**
   * Deletes old contexts, and with them their tokens. It waits for one more lifetime after the expiry, because
   * a token that was made just before the expiry lives as long.
   */
  async #deleteExpired(now: number): Promise<void> {
    if (now < this.#nextDeletionAt) return;
    this.#nextDeletionAt = now + deletionIntervalMs;
    await this.#deps.database.query('DELETE FROM microform_contexts WHERE expires_at < $1', [
      now - contextLifetimeSeconds * 1000,
    ]);
  }

  /** Finds the record of a one-time key. The record may have expired. */
  async find(kid: string): Promise<ContextRecord | undefined> {
    const cached = this.#cache.get(kid);
    if (cached) return cached;
    const [row] = await this.#deps.database.query<ContextRow>(
      `SELECT kid, jti, merchant, tracker, target_origins, networks, code_lengths, sealed_key, public_jwk,
        expires_at FROM microform_contexts WHERE kid = $1`,
      [kid],
    );
    if (!row) return undefined;
    const {jti, merchant, tracker} = row;
    return this.#cache.set(kid, {
      kid,
      jti,
      merchant,
      tracker,
      targetOrigins: JSON.parse(row.target_origins) as string[],
      networks: JSON.parse(row.networks) as string[],
      codeLengths: row.code_lengths === null ? undefined : (JSON.parse(row.code_lengths) as number[]),
      privateKey: await openKey(this.#deps, {kid, sealed: row.sealed_key, merchant}),
      publicKey: publicKeyOf(JSON.parse(row.public_jwk) as PublicJwk),
      expiresAt: Number(row.expires_at),
    });
  }

  hasExpired(record: ContextRecord): boolean {
    return this.#deps.clock.now().getTime() >= record.expiresAt;
  }

  /**
   * Returns the record of a valid capture context.
   *
   * @throws {MicroformRefusal} with a reason of wire 2.3.
   */
  async verify(jwt: string): Promise<ContextRecord> {
    // Expiry is checked below, against the record, because it has its own error code.
    const {jti, kid} = await this.#read(jwt);
    const record = await this.find(kid);
    if (!record || this.hasExpired(record) || this.#expiresEarly(record)) throw expiredContext();
    if (record.jti !== jti) throw invalidContext();
    if (!(await this.mayShow(record))) throw foreignContext();
    return record;
  }

  /** Whether the merchant still owns every origin that the context was made for (decision 0075). */
  async mayShow({
    merchant,
    targetOrigins,
  }: Pick<ContextRecord, 'merchant' | 'targetOrigins'>): Promise<boolean> {
    const allowed = targetOrigins.map((origin) => this.#deps.mayShowFields(merchant, origin));
    return (await Promise.all(allowed)).every(Boolean);
  }

  /** Whether a fault is planned that expires the tracker's context early. */
  #expiresEarly({tracker}: ContextRecord): boolean {
    return (this.#deps.faults?.strike('tokenizing', {tracker}) ?? []).length > 0;
  }

  /**
   * Verifies the signature and reads the ids.
   *
   * @throws {MicroformRefusal} if this service has not signed the capture context.
   */
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
      throw error instanceof JwtError ? invalidContext() : error;
    }
  }

  #audience(): string {
    return `${this.#deps.urls.fields}/flex/v2/tokens`;
  }
}

const invalidContext = () =>
  new MicroformRefusal(
    'CAPTURE_CONTEXT_INVALID',
    'captureContext must be a capture context of this service. Request a new one.',
  );

const foreignContext = () =>
  new MicroformRefusal(
    'CAPTURE_CONTEXT_INVALID',
    'The capture context is of a merchant that does not own the page’s origin.',
  );

const expiredContext = () =>
  new MicroformRefusal('CAPTURE_CONTEXT_EXPIRED', 'The capture context has expired. Request a new one.');
