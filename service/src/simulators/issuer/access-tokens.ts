import {randomBytes, webcrypto} from 'node:crypto';
import {JwtError} from '../../platform/errors.js';
import {signJwt, verifyJwt, type Key} from '../../platform/jwt/jws.js';
import type {SealedColumn} from '../../platform/sealing.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';

/** The kinds of access token: JWT type, path of the page that the token opens, and lifetime in seconds. */
const kinds = {
  'device-data': {typ: 'device-data+jwt', path: '/V1/Cruise/Collect', lifetime: 900},
  'step-up': {typ: 'step-up+jwt', path: '/V2/Cruise/StepUp', lifetime: 900},
  'step-up-window': {typ: 'step-up-window+jwt', path: '/V2/Cruise/Window', lifetime: 900},
} as const;
export type AccessTokenKind = keyof typeof kinds;

const issuer = 'Example Bank access control';

/** Path of the page that an access token opens, on the issuer's origin. */
export const pathOf = (kind: AccessTokenKind) => kinds[kind].path;

/** What the key is bound to. It belongs to the service itself. */
const sealContext = (kid: string) => ({record: kid, merchant: 'service'});

export const sealedIssuerKeys: SealedColumn = {
  ...{table: 'issuer_keys', key: 'kid', column: 'sealed_key'},
  sealAgain: (value, {id}, again) => again(value, sealContext(id)),
};

/** The content of an access token. */
export interface AccessClaims {
  /** Id of a setup (`device-data`) or of a transaction (the others). */
  readonly reference: string;
  /** Origin of the shop's page, if it is known. */
  readonly origin?: string;
}

/** Issues and verifies the JWTs that a browser posts to the issuer's pages (wire 3, 4). */
export class AccessTokens {
  readonly #deps: PartDependencies;
  readonly #key: Key;

  private constructor(deps: PartDependencies, key: Key) {
    this.#deps = deps;
    this.#key = key;
  }

  /**
   * Reads the signing key, which is stored encrypted, and creates it at the first start. Two processes that
   * start at once may both create one; both then use the oldest.
   */
  static async open(deps: PartDependencies): Promise<AccessTokens> {
    const {clock, database, vault} = deps;
    const readOldest = () =>
      database.query<{kid: string; sealed_key: string}>(
        'SELECT kid, sealed_key FROM issuer_keys ORDER BY created_at, kid LIMIT 1',
      );
    let [row] = await readOldest();
    if (!row) {
      const kid = randomBytes(12).toString('base64url');
      await database.query('INSERT INTO issuer_keys (kid, sealed_key, created_at) VALUES ($1, $2, $3)', [
        kid,
        await vault.seal(randomBytes(32), sealContext(kid)),
        clock.now().getTime(),
      ]);
      [row] = await readOldest();
    }
    if (!row) throw new Error('The issuer’s key was not stored.');
    const bytes = await vault.open(row.sealed_key, sealContext(row.kid));
    const hmac = {name: 'HMAC', hash: 'SHA-256'};
    const key = await webcrypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']);
    return new AccessTokens(deps, key);
  }

  issue(kind: AccessTokenKind, {reference, origin}: AccessClaims): Promise<string> {
    const {typ, lifetime} = kinds[kind];
    const issuedAt = Math.floor(this.#deps.clock.now().getTime() / 1000);
    const claims = {
      ReferenceId: reference,
      ...(origin !== undefined && {Origin: origin}),
      iss: issuer,
      aud: this.#audience(kind),
      iat: issuedAt,
      exp: issuedAt + lifetime,
      jti: randomBytes(16).toString('base64url'),
    };
    return signJwt({alg: 'HS256', typ}, claims, this.#key);
  }

  /** Returns the claims of a token; undefined if it is not valid, has expired or is of the other kind. */
  async verify(kind: AccessTokenKind, jwt: string): Promise<AccessClaims | undefined> {
    try {
      const claims = await verifyJwt(jwt, this.#key, {
        algorithm: 'HS256',
        type: kinds[kind].typ,
        issuer,
        audience: this.#audience(kind),
        claims: ['exp', 'iat', 'jti', 'ReferenceId'],
      });
      const {ReferenceId: reference, Origin: origin} = claims;
      const hasExpired = Number(claims['exp']) * 1000 <= this.#deps.clock.now().getTime();
      if (typeof reference !== 'string' || hasExpired) return undefined;
      return {reference, ...(typeof origin === 'string' && {origin})};
    } catch (error) {
      if (error instanceof JwtError) return undefined;
      throw error;
    }
  }

  #audience(kind: AccessTokenKind): string {
    return `${this.#deps.urls.issuer}${pathOf(kind)}`;
  }
}
