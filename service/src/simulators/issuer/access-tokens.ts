import {randomBytes, webcrypto} from 'node:crypto';
import {JwtError} from '../../platform/errors.js';
import {signJwt, verifyJwt} from '../../platform/jwt/jws.js';
import type {Key} from '../../platform/jwt/jws.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';

/** The two kinds of access token and where each is good for. */
const kinds = {
  'device-data': {typ: 'device-data+jwt', path: '/V1/Cruise/Collect', life: 900},
  'step-up': {typ: 'step-up+jwt', path: '/V2/Cruise/StepUp', life: 900},
} as const;
export type AccessTokenKind = keyof typeof kinds;

const issuer = 'Example Bank access control';

/** Path of the page that an access token opens, on the issuer's origin. */
export const pathOf = (kind: AccessTokenKind) => kinds[kind].path;

/** Claims of our own: the id of a setup (`device-data`) or of a transaction (`step-up`). */
export interface AccessClaims {
  readonly reference: string;
  /** Origin of the shop's page, where it is known. */
  readonly origin?: string;
}

/** Makes and reads the JWTs that a browser posts into the issuer's pages (wire 3, 4). */
export class AccessTokens {
  readonly #deps: PartDependencies;
  readonly #key: Key;

  private constructor(deps: PartDependencies, key: Key) {
    this.#deps = deps;
    this.#key = key;
  }

  /** Opens the oldest key of the table, or makes one at the first start. It rests sealed. */
  static async open(deps: PartDependencies): Promise<AccessTokens> {
    const {clock, database, vault} = deps;
    const seal = (kid: string) => ({record: kid, merchant: 'service'});
    const oldest = () =>
      database.query<{kid: string; sealed_key: string}>(
        'SELECT kid, sealed_key FROM issuer_keys ORDER BY created_at, kid LIMIT 1',
      );
    let [row] = await oldest();
    if (!row) {
      const kid = randomBytes(12).toString('base64url');
      await database.query('INSERT INTO issuer_keys (kid, sealed_key, created_at) VALUES ($1, $2, $3)', [
        kid,
        await vault.seal(randomBytes(32), seal(kid)),
        clock.now().getTime(),
      ]);
      [row] = await oldest();
    }
    if (!row) throw new Error('The issuer key was not kept');
    const bytes = await vault.open(row.sealed_key, seal(row.kid));
    const hmac = {name: 'HMAC', hash: 'SHA-256'};
    return new AccessTokens(
      deps,
      await webcrypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify']),
    );
  }

  make(kind: AccessTokenKind, {reference, origin}: AccessClaims): Promise<string> {
    const {typ, life} = kinds[kind];
    const issuedAt = Math.floor(this.#deps.clock.now().getTime() / 1000);
    const claims = {
      ReferenceId: reference,
      ...(origin !== undefined && {Origin: origin}),
      iss: issuer,
      aud: this.#audience(kind),
      iat: issuedAt,
      exp: issuedAt + life,
      jti: randomBytes(16).toString('base64url'),
    };
    return signJwt({alg: 'HS256', typ}, claims, this.#key);
  }

  /** The claims of a genuine token of this kind that is in time, or undefined. */
  async read(kind: AccessTokenKind, jwt: string): Promise<AccessClaims | undefined> {
    try {
      const {
        ReferenceId: reference,
        Origin: origin,
        exp,
      } = await verifyJwt(jwt, this.#key, {
        algorithm: 'HS256',
        type: kinds[kind].typ,
        issuer,
        audience: this.#audience(kind),
        claims: ['exp', 'iat', 'jti', 'ReferenceId'],
      });
      if (typeof reference !== 'string' || Number(exp) * 1000 <= this.#deps.clock.now().getTime())
        return undefined;
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
