import assert from 'node:assert/strict';
import {createServer, request as send, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, it} from 'node:test';
import {toNodeHandler, type FetchHandler, type NodeHandlerOptions} from '../../src/server/node.js';

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

type Middleware = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves a handler over real HTTP for the time of one exchange. */
async function exchange(
  listener: Middleware,
  options: {method?: string; path?: string; headers?: Record<string, string>; body?: string[]} = {},
): Promise<Reply> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const {port} = server.address() as AddressInfo;
  try {
    return await new Promise<Reply>((done, fail) => {
      const {method = 'GET', path = '/', headers = {}, body = []} = options;
      const outgoing = send({port, host: '127.0.0.1', method, path, headers}, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
        incoming.on('end', () => done({status: incoming.statusCode ?? 0, headers: incoming.headers, text}));
      });
      outgoing.on('error', fail);
      for (const part of body) outgoing.write(part);
      outgoing.end();
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Answers what it was asked. */
const echo: FetchHandler = {
  basePath: '/card-vault',
  handle: async (request) =>
    Response.json({
      url: request.url,
      method: request.method,
      body: await request.text(),
      type: request.headers.get('content-type'),
    }),
};
const asked = (reply: Reply) =>
  JSON.parse(reply.text) as {url: string; method: string; body: string; type: string | null};
const plain = (handler: FetchHandler, options?: NodeHandlerOptions): Middleware => {
  const nodeHandler = toNodeHandler(handler, options);
  return (request, response) => void nodeHandler(request, response);
};

describe('toNodeHandler()', () => {
  it('hands over address, method, headers and a streamed body', async () => {
    const reply = await exchange(plain(echo), {
      method: 'POST',
      path: '/card-vault/session?x=1',
      headers: {host: 'shop.example:8080', 'content-type': 'application/json'},
      body: ['{"a":', '1}'],
    });
    assert.deepEqual(asked(reply), {
      url: 'http://shop.example:8080/card-vault/session?x=1',
      method: 'POST',
      body: '{"a":1}',
      type: 'application/json',
    });
  });

  it('gives a request without a body none, so that it needs no content type', async () => {
    const handler: FetchHandler = {handle: async (request) => new Response(String(request.body))};
    const reply = await exchange(plain(handler), {method: 'POST', headers: {'content-length': '0'}});
    assert.equal(reply.text, 'null');
  });

  it('sends status, headers, several cookies and a streamed body', async () => {
    const handler: FetchHandler = {
      handle: async () => {
        const headers = new Headers({'x-a': '1'});
        headers.append('set-cookie', 'a=1; Path=/');
        headers.append('set-cookie', 'b=2; Path=/');
        const body = new ReadableStream<Uint8Array>({
          start(stream) {
            for (const part of ['one ', 'two']) stream.enqueue(new TextEncoder().encode(part));
            stream.close();
          },
        });
        return new Response(body, {status: 201, headers});
      },
    };
    const reply = await exchange(plain(handler));
    assert.equal(reply.status, 201);
    assert.equal(reply.text, 'one two');
    assert.equal(reply.headers['x-a'], '1');
    assert.deepEqual(reply.headers['set-cookie'], ['a=1; Path=/', 'b=2; Path=/']);
  });

  it('believes X-Forwarded-* only when told to', async () => {
    const headers = {
      host: 'inner:80',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-proto': 'https, http',
    };
    const path = '/card-vault/frame';
    assert.equal(asked(await exchange(plain(echo), {path, headers})).url, 'http://inner/card-vault/frame');
    assert.equal(
      asked(await exchange(plain(echo, {trustProxy: true}), {path, headers})).url,
      'https://shop.example/card-vault/frame',
    );
  });

  it('leaves what is not its own to the next handler of Express and Connect', async () => {
    const handler = toNodeHandler(echo);
    const listener: Middleware = (request, response) =>
      void handler(request, response, () => response.end('next'));
    assert.equal((await exchange(listener, {path: '/'})).text, 'next');
    assert.equal((await exchange(listener, {path: '/card-vaults'})).text, 'next');
    assert.match((await exchange(listener, {path: '/card-vault/x'})).text, /card-vault\/x/);
  });

  it("takes Express's full address and a body its parser has already read", async () => {
    const handler = toNodeHandler(echo);
    const listener: Middleware = (request, response) => {
      const parts: Uint8Array[] = [];
      request.on('data', (part: Uint8Array) => parts.push(part));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString()) as unknown;
        Object.assign(request, {originalUrl: `/card-vault${request.url}`, body});
        setImmediate(() => void handler(request, response));
      });
    };
    const reply = await exchange(listener, {
      method: 'POST',
      path: '/session',
      headers: {'content-type': 'application/json'},
      body: ['{"a": 1}'],
    });
    assert.equal(asked(reply).body, '{"a":1}');
    assert.match(asked(reply).url, /\/card-vault\/session$/);
  });

  it('keeps a path that looks like another host a path', async () => {
    const reply = await exchange(plain(echo), {
      path: '//evil.example/card-vault',
      headers: {host: 'shop.example'},
    });
    assert.equal(asked(reply).url, 'http://shop.example//evil.example/card-vault');
  });

  it('answers 400 for a host that is none, and 500 when the handler itself fails', async () => {
    assert.equal((await exchange(plain(echo), {headers: {host: 'a b'}})).status, 400);
    const broken: FetchHandler = {handle: () => Promise.reject(new Error('broken'))};
    assert.equal((await exchange(plain(broken))).status, 500);
  });
});
