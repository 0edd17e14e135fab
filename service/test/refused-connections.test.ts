import assert from 'node:assert/strict';
import {connect} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {createApp} from '../src/platform/http/app.js';
import {listen, type Listener} from '../src/platform/http/listen.js';
import {silentLogger} from '../src/platform/http/log.js';
import {checkAgainstDescription} from './support/description.js';
import {sendRaw} from './support/sockets.js';
import {Hono} from 'hono';
import type {ServiceEnv} from '../src/platform/http/env.js';

/** What each refusal has: status, code, id. */
function read(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d+) /.exec(head)?.[1]);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  return {status, head, body, header};
}

describe('requests that the application never sees (guarantees 4.9, V26)', () => {
  let listener: Listener;
  /** Waits so shortly that a busy machine may be too slow for whole requests. */
  let hasty: Listener;
  let go = () => {};
  const logged: {event: string; fields: Readonly<Record<string, unknown>>}[] = [];
  before(async () => {
    const routes = new Hono<ServiceEnv>();
    const gate = new Promise<void>((resolve) => (go = resolve));
    routes.get('/readyz', (c) => c.json({ok: true}));
    routes.post('/slow', async (c) => {
      await gate;
      return c.json({slow: true});
    });
    const app = createApp({logger: silentLogger, routes: [routes]});
    const options = {
      ...{host: '127.0.0.1', port: 0, flag: '--port'},
      logger: {
        info: (event: string, fields = {}) => logged.push({event, fields}),
        warn: (event: string, fields = {}) => logged.push({event, fields}),
      },
    };
    listener = await listen(app.fetch, options);
    hasty = await listen(app.fetch, {...options, limits: {headersMs: 40, requestMs: 80, checkEveryMs: 10}});
  });
  after(() => Promise.all([listener.close(0), hasty.close(0)]));

  const refusals: readonly (readonly [string, string, number, string])[] = [
    ['no HTTP', 'SSH-2.0-4000000000002701\r\n\r\n', 400, 'request.malformed'],
    ['a method that HTTP does not know', 'FETCH / HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'request.malformed'],
    ['another version', 'GET / HTTP/3.7\r\nhost: a\r\n\r\n', 400, 'request.malformed'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'request.malformed'],
    [
      'a length and chunks at once',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      ...([400, 'request.malformed'] as const),
    ],
    [
      'too large headers',
      `GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(17 * 1024)}\r\n\r\n`,
      ...([431, 'request.headers_too_large'] as const),
    ],
    ['no Host in HTTP/1.1', 'GET /readyz HTTP/1.1\r\n\r\n', 400, 'request.malformed'],
    ['two hosts', 'GET /readyz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n', 400, 'request.malformed'],
    ['two hosts in HTTP/1.0', 'GET /readyz HTTP/1.0\r\nhost: a\r\nHost: b\r\n\r\n', 400, 'request.malformed'],
    ['a host that is none', 'GET /readyz HTTP/1.1\r\nhost: a b/c\r\n\r\n', 400, 'request.malformed'],
    ['an address that is none', 'GET \\\\a HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'request.malformed'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'request.malformed'],
    ['headers that never end', 'GET / HTTP/1.1\r\nhost: a\r\n', 408, 'request.timeout'],
    [
      'a body that never ends',
      'POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{',
      ...([408, 'request.timeout'] as const),
    ],
    [
      'an expectation besides 100-continue',
      'POST / HTTP/1.1\r\nhost: a\r\nexpect: 200-ok\r\ncontent-length: 0\r\n\r\n',
      ...([417, 'request.expectation_failed'] as const),
    ],
    ['CONNECT', 'CONNECT bank.example:443 HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'method_not_allowed'],
  ];
  for (const [name, request, status, code] of refusals) {
    it(`${name}: ${status} ${code}, with envelope, id and log line`, async () => {
      logged.length = 0;
      const {
        status: got,
        head,
        body,
        header,
      } = read(await sendRaw((status === 408 ? hasty : listener).url, request));
      assert.equal(got, status, head);
      const json = JSON.parse(body) as {code: string};
      assert.equal(json.code, code);
      assert.ok(!body.includes('4000000000002701'));
      assert.equal(header('connection'), 'close');
      assert.match(header('x-request-id'), /^req_[\da-f-]{36}$/);
      const headers = new Headers({'content-type': header('content-type')});
      checkAgainstDescription({method: 'GET', path: '/', status, headers, text: body});
      const [line, ...more] = logged.filter(({event}) => event === 'http.refused');
      assert.deepEqual(more, []);
      assert.deepEqual(
        [line?.fields['status'], line?.fields['code'], line?.fields['request']],
        [status, code, header('x-request-id')],
      );
    });
  }

  it('TRACE, an upgrade and other methods are answered by the application', async () => {
    for (const [method, more] of [
      ['TRACE', ''],
      ['PROPFIND', ''],
      ['GET', 'connection: upgrade\r\nupgrade: websocket\r\n'],
    ]) {
      const end = more === '' ? 'connection: close\r\n\r\n' : '\r\n';
      const {status, header} = read(
        await sendRaw(listener.url, `${method} /nowhere HTTP/1.1\r\nhost: a\r\n${more}${end}`, /\}$/),
      );
      assert.equal(status, 404, method);
      assert.match(header('x-request-id'), /^req_/);
    }
  });

  it('a plain health check by HTTP/1.0 without a Host gets 200', async () => {
    for (const host of ['', 'host: \r\n', 'host: 10.0.0.7:4100\r\n']) {
      const {status, body} = read(await sendRaw(listener.url, `GET /readyz HTTP/1.0\r\n${host}\r\n`));
      assert.deepEqual([status, body], [200, '{"ok":true}']);
    }
  });

  it('have the id that the request came with, if it could be read', async () => {
    const {header} = read(
      await sendRaw(listener.url, 'GET / HTTP/1.1\r\nx-request-id: edge_1042-abc\r\n\r\n'),
    );
    assert.equal(header('x-request-id'), 'edge_1042-abc');
  });

  it('what is no HTTP behind a request is refused after the answer to that request', async () => {
    const {port, hostname} = new URL(listener.url);
    const socket = connect({port: Number(port), host: hostname});
    let received = '';
    socket.setEncoding('utf8').on('data', (part: string) => (received += part));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    logged.length = 0;
    socket.write('POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}');
    socket.write('no HTTP at all\r\n\r\n');
    setImmediate(go);
    await closed;
    assert.match(
      received,
      /^HTTP\/1\.1 200 [\s\S]*\{"slow":true\}HTTP\/1\.1 400 [\s\S]*"request\.malformed"/,
    );
  });
});
