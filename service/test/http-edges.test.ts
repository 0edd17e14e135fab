import assert from 'node:assert/strict';
import {connect} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {CallLimits, callsOfScopedToken, callsOfUnscopedToken} from '../src/platform/http/limits.js';
import {Admission} from '../src/platform/http/admission.js';
import {apiHeaders, createApp} from '../src/platform/http/app.js';
import {listen} from '../src/platform/http/listen.js';
import type {Listener} from '../src/platform/http/listen.js';
import {silentLogger} from '../src/platform/http/log.js';
import {createRevokedTokens, revokedTokenMigrations} from '../src/platform/identity/revoked-tokens.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {openTestDatabase} from './support/database.js';
import {checkAgainstDescription} from './support/description.js';
import {now, shop, startTestService} from './support/harness.js';
import {Hono} from 'hono';
import type {ServiceEnv} from '../src/platform/http/env.js';

/** Sends text on a new connection, and returns everything that is received until the service closes it. */
function sendRaw(url: string, text: string): Promise<string> {
  const {port, hostname} = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({port: Number(port), host: hostname});
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (received += part));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(text);
  });
}

function checkError(received: string, status: number, code: string): void {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
  assert.match(head, /connection: close/);
  assert.equal((JSON.parse(body) as {code: string}).code, code);
  const headers = new Headers({'content-type': /content-type: (.*)/.exec(head)![1]!});
  checkAgainstDescription({method: 'GET', path: '/', status, headers, text: body});
}

describe('malformed requests are answered with an envelope too (guarantees 4.9, V26)', () => {
  let listener: Listener;
  const app = createApp({logger: silentLogger, routes: []});
  before(async () => {
    const limits = {headersMs: 40, requestMs: 80, checkEveryMs: 10};
    listener = await listen(app.fetch, {host: '127.0.0.1', port: 0, flag: '--port', limits});
  });
  after(() => listener.close(0));

  it('input that is not HTTP: 400 request.malformed without an echo', async () => {
    const received = await sendRaw(listener.url, 'SSH-2.0-4000000000002701\r\n\r\n');
    checkError(received, 400, 'request.malformed');
    assert.ok(!received.includes('4000000000002701'));
  });

  it('headers over 16 kB: 431 request.headers_too_large', async () => {
    const long = 'x'.repeat(17 * 1024);
    checkError(
      await sendRaw(listener.url, `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${long}\r\n\r\n`),
      431,
      'request.headers_too_large',
    );
  });

  it('a client that never ends its headers: 408 request.timeout', async () => {
    checkError(await sendRaw(listener.url, 'GET / HTTP/1.1\r\nhost: a\r\n'), 408, 'request.timeout');
  });

  it('a client that never ends its body is cut', async () => {
    const received = await sendRaw(
      listener.url,
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    assert.match(received, /HTTP\/1.1 408 Request Timeout/);
  });
});

describe('revoked tokens', () => {
  it('are soon refused by every process of the service', async () => {
    const database = await openTestDatabase();
    try {
      await migrate(database, revokedTokenMigrations);
      let real = 0;
      const process = () => createRevokedTokens({database, clock: {now: () => now}, nowMs: () => real});
      const [one, other] = [process(), process()];
      assert.equal(await other.has('jti_1'), false);
      await one.add('jti_1');
      await one.add('jti_1');
      assert.equal(await one.has('jti_1'), true);
      real = 5000;
      assert.equal(await other.has('jti_1'), true);
      assert.equal(await other.has('jti_2'), false);
      assert.equal(await process().has('jti_1'), true, 'also after a restart');
    } finally {
      await database.close();
    }
  });

  it('are dropped from the list when every token of their time has expired', async () => {
    const database = await openTestDatabase();
    try {
      await migrate(database, revokedTokenMigrations);
      let at = now;
      const tokens = createRevokedTokens({database, clock: {now: () => at}});
      await tokens.add('jti_old');
      at = new Date(now.getTime() + 3 * 3_600_000);
      await tokens.add('jti_new');
      const rows = await database.query('SELECT id FROM dead_tokens');
      assert.deepEqual(rows, [{id: 'jti_new'}]);
    } finally {
      await database.close();
    }
  });
});

describe('rate limits with Retry-After', () => {
  it('a scoped token may make 50 calls a minute, an unscoped one more, each counted apart', () => {
    let now = 0;
    const limits = new CallLimits(() => now);
    const call = (id: string, scoped: boolean) => () => limits.count({id, scoped});
    for (let count = 0; count < callsOfScopedToken; count++) call('a', true)();
    now = 12_000;
    assert.throws(call('a', true), {status: 429, code: 'request.too_many', retryAfterSeconds: 48});
    call('b', true)();
    for (let count = 0; count < callsOfUnscopedToken; count++) call('c', false)();
    assert.throws(call('c', false), {status: 429});
    now = 60_000;
    call('a', true)();
  });

  it('over HTTP: 429 with Retry-After, in the envelope', async () => {
    const api = await startTestService();
    try {
      const tracker = await api.tracker();
      const token = await api.token({tracker, origin: shop});
      const path = `/reporter/api/v1/payments/${tracker}`;
      const replies = [];
      for (let count = 0; count <= callsOfScopedToken; count++) {
        replies.push(await api.call(path, {token, origin: shop}));
      }
      const last = replies.pop()!;
      assert.ok(replies.every(({status}) => status === 200));
      assert.equal(last.status, 429);
      assert.equal(last.json['code'] as unknown, 'request.too_many');
      assert.match(last.headers.get('retry-after')!, /^\d+$/);
      assert.equal((await api.call(path)).status, 200);
      const dead = await api.call(path, {token, origin: shop});
      assert.equal(dead.status, 401);
      assert.deepEqual(dead.json['status']!['errors'], ['credentials_refused'], 'as if it were forged');
      const fresh = await api.token({tracker, origin: shop});
      assert.equal((await api.call(path, {token: fresh, origin: shop})).status, 200);
    } finally {
      await api.service.close();
    }
  });

  /** A server that admits two requests, and answers `/slow` only after `go`. */
  async function openBounded() {
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    let entered = 0;
    const waiting: (() => void)[] = [];
    const [warnings, shed]: [unknown[], number[]] = [[], []];
    const admission = new Admission({
      limit: 2,
      headers: apiHeaders,
      logger: {warn: (event, fields) => warnings.push([event, fields])},
      onShed: () => shed.push(1),
    });
    const routes = new Hono<ServiceEnv>();
    routes.all('/slow', async (c) => {
      entered++;
      for (const resolve of waiting.splice(0)) resolve();
      await gate;
      return c.text('done');
    });
    for (const path of ['/healthz', '/readyz']) routes.get(path, (c) => c.text('well'));
    const app = createApp({logger: silentLogger, routes: [routes]});
    const where = {host: '127.0.0.1', port: 0, flag: '--port', admission};
    const listener = await listen((request, env) => app.fetch(request, env), where);
    const areInside = async (count: number) => {
      while (entered < count) await new Promise<void>((resolve) => waiting.push(resolve));
    };
    return {listener, go: () => go(), areInside, warnings, shed};
  }

  it('too many open requests: 503 with Retry-After, while health and readiness are still answered', async () => {
    const {listener, go, areInside, shed} = await openBounded();
    try {
      const slow = [
        fetch(`${listener.url}/slow`),
        fetch(`${listener.url}/slow`, {method: 'POST', body: '{}'}),
      ];
      await areInside(2);
      const refused = await fetch(`${listener.url}/slow`, {method: 'POST', body: '{}'});
      assert.equal(refused.status, 503);
      assert.equal(refused.headers.get('retry-after'), '1');
      assert.equal(refused.headers.get('cache-control'), 'no-store');
      assert.match(refused.headers.get('x-request-id') ?? '', /^req_[\da-f-]{36}$/);
      const body = (await refused.json()) as {code: string; data: unknown; status: {errors: unknown[]}};
      assert.deepEqual([body.code, body.data], ['service.overloaded', null]);
      assert.deepEqual(shed, [1]);
      for (const path of ['/healthz', '/readyz?probe'])
        assert.equal((await fetch(listener.url + path)).status, 200);
      go();
      for (const reply of slow) assert.equal((await reply).status, 200);
      assert.equal((await fetch(`${listener.url}/slow`)).status, 200);
    } finally {
      go();
      await listener.close(0);
    }
  });

  it('a client that sends slowly takes no place of another', async () => {
    const {listener, go, areInside} = await openBounded();
    const {port, hostname} = new URL(listener.url);
    const head = 'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n';
    const slow = Array.from({length: 3}, () => connect({port: Number(port), host: hostname}));
    try {
      for (const socket of slow) socket.on('error', () => undefined).write(head);
      await areInside(3);
      const answer = fetch(`${listener.url}/slow`);
      await areInside(4);
      go();
      assert.equal((await answer).status, 200);
    } finally {
      go();
      for (const socket of slow) socket.destroy();
      await listener.close(0);
    }
  });
});
