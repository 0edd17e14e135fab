import {inUnit} from '../../src/platform/idempotency/unit-of-work.js';
import type {Issuer} from '../../src/domain/ports/issuer.js';
import {createCipheriv, createDecipheriv, createHmac, randomBytes} from 'node:crypto';
import {decodeJwt} from 'jose';
import {createIssuer, migrations as issuerMigrations} from '../../src/simulators/issuer/index.js';
import type {IssuerOptions} from '../../src/simulators/issuer/index.js';
import {
  createMicroform,
  encryptCard,
  migrations as microformMigrations,
} from '../../src/simulators/microform/index.js';
import type {MicroformOptions} from '../../src/simulators/microform/index.js';
import type {PartDependencies} from '../../src/domain/ports/hosted-parts.js';
import type {Microform} from '../../src/domain/ports/microform.js';
import type {Vault} from '../../src/platform/sealing.js';
import type {ServiceSettings} from '../../src/platform/settings.js';
import type {Database} from '../../src/platform/storage/database.js';
import {guardMigrations} from '../../src/platform/storage/guard.js';
import {migrate} from '../../src/platform/storage/migrate.js';
import {openPglite} from '../../src/platform/storage/pglite.js';

/** A clock that stands until a test moves it. It starts at the real time: browsers judge a capture context by their own. */
export class TestClock {
  #now = Math.floor(Date.now() / 1000) * 1000;

  now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** Real sealing with one key, bound to its record. */
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

/** Dependencies of a part: a database in memory with its tables, and addresses that need no port. */
export async function testDependencies(): Promise<TestDependencies> {
  const database = await openPglite();
  await migrate(database, [...guardMigrations, ...microformMigrations, ...issuerMigrations]);
  return {
    clock: new TestClock(),
    database,
    vault: testVault(),
    urls: {api: 'http://localhost:4100', fields: 'http://127.0.0.1:4101', issuer: 'http://127.0.0.1:4102'},
    settings: {
      deviceData: {mode: 'v1', delayMs: 0},
      directoryTimeoutMs: 10_500,
      enrollmentFailures: 'status',
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

/** The hosted fields. What each question leaves behind is committed before its answer. */
export async function openMicroform(deps: PartDependencies, options: MicroformOptions = {}) {
  const made = await createMicroform(deps, {readyKeys: 1, ...options});
  return {
    routes: made.routes,
    issueCaptureContext: (request: Parameters<Microform['issueCaptureContext']>[0]) =>
      inUnit(deps.database, (unit) => made.issueCaptureContext(request, unit)),
    redeemTransientToken: (request: Parameters<Microform['redeemTransientToken']>[0]) =>
      inUnit(deps.database, (unit) => made.redeemTransientToken(request, unit)),
  };
}
export type OpenedMicroform = Awaited<ReturnType<typeof openMicroform>>;

/** The bank, in the same way. */
export async function openIssuer(deps: PartDependencies, options?: IssuerOptions) {
  const made = await createIssuer(deps, options);
  return {
    ...made,
    setup: (request: Parameters<Issuer['setup']>[0]) =>
      inUnit(deps.database, (unit) => made.setup(request, unit)),
    enroll: (request: Parameters<Issuer['enroll']>[0]) =>
      inUnit(deps.database, (unit) => made.enroll(request, unit)),
  };
}
export type OpenedIssuer = Awaited<ReturnType<typeof openIssuer>>;

/** All rows of the tables of both parts, as text, to look for what must not be there. */
export async function everyByte(database: Database): Promise<string> {
  const tables = [
    'microform_keys',
    'microform_contexts',
    'microform_tokens',
    'issuer_keys',
    'issuer_setups',
    'issuer_transactions',
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

/** What the number's frame does: encrypts a card and posts it. */
export async function postCard(
  microform: Microform,
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
