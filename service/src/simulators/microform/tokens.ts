import {guarded} from '../../platform/storage/guard.js';
import {randomBytes} from 'node:crypto';
import {cardBrands, type BrandId} from '../../../../src/protocol/index.js';
import {JwtError, ServiceError} from '../../platform/errors.js';
import type {SealedColumn} from '../../platform/sealing.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {decryptJwe} from '../../platform/jwt/jwe.js';
import {keyIdOf, signJwt, verifyJwt} from '../../platform/jwt/jws.js';
import type {PartDependencies} from '../../domain/ports/hosted-parts.js';
import type {ClearCard} from '../../domain/ports/card.js';
import {readCard, readCode, type SubmittedCard} from './card.js';
import type {ContextRecord, Contexts} from './contexts.js';
import {tokenLifetimeSeconds, tokensPerContext, attemptsPerContext} from './limits.js';
import {MicroformRefusal} from './refusal.js';
import type {SecurityCodes} from '../../platform/secrets/security-codes.js';
import {decodeAndWipe} from '../../platform/secrets/wipe.js';

const tokenType = 'transient-token+jwt';
const issuer = 'Flex/00';

const invalidToken = () =>
  new ServiceError(
    400,
    'transient_token.invalid',
    'The transient token was not made by this service for this tracker.',
  );

/** The security code of a saved card. */
interface CodeAlone {
  readonly securityCode: string;
}

interface TokenRow {
  /** Null for a security code alone. */
  readonly sealed_number: string | null;
  readonly merchant: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly brand: string;
}

export const sealedTokens: SealedColumn = {
  ...{table: 'microform_tokens', key: 'jti', column: 'sealed_number', merchant: 'merchant'},
  sealAgain: (value, {id, merchant}, again) => again(value, {record: id, merchant}),
};

/** Makes transient tokens from encrypted cards, and redeems each token once. */
export class Tokens {
  readonly #deps: PartDependencies;
  readonly #contexts: Contexts;
  readonly #securityCodes: SecurityCodes;

  constructor(deps: PartDependencies, contexts: Contexts, securityCodes: SecurityCodes) {
    this.#deps = deps;
    this.#contexts = contexts;
    this.#securityCodes = securityCodes;
  }

  /**
   * Makes a token for a card that was encrypted with the key of its capture context.
   *
   * @throws {MicroformRefusal} with a reason of wire 2.3.
   */
  async make(request: {readonly captureContext: string; readonly card: string}): Promise<string> {
    const context = await this.#contexts.verify(request.captureContext);
    // Counts the attempt before the card is decrypted, so that refused cards count too.
    const [counted] = await this.#deps.database.query<{tokens: number}>(
      'UPDATE microform_contexts SET tries = tries + 1 WHERE kid = $1 AND tries < $2 AND tokens < $3 RETURNING tokens',
      [context.kid, attemptsPerContext, tokensPerContext],
    );
    if (!counted) throw usedUpContext();
    const submitted = await decrypt(request.card, context);
    const {networks, codeLengths} = context;
    if (codeLengths) return this.#store({securityCode: readCode(submitted, codeLengths)}, context);
    return this.#store(readCard(submitted, {networks, now: this.#deps.clock.now()}), context);
  }

  /** Stores the token of a card, or of the security code of a saved card, and signs it. */
  async #store(card: ClearCard | CodeAlone, context: ContextRecord): Promise<string> {
    const {clock, database, vault, urls} = this.#deps;
    const jti = randomBytes(32).toString('hex').toUpperCase();
    const {merchant} = context;
    const typed = 'number' in card ? card : undefined;
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    // $10 is the limit of tokens. Concurrent requests count again here, so that they cannot exceed it.
    const stored = await database.query(
      `WITH counted AS (
          UPDATE microform_contexts SET tokens = tokens + 1 WHERE kid = $2 AND tokens < $10 RETURNING kid)
        INSERT INTO microform_tokens
          (jti, context_kid, merchant, tracker, sealed_number, expiration_month, expiration_year, brand, expires_at)
        SELECT $1, kid, $3, $4, $5, $6, $7, $8, $9 FROM counted RETURNING jti`,
      [
        jti,
        context.kid,
        merchant,
        context.tracker,
        typed ? await vault.seal(typed.number, {record: jti, merchant}) : null,
        typed?.expirationMonth ?? '',
        typed?.expirationYear ?? '',
        typed?.brand ?? 'unknown',
        (issuedAt + tokenLifetimeSeconds) * 1000,
        tokensPerContext,
      ],
    );
    if (stored.length === 0) throw usedUpContext();
    if (card.securityCode) this.#securityCodes.keep(jti, card.securityCode);
    const claims = {
      type: 'mf-2.0.0',
      content: {paymentInformation: {card: {...(typed && masked(typed)), securityCode: {}}}},
      iss: issuer,
      aud: urls.api,
      iat: issuedAt,
      exp: issuedAt + tokenLifetimeSeconds,
      jti,
    };
    return signJwt({alg: 'RS256', kid: context.kid, typ: tokenType}, claims, context.privateKey);
  }

  /**
   * Redeems a transient token, once, and returns its card. This method and the unit's commit throw
   * `ServiceError` with a `transient_token.…` code.
   */
  async redeem(
    unit: UnitOfWork,
    {tracker, jwt}: {readonly tracker: string; readonly jwt: string},
  ): Promise<ClearCard> {
    const {jti, context} = await this.#verify(jwt);
    if (context.codeLengths) throw wrongKind('of a security code alone, and a whole card is wanted');
    const row = await this.#markUsed(unit, jti, tracker);
    const number = decodeAndWipe(
      await this.#deps.vault.open(row.sealed_number!, {record: jti, merchant: row.merchant}),
    );
    const securityCode = this.#securityCodes.read(jti);
    unit.afterCommit(() => this.#securityCodes.forget(jti));
    return {
      number,
      expirationMonth: row.expiration_month,
      expirationYear: row.expiration_year,
      ...(securityCode ? {securityCode} : {}),
      brand: row.brand as BrandId | 'unknown',
    };
  }

  /** Redeems the token of a security code alone, once, and returns the code. Throws as `redeem`. */
  async redeemCode(
    unit: UnitOfWork,
    {tracker, jwt}: {readonly tracker: string; readonly jwt: string},
  ): Promise<string> {
    const {jti, context} = await this.#verify(jwt);
    if (!context.codeLengths) throw wrongKind('of a whole card, and only a security code is wanted');
    await this.#markUsed(unit, jti, tracker);
    const code = this.#securityCodes.read(jti);
    // The process has begun anew since the shopper typed it.
    if (code === undefined) throw expiredToken();
    unit.afterCommit(() => this.#securityCodes.forget(jti));
    return code;
  }

  /** Marks a token as used, and returns its row. Of several concurrent requests, only one can commit. */
  async #markUsed(unit: UnitOfWork, jti: string, tracker: string): Promise<TokenRow> {
    const {database, clock} = this.#deps;
    const now = clock.now().getTime();
    const [row] = await database.query<
      TokenRow & {tracker: string; redeemed_at: unknown; expires_at: number | string}
    >(
      `SELECT tracker, merchant, sealed_number, expiration_month, expiration_year, brand, expires_at, redeemed_at
        FROM microform_tokens WHERE jti = $1`,
      [jti],
    );
    // Its signature shows that it was issued here; its row was deleted after it expired.
    if (!row) throw expiredToken();
    // A token of another tracker gets the same error as a forged one, so that the error reveals nothing.
    if (row.tracker !== tracker) throw invalidToken();
    if (row.redeemed_at !== null) throw usedToken();
    if (now >= Number(row.expires_at) || this.#expiresEarly(tracker)) throw expiredToken();
    // The second of two concurrent requests changes no row, so its commit fails.
    const sql = `UPDATE microform_tokens SET redeemed_at = $2, sealed_number = NULL WHERE jti = $1 AND redeemed_at IS NULL`;
    unit.require(guarded('transient_token_unused', {sql, parameters: [jti, now]}), usedToken);
    return row;
  }

  /** Whether a fault is planned that expires the tracker's token early. */
  #expiresEarly(tracker: string): boolean {
    return (this.#deps.faults?.strike('redeeming', {tracker}) ?? []).length > 0;
  }

  /** Verifies a token and returns its id and its context. The caller checks the expiry against the stored row. */
  async #verify(jwt: string): Promise<{readonly jti: string; readonly context: ContextRecord}> {
    try {
      const context = await this.#contexts.find(keyIdOf(jwt));
      if (!context) throw invalidToken();
      const {jti} = await verifyJwt(jwt, context.publicKey, {
        algorithm: 'RS256',
        type: tokenType,
        issuer,
        audience: this.#deps.urls.api,
        claims: ['exp', 'iat', 'jti'],
      });
      return {jti: jti as string, context};
    } catch (error) {
      throw error instanceof JwtError ? invalidToken() : error;
    }
  }
}

/** The part of a card that the page may read in its token. */
function masked({number, brand, expirationMonth, expirationYear}: ClearCard) {
  const typeCode = brand === 'unknown' ? '' : cardBrands[brand].typeCode;
  return {
    number: {
      maskedValue: 'X'.repeat(number.length - 4) + number.slice(-4),
      detectedCardTypes: typeCode ? [typeCode] : [],
    },
    expirationMonth: {value: expirationMonth},
    expirationYear: {value: expirationYear},
  };
}

async function decrypt(jwe: string, {kid, privateKey}: ContextRecord): Promise<SubmittedCard> {
  try {
    const opened = await decryptJwe(jwe, {kid, key: privateKey});
    return JSON.parse(decodeAndWipe(opened)) as SubmittedCard;
  } catch {
    throw new MicroformRefusal(
      'API_JWE_PARSING_ERROR',
      'The card could not be decrypted with this capture context.',
    );
  }
}

const usedUpContext = () =>
  new MicroformRefusal(
    'CREATE_TOKEN_CAPTURE_CONTEXT_USED_TOO_MANY_TIMES',
    `A capture context makes at most ${tokensPerContext} tokens. Request a new one.`,
  );

const wrongKind = (what: string) =>
  new ServiceError(400, 'transient_token.wrong_kind', `The transient token is ${what}.`);

const usedToken = () =>
  new ServiceError(409, 'transient_token.used', 'The transient token has been used before.');

const expiredToken = () =>
  new ServiceError(400, 'transient_token.expired', 'The transient token has expired.');
