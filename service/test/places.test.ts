import assert from 'node:assert/strict';
import {on, once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {describe, it} from 'node:test';
import {Hono} from 'hono';
import {Admission} from '../src/platform/http/admission.js';
import {apiHeaders, createApp} from '../src/platform/http/app.js';
import type {ServiceEnv} from '../src/platform/http/env.js';
import {healthRoutes} from '../src/platform/http/health.js';
import {defaultKeepAliveSeconds, listen, type ClientLimits} from '../src/platform/http/listen.js';
import {silentLogger} from '../src/platform/http/log.js';
import {sendRaw} from './support/sockets.js';

/** More than the kernel takes for a client that does not read. */
const big = 'x'.repeat(32 * 1024 * 1024);

/** Counts events, and lets a test wait for the next ones. */
class Count {
  value = 0;
  #waiting: (() => void)[] = [];

  readonly add = (): void => {
    this.value++;
    for (const resolve of this.#waiting.splice(0)) resolve();
  };

  async reaches(value: number): Promise<void> {
    while (this.value < value) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** A server that admits two requests. `/slow` and `/readyz` are answered after `go`, `/big` at once. */
async function openBounded(limits: Partial<ClientLimits> = {}) {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const [inside, answered, cut, shed, asked] = Array.from({length: 5}, () => new Count()) as [
    ...[Count, Count, Count, Count, Count],
  ];
  const admission = new Admission({
    ...{limit: 2, headers: apiHeaders, logger: silentLogger, onShed: shed.add},
  });
  const routes = new Hono<ServiceEnv>();
  routes.all('/slow', async (c) => {
    inside.add();
    await gate;
    return c.text('done');
  });
  routes.get('/big', (c) => {
    answered.add();
    return c.text(big);
  });
  routes.get('/quick', (c) => c.text('quick'));
  const database = {
    transaction: async () => {
      asked.add();
      await gate;
      return [{read_only: 'off', may_write: true}];
    },
  };
  const health = healthRoutes({database: database as never, isStopping: () => false});
  const app = createApp({logger: silentLogger, routes: [routes, health]});
  const listener = await listen((request, env) => app.fetch(request, env), {
    ...{host: '127.0.0.1', port: 0, flag: '--port', admission},
    limits: {checkEveryMs: 10, ...limits},
    logger: {info: () => undefined, warn: (event) => (event === 'http.not_read' ? cut.add() : undefined)},
  });
  const sockets: Socket[] = [];
  const open = async () => {
    const {port, hostname} = new URL(listener.url);
    const socket = connect({port: Number(port), host: hostname}).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return {
    ...{listener, inside, answered, cut, shed, asked, open, go: () => go()},
    ask: async (path: string) => (await fetch(listener.url + path)).status,
    async [Symbol.asyncDispose]() {
      go();
      for (const socket of sockets) socket.destroy();
      await listener.close(0);
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

describe('the places of a port', () => {
  it('too many open requests: 503 with Retry-After, while health and readiness are still answered', async () => {
    await using port = await openBounded();
    const {listener, inside, ask, go, shed} = port;
    const slow = [ask('/slow'), fetch(`${listener.url}/slow`, {method: 'POST', body: '{}'})];
    await inside.reaches(2);
    const refused = await fetch(`${listener.url}/slow`, {method: 'POST', body: '{}'});
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.match(refused.headers.get('x-request-id') ?? '', /^req_[\da-f-]{36}$/);
    const body = (await refused.json()) as {code: string; data: unknown; status: {errors: unknown[]}};
    assert.deepEqual([body.code, body.data], ['service.overloaded', null]);
    assert.equal(shed.value, 1);
    const ready = ask('/readyz?probe');
    assert.equal(await ask('/healthz'), 200);
    go();
    assert.equal(await ready, 200);
    await Promise.all(slow);
    assert.equal(await ask('/slow'), 200);
  });

  it('a client that sends slowly takes no place of another', async () => {
    await using port = await openBounded();
    for (let count = 0; count < 3; count++)
      (await port.open()).write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n');
    await port.inside.reaches(3);
    const answer = port.ask('/slow');
    await port.inside.reaches(4);
    port.go();
    assert.equal(await answer, 200);
  });

  it('clients that read nothing of their answers take no place of another', async () => {
    await using port = await openBounded();
    for (let count = 1; count <= 6; count++) {
      (await port.open()).write(get('/big'));
      await port.answered.reaches(count);
      assert.equal(await port.ask('/quick'), 200);
    }
    assert.equal(port.shed.value, 0);
  });

  it('requests behind an unread answer take no place either', async () => {
    await using port = await openBounded();
    const socket = await port.open();
    socket.write(get('/big') + get('/quick'));
    await port.answered.reaches(1);
    socket.write(get('/quick').repeat(20));
    assert.equal(await port.ask('/quick'), 200);
    socket.destroy();
    for (let count = 0; count < 4; count++) assert.equal(await port.ask('/quick'), 200);
  });

  it('however many requests are under way, a port that closes waits for them and warns of nothing', async () => {
    await using port = await openBounded();
    const warnings: string[] = [];
    const note = ({name}: Error) => void warnings.push(name);
    process.on('warning', note);
    const sockets = await Promise.all(Array.from({length: 12}, () => port.open()));
    for (const socket of sockets) socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n');
    await port.inside.reaches(12);
    const closed = port.listener.close(60_000);
    for (const socket of sockets) socket.end('x');
    port.go();
    await closed;
    process.off('warning', note);
    assert.deepEqual(warnings, []);
  });

  it('are not taken by health checks, however many wait for the database', async () => {
    await using port = await openBounded();
    const checks = Array.from({length: 200}, () => port.ask('/readyz'));
    await port.asked.reaches(1);
    for (let count = 0; count < 4; count++) assert.equal(await port.ask('/quick'), 200);
    port.go();
    assert.deepEqual(new Set(await Promise.all(checks)), new Set([200]));
    // Sixteen at a time share one question to the database.
    assert.ok(port.asked.value < 100, String(port.asked.value));
  });
});

describe('the deadlines of a connection', () => {
  it('one whose client does not read its answer in time is cut, with a log line', async () => {
    await using port = await openBounded({answerMs: 50});
    (await port.open()).write(get('/big') + get('/big'));
    await port.cut.reaches(1);
    const ended = port.listener.close(60_000);
    await ended;
  });

  it('a client that reads gets the whole answer', async () => {
    await using port = await openBounded({answerMs: 60_000});
    const {length} = await (await fetch(`${port.listener.url}/big`)).text();
    assert.equal(length, big.length);
  });

  it('an idle one outlives the time for headers, because a balancer may send on it at any moment', async () => {
    await using port = await openBounded({headersMs: 40});
    let [idle, answer] = [await port.open(), ''];
    const ask = async (): Promise<string> => {
      let received = '';
      if (idle.destroyed) return received;
      idle.write(get('/quick'));
      for await (const part of on(idle, 'data', {close: ['close']})) {
        received += String(part);
        if (/quick$/.test(received)) break;
      }
      return received;
    };
    // A slow machine may send the first headers too late.
    while (!/quick$/.test((answer = await ask()))) idle = await port.open();
    assert.match(answer, new RegExp(`^keep-alive: timeout=${defaultKeepAliveSeconds}\r$`, 'im'));
    // Another connection shows that the time for headers has passed.
    for (let count = 0; count < 2; count++)
      assert.match(await sendRaw(port.listener.url, 'GET / HTTP/1.1\r\n'), /^HTTP\/1\.1 408/);
    assert.match(await ask(), /quick$/);
  });
});
