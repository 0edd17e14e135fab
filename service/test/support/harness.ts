import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../src/platform/clock/clock.js';
import {compose} from '../../src/compose/service.js';
import {databaseKind} from '../../src/platform/storage/open.js';
import {coreMigrations} from '../../src/schema.js';
import {migrations} from '../../src/start.js';
import type {Service, ServiceOptions} from '../../src/options.js';
import type {LedgerEntry} from '../../src/domain/ports/network.js';
import type {Database} from '../../src/platform/storage/database.js';
import {checkAgainstDescription} from './description.js';
import {openWithTables} from './database.js';
import {serviceDatabaseAddress} from './engine.js';
import {FakeIssuer, FakeMicroform, transientToken, type OutcomeName} from './fakes.js';

export const shop = 'https://shop.example';
export const now = new Date('2026-11-20T12:00:00Z');
/** A clock that stands still. Tests advance the service's clock over HTTP. */
const frozen: Clock = {now: () => now};

/** The JSON of an answer. Tests read its fields without narrowing their types. */
export type Json = {readonly [key: string]: Json} & {readonly [index: number]: Json} & Iterable<Json>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

export interface Call {
  readonly method?: string;
  readonly body?: unknown;
  /** A body that is sent unchanged. */
  readonly raw?: string;
  /** Secret key. By default the service's own, unless `token` is given; `null` sends none. */
  readonly secret?: string | null;
  readonly token?: string;
  readonly origin?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a running service over HTTP. Each answer is checked against the OpenAPI description. */
export class ServiceClient {
  readonly service: Service;
  readonly logs: readonly string[];

  constructor(service: Service, logs: readonly string[]) {
    this.service = service;
    this.logs = logs;
  }

  async call(path: string, call: Call = {}): Promise<Reply> {
    const hasBody = call.body !== undefined || call.raw !== undefined;
    const secret =
      call.secret === undefined && call.token === undefined ? this.service.keys.secretKey : call.secret;
    const method = call.method ?? (hasBody ? 'POST' : 'GET');
    const sent = hasBody ? (call.raw ?? JSON.stringify(call.body)) : undefined;
    const response = await fetch(new URL(path, this.service.listening.api), {
      method,
      redirect: 'manual',
      headers: {
        ...(hasBody && {'content-type': 'application/json'}),
        ...(typeof secret === 'string' && {'x-sfpy-merchant-secret': secret}),
        ...(call.token !== undefined && {authorization: `Bearer ${call.token}`}),
        ...(call.origin !== undefined && {origin: call.origin}),
        ...(call.key !== undefined && {'idempotency-key': call.key}),
        ...call.headers,
      },
      ...(sent !== undefined && {body: sent}),
    });
    const text = await response.text();
    checkAgainstDescription({
      ...{method, path: new URL(response.url).pathname, sent, text},
      ...{status: response.status, headers: response.headers},
    });
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : {}) as Json,
    };
  }

  async customer(details: object = {first_name: 'Ada', last_name: 'Byron'}): Promise<string> {
    const reply = await this.call('/user/customers/v1/', {body: details});
    assert.equal(reply.status, 200, reply.text);
    return string(reply.json['data']!['token']);
  }

  /** Creates a tracker for a new customer. */
  async tracker(more: object = {}, details?: object): Promise<string> {
    const user = await this.customer(details);
    const reply = await this.call('/order/payments/v3/', {
      body: {
        merchant_api_key: this.service.keys.publicKey,
        user,
        intent: 'CYBERSOURCE',
        currency: 'PKR',
        ...more,
      },
    });
    assert.equal(reply.status, 200, reply.text);
    return string(reply.json['data']!['tracker']!['token']);
  }

  act(tracker: string, payload?: unknown, call: Call = {}): Promise<Reply> {
    const body = payload === undefined ? {} : {payload};
    return this.call(`/order/payments/v3/${tracker}`, {body, ...call});
  }

  authorize(tracker: string, call: Call = {}): Promise<Reply> {
    return this.act(tracker, {authorization: {do_capture: false}}, call);
  }

  /** Sends the browser's redirect from the bank. */
  comeBack(tracker: string, transactionId: string): Promise<Reply> {
    return this.call(`/order/payments/v3/${tracker}/validation`, {
      raw: new URLSearchParams({TransactionId: transactionId, MD: 'null'}).toString(),
      secret: null,
      headers: {'content-type': 'application/x-www-form-urlencoded', origin: 'null'},
    });
  }

  async payment(tracker: string): Promise<Json> {
    const reply = await this.call(`/reporter/api/v1/payments/${tracker}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.json['data']!;
  }

  /** Reads a tracker's entries of the network's ledger, as the dashboard does. */
  async ledger(tracker: string): Promise<readonly LedgerEntry[]> {
    const headers = {'sec-fetch-site': 'same-origin'};
    const reply = await this.call(`/sandbox/v1/ledger?tracker=${tracker}`, {secret: null, headers});
    return reply.json['data'] as unknown as readonly LedgerEntry[];
  }

  /** Creates a time-based token. Its body may limit it, for example to a tracker or an origin. */
  async token(body: object = {}): Promise<string> {
    const reply = await this.call('/client/passport/v1/token', {body});
    assert.equal(reply.status, 200, reply.text);
    return string(reply.json['data']);
  }
}

/** A service with fakes for the card fields and the bank. */
export class TestService extends ServiceClient {
  readonly microform: FakeMicroform;
  readonly issuer: FakeIssuer;

  constructor(service: Service, parts: {microform: FakeMicroform; issuer: FakeIssuer; logs: string[]}) {
    super(service, parts.logs);
    this.microform = parts.microform;
    this.issuer = parts.issuer;
  }

  /** Sends the capture context and the transient token. The enrollment is the next action. */
  async setUp(tracker: string, number = '4000000000002701'): Promise<Reply> {
    assert.equal((await this.act(tracker, {origin: shop})).status, 200);
    const reply = await this.act(tracker, {
      payment_method: {flex: {transient_token_jwt: transientToken(tracker, number)}},
    });
    assert.equal(reply.status, 200, reply.text);
    return reply;
  }

  enroll(tracker: string, outcome: OutcomeName = 'frictionless', setup: object = {}): Promise<Reply> {
    this.issuer.answerFor(tracker, outcome);
    return this.act(tracker, {
      authentication_setup: {
        success_url: `${shop}/return?outcome=success`,
        failure_url: `${shop}/return?outcome=failure`,
        device_fingerprint_session_id: randomUUID(),
        ...setup,
      },
    });
  }
}

export function string(value: unknown): string {
  assert.equal(typeof value, 'string');
  return value as string;
}

export interface TestServiceParts {
  /** An open database to use. */
  readonly opened?: Database;
  /**
   * Runs the worker's timer, as in production but at a shorter interval. Without it, due work runs only when the
   * test advances the clock, so that results do not depend on the machine's speed.
   */
  readonly looksForWork?: boolean;
  /** What the files on origins say, in production. */
  readonly readProof?: (origin: string) => Promise<ReadonlySet<string> | string>;
}

const hostedMigrations = migrations.filter((migration) => !coreMigrations.includes(migration));

/** Starts a service on free ports with a database in memory. */
export async function startTestService(
  options: ServiceOptions = {},
  {opened, looksForWork = false, readProof}: TestServiceParts = {},
): Promise<TestService> {
  const logs: string[] = [];
  const microform = new FakeMicroform();
  let issuer: FakeIssuer | undefined;
  const address = options.database ?? (await serviceDatabaseAddress());
  const isShared = address === 'memory:' && !options.databaseThread;
  const database = opened ?? (isShared ? await openWithTables() : undefined);
  // A prepared database has the tables of the hosted parts too; another one need not have them.
  const hosted = database || databaseKind(address) === 'postgres' ? [] : hostedMigrations;
  const service = await compose(
    {
      port: 0,
      fieldsPort: 0,
      issuerPort: 0,
      database: address,
      databaseThread: false,
      clock: frozen,
      origins: [shop],
      // The clock stands still, so that a window of the limits never ends.
      limits: ['card=1000000', 'customer=1000000', 'merchant=1000000'],
      log: (line) => logs.push(line),
      ...options,
    },
    {
      createMicroform: () => Promise.resolve(microform),
      createIssuer: (deps) => Promise.resolve((issuer = new FakeIssuer(deps))),
      migrations: hosted,
      withoutTimer: !looksForWork,
      worksEveryMs: 100,
      ...(database && {opened: database}),
      ...(readProof && {readProof}),
    },
  );
  return new TestService(service, {microform, issuer: issuer!, logs});
}
