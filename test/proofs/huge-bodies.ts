import {once} from 'node:events';
import {createServer} from 'node:http';
import {connect, type AddressInfo} from 'node:net';
import {toNodeHandler} from '../../src/server/node.js';
import {shop} from '../server/support/fake-service.js';
import {openShop} from '../server/support/shop.js';
import type {ProofResult} from './support/proof.js';

export const id = 'E8';
export const title =
  'of any body that a shopper sends to the kit little is read, and the answer is a refusal';

const kB = 1024;
const MB = kB * kB;
/** A body is read in parts. The one that is too much is read too, and one more where a copy is read. */
const partBytes = 1024;
/** How much memory may be taken while gigabytes are offered. */
const mostMemory = 96 * MB;

interface Route {
  readonly method: string;
  readonly path: string;
  /** What is read at most of the body of a shopper who is known. */
  readonly most: number;
  /** Whether it reads a body at all. */
  readonly reads: boolean;
  /** What is read at most before it is known who sends it. */
  readonly before?: number;
}

const routes: readonly Route[] = [
  {method: 'POST', path: '/session', most: 16 * kB, reads: true},
  {method: 'POST', path: '/session/track_1/token', most: 16 * kB, reads: false},
  {method: 'POST', path: '/session/track_1/complete', most: 16 * kB, reads: false},
  {method: 'POST', path: '/relay/order/payments/v3/track_1', most: 64 * kB, reads: true},
  {method: 'PUT', path: '/payment-methods/pm_1', most: 16 * kB, reads: true},
  {method: 'DELETE', path: '/payment-methods/pm_1', most: 16 * kB, reads: false},
  {method: 'POST', path: '/subscribe', most: 16 * kB, reads: true},
  {method: 'POST', path: '/portal', most: 16 * kB, reads: false},
  // A webhook has no login: its signature is over the whole body.
  {method: 'POST', path: '/webhooks', most: 256 * kB, before: 256 * kB, reads: true},
  {method: 'POST', path: '/return', most: 16 * kB, reads: false},
  {method: 'POST', path: '/frame', most: 16 * kB, reads: false},
  {method: 'POST', path: '/nothing', most: 16 * kB, reads: false},
];
const sizes = [0, 1, 16 * kB, 16 * kB + 1, 64 * kB + 1, MB, 1024 * MB, Infinity];
const contents = {spaces: 0x20, letters: 0x78, brackets: 0x5b, 'no UTF-8': 0xff};
const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x', undefined];
const lengths = ['true', 'too small', 'none'] as const;

interface Sent {
  readonly route: Route;
  readonly size: number;
  readonly content: keyof typeof contents;
  readonly type: string | undefined;
  readonly length: (typeof lengths)[number];
  readonly shopper: string | undefined;
}

type Handle = (request: Request) => Promise<Response>;

function* everyBody(): Generator<Sent> {
  for (const route of routes)
    for (const size of sizes)
      for (const content of Object.keys(contents) as (keyof typeof contents)[])
        for (const type of types)
          for (const length of lengths)
            for (const shopper of [undefined, 'cus_ada']) yield {route, size, content, type, length, shopper};
}

/** A body of so many bytes that is made only as it is read, and how much of it was. */
function bodyOf(size: number, byte: number) {
  let taken = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const next = Math.min(partBytes, size - taken);
    taken += next;
    if (next > 0) controller.enqueue(new Uint8Array(next).fill(byte));
    if (taken >= size) controller.close();
  };
  return {body: new ReadableStream<Uint8Array>({pull}, {highWaterMark: 0}), taken: () => taken};
}

const headersOf = ({size, type, length, shopper}: Sent): Record<string, string> => ({
  origin: shop,
  'sec-fetch-site': 'same-origin',
  ...(type !== undefined && {'content-type': type}),
  ...(length === 'true' && Number.isFinite(size) && {'content-length': String(size)}),
  ...(length === 'too small' && {'content-length': '2'}),
  ...(shopper !== undefined && {'x-shopper': shopper}),
});

async function tryBody(handle: Handle, sent: Sent): Promise<string[]> {
  const {route, size, content, shopper} = sent;
  const {body, taken} = bodyOf(size, contents[content]);
  const init = {method: route.method, headers: headersOf(sent), body, duplex: 'half'};
  const answer = await handle(new Request(`${shop}/card-vault${route.path}`, init as RequestInit));
  const what = `${route.method} ${route.path}, ${size} bytes of ${content} as ${sent.type ?? 'nothing'}, length ${sent.length}, ${shopper ?? 'no shopper'}`;
  const most = (shopper === undefined ? route.before : route.most) ?? 16 * kB;
  return [
    ...(taken() > most + 2 * partBytes ? [`${what}: ${taken()} bytes were read`] : []),
    ...(answer.status >= 500 ? [`${what}: ${answer.status}`] : []),
    ...(route.reads && size > most && answer.status < 400 ? [`${what}: ${answer.status}`] : []),
  ];
}

/** Sends a body over a connection until there is an answer or the connection ends; gives the status, 0 without one. */
async function sendOver(port: number, {method, path}: Route, size: number, length: boolean): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let sent = 0;
  const part = Buffer.alloc(64 * kB, 0x20);
  const chunk = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  const more = () => {
    while (!received && !socket.destroyed && sent < size) {
      sent += part.length;
      if (!socket.write(length ? part : chunk)) return;
    }
  };
  socket.on('error', () => undefined).on('drain', more);
  socket.on('data', (data) => {
    received ||= data.toString('latin1');
    socket.destroy();
  });
  const framing = length ? `content-length: ${size}` : 'transfer-encoding: chunked';
  const head = `${method} /card-vault${path} HTTP/1.1\r\nhost: shop.example\r\norigin: ${shop}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\nx-shopper: cus_ada\r\n${framing}\r\n\r\n`;
  socket.once('connect', () => {
    socket.write(head);
    more();
  });
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
}

/** A gigabyte to each route over a connection, with its length and in pieces, several at a time. */
async function overConnections(
  vault: ReturnType<typeof openShop>['vault'],
  rounds: number,
): Promise<{readonly statuses: Readonly<Record<string, number>>; readonly grown: number}> {
  const server = createServer((incoming, outgoing) => void toNodeHandler(vault)(incoming, outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const {port} = server.address() as AddressInfo;
  const statuses: Record<string, number> = {};
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  try {
    for (let round = 0; round < rounds; round++)
      for (const length of [true, false]) {
        const all = routes.map((route) => sendOver(port, route, 1024 * MB, length));
        for (const status of await Promise.all(all)) statuses[status] = (statuses[status] ?? 0) + 1;
      }
  } finally {
    clearInterval(watch);
    server.closeAllConnections();
    server.close();
  }
  return {statuses, grown: most - before};
}

/** Every body at each route; over connections one round of gigabytes in the slice, twenty in the bar. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const {vault, service} = openShop({
    relay: true,
    webhooks: {scheme: 'standard', secrets: ['whsec_Y2FyZC12YXVsdCBkZXZlbG9wbWVudCBzZWNyZXQ='], on: {}},
  });
  service.held('track_1');
  const violations: string[] = [];
  let count = 0;
  for (const sent of everyBody()) {
    count++;
    violations.push(...(await tryBody(vault.handle, sent)));
  }
  const rounds = bar ? 20 : 1;
  const {statuses, grown} = await overConnections(vault, rounds);
  if (grown > mostMemory) violations.push(`memory grew by ${Math.round(grown / MB)} MB`);
  for (const [status, times] of Object.entries(statuses))
    if (Number(status) >= 500) violations.push(`${times} gigabytes were answered with ${status}`);
  // A kit that reads a body before it asks who sends it has to be noticed.
  const hungry: Handle = async (request) => {
    await new Response(request.body).arrayBuffer();
    return vault.handle(new Request(request.url, {method: 'GET'}));
  };
  const planted = {route: routes[0]!, size: MB, content: 'spaces', type: undefined, length: 'none'} as const;
  if ((await tryBody(hungry, {...planted, shopper: undefined})).length === 0)
    violations.push('a kit that reads the whole body is not noticed');
  const answers = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`);
  return {
    lines: [
      `${count} bodies at ${routes.length} routes, from none to endless: at most 16 kB read before the shopper is known`,
      `${rounds * 2 * routes.length} gigabytes offered over connections: ${answers.join(', ')}; memory grew by ${Math.round(grown / MB)} MB`,
    ],
    violations: violations.slice(0, 30),
  };
}
