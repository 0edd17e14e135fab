import {inUnit} from '../../src/platform/idempotency/unit-of-work.js';
import type {Issuer} from '../../src/domain/ports/issuer.js';
import {createCipheriv, createDecipheriv, createHmac, randomBytes} from 'node:crypto';
import {decodeJwt} from 'jose';
import {createIssuer, type IssuerOptions} from '../../src/simulators/issuer/index.js';
import {createMicroform, encryptCard, type MicroformOptions} from '../../src/simulators/microform/index.js';
import type {PartDependencies} from '../../src/domain/ports/hosted-parts.js';
import type {Microform} from '../../src/domain/ports/microform.js';
import type {Vault} from '../../src/platform/sealing.js';
import {defaultCardLimits} from '../../src/platform/card-limits.js';
import type {ServiceSettings} from '../../src/platform/settings.js';
import type {Database} from '../../src/platform/storage/database.js';
import {migrate} from '../../src/platform/storage/migrate.js';
import {openPglite} from '../../src/platform/storage/pglite.js';
import {preparedDatabase} from '../../src/platform/storage/prepared.js';
import {migrations} from '../../src/start.js';

/**
 * A clock that only tests advance. It starts at the real time, because browsers check the expiry of a capture
 * context with their own clock.
 */
export class TestClock {
  #now = Math.floor(Date.now() / 1000) * 1000;

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** A vault that encrypts with one key. A sealed value can only be opened for its record. */
export function testVault(): Vault {
  const key = randomBytes(32);
  return {
    async seal(plain, {record, merchant}) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(`${merchant}/${record}`));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return [iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.');
    },
    async open(sealed, {record, merchant}) {
      const [iv, body, tag] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
      const decipher = createDecipheriv('aes-256-gcm', key, iv!)
        .setAAD(Buffer.from(`${merchant}/${record}`))
        .setAuthTag(tag!);
      return new Uint8Array(Buffer.concat([decipher.update(body!), decipher.final()]));
    },
    fingerprint: (text, merchant) => createHmac('sha256', key).update(`${merchant}/${text}`).digest('hex'),
  };
}

export interface TestDependencies extends PartDependencies {
  readonly clock: TestClock;
  readonly settings: ServiceSettings;
}

/** A merchant that does not own the origin of the tests' pages. */
export const elsewhere = 'merchant_elsewhere';

/** Dependencies of the card fields and the bank: a database in memory, and URLs that no server listens on. */
export async function testDependencies(): Promise<TestDependencies> {
  const database = await openPglite({prepared: preparedDatabase(migrations)});
  await migrate(database, migrations);
  return {
    clock: new TestClock(),
    database,
    vault: testVault(),
    mayShowFields: (merchant) => Promise.resolve(merchant !== elsewhere),
    urls: {
      api: 'http://localhost:4100',
      fields: 'http://127.0.0.1:4101',
      issuer: 'http://127.0.0.1:4102',
      hosted: 'http://localhost:4100',
    },
    settings: {
      deviceData: {mode: 'v1', delayMs: 0},
      directoryTimeoutMs: 10_500,
      enrollmentFailures: 'status',
      allowBypass: false,
      networks: ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER', 'DINERSCLUB', 'JCB', 'MAESTRO', 'CUP'],
      cardLimits: defaultCardLimits,
      testCardLimits: {},
      stepUp: 'code',
      oneTimeCode: '1234',
      stepUpAttempts: 3,
      challengeStartLimitMs: 30_000,
      webhookTimeoutMs: 15_000,
      tokenTtlSeconds: 900,
      trackerTtlSeconds: 86_400,
    },
    logger: {info() {}, warn() {}, error() {}},
  };
}

/** Creates the card fields. Each call runs in a transaction of its own. */
export async function openMicroform(deps: PartDependencies, options: MicroformOptions = {}) {
  const microform = await createMicroform(deps, {keysInAdvance: 1, ...options});
  return {
    routes: microform.routes,
    issueCaptureContext: (request: Parameters<Microform['issueCaptureContext']>[0]) =>
      inUnit(deps.database, (unit) => microform.issueCaptureContext(request, unit)),
    redeemTransientToken: (request: Parameters<Microform['redeemTransientToken']>[0]) =>
      inUnit(deps.database, (unit) => microform.redeemTransientToken(request, unit)),
    redeemSecurityCode: (request: Parameters<Microform['redeemSecurityCode']>[0]) =>
      inUnit(deps.database, (unit) => microform.redeemSecurityCode(request, unit)),
  };
}
export type OpenedMicroform = Awaited<ReturnType<typeof openMicroform>>;

/** Creates the bank. Each call runs in a transaction of its own. */
export async function openIssuer(deps: PartDependencies, options?: IssuerOptions) {
  const issuer = await createIssuer(deps, options);
  return {
    ...issuer,
    setup: (request: Parameters<Issuer['setup']>[0]) =>
      inUnit(deps.database, (unit) => issuer.setup(request, unit)),
    enroll: (request: Parameters<Issuer['enroll']>[0]) =>
      inUnit(deps.database, (unit) => issuer.enroll(request, unit)),
  };
}
export type OpenedIssuer = Awaited<ReturnType<typeof openIssuer>>;

/**
 * All rows of the tables of the card fields and the bank as text, to search it for what must not be stored.
 */
export async function everyByte(database: Database): Promise<string> {
  const tables = [
    'microform_keys',
    'microform_contexts',
    'microform_tokens',
    'issuer_keys',
    'issuer_setups',
    'issuer_transactions',
    'issuer_step_ups',
    'issuer_passkeys',
  ];
  const rows = await Promise.all(tables.map((table) => database.query(`SELECT * FROM ${table}`)));
  return JSON.stringify(rows);
}

export interface ContextClaims {
  readonly flx: {
    readonly path: string;
    readonly origin: string;
    readonly jwk: Parameters<typeof encryptCard>[1] & {use: string};
  };
  readonly ctx: readonly [
    {
      readonly type: string;
      readonly data: {
        readonly clientLibrary: string;
        readonly clientLibraryIntegrity: string;
        readonly allowedCardNetworks: readonly string[];
        readonly targetOrigins: readonly string[];
        readonly mfOrigin: string;
        readonly allowedFields?: readonly string[];
        readonly earlyFrame?: string;
        readonly securityCodeLengths?: readonly number[];
      };
    },
  ];
  readonly iss: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

export const claimsOf = (jwt: string) => decodeJwt(jwt) as unknown as ContextClaims;

export const goodCard = {
  number: '4111111111111111',
  securityCode: '123',
  expirationMonth: '01',
  expirationYear: '2029',
};

/** Encrypts a card and posts it, as the number field does. */
export async function postCard(
  microform: Pick<Microform, 'routes'>,
  captureContext: string,
  card: Partial<typeof goodCard> | Record<string, unknown> = goodCard,
  {origin = 'http://127.0.0.1:4101'}: {origin?: string} = {},
): Promise<Response> {
  const jwe = await encryptCard(card as typeof goodCard, claimsOf(captureContext).flx.jwk);
  return microform.routes.request('/flex/v2/tokens', {
    method: 'POST',
    headers: {'content-type': 'application/json', origin},
    body: JSON.stringify({captureContext, card: jwe}),
  });
}
