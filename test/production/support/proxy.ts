import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {request as send, type IncomingMessage, type ServerResponse} from 'node:http';
import {createServer, type Server} from 'node:https';
import type {AddressInfo} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';
import type {Certificate} from './certificate.js';

/** A process behind the proxy: its address for one host, and where it says whether it is ready. */
export interface Upstream {
  readonly url: string;
  readonly health?: string;
}

/** A request that the proxy has passed on, under the id that it came with or was given. */
export interface Passed {
  readonly id: string;
  readonly host: string;
  readonly path: string;
  readonly status: number;
}

/** How often readiness is asked for, and how long another upstream is tried: longer than a busy machine needs. */
const healthEveryMs = 250;
const tryForMs = 30_000;

/**
 * Ends TLS for several hosts, as the proxy of `service/deploy` does: each request goes to an upstream that is
 * ready, and to another one if no connection can be made. It names the client in `X-Forwarded-For` and gives
 * each request that has none an id.
 */
export class Proxy {
  readonly passed: Passed[] = [];
  readonly #server: Server;
  readonly #pools = new Map<string, readonly Upstream[]>();
  readonly #unready = new Set<Upstream>();
  readonly #checking = new AbortController();
  #turn = 0;

  constructor({key, cert}: Certificate) {
    this.#server = createServer({key, cert, keepAliveTimeout: 60_000}, (request, response) => {
      void this.#pass(request, response);
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    void this.#checkAll();
  }

  /** Names the upstreams of a host. */
  serve(host: string, upstreams: readonly Upstream[]): void {
    this.#pools.set(host, upstreams);
  }

  close(): void {
    this.#checking.abort();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #checkAll(): Promise<void> {
    const {signal} = this.#checking;
    while (!signal.aborted) {
      await Promise.all([...this.#pools.values()].flat().map((upstream) => this.#check(upstream)));
      await pause(healthEveryMs, undefined, {signal}).catch(() => undefined);
    }
  }

  async #check(upstream: Upstream): Promise<void> {
    if (upstream.health === undefined) return;
    const answer = await fetch(upstream.health, {signal: AbortSignal.timeout(20_000)}).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) this.#unready.delete(upstream);
    else this.#unready.add(upstream);
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = String(request.headers['x-request-id'] ?? randomUUID());
    const host = request.headers.host ?? '';
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = await this.#firstAnswer(request, id, Buffer.concat(parts));
    const status = answer?.statusCode ?? 502;
    this.passed.push({id, host, path: (request.url ?? '').split('?')[0]!, status});
    response.writeHead(status, answer?.headers);
    if (answer) answer.on('error', () => response.destroy()).pipe(response);
    else response.end();
  }

  /** Tries one upstream after the other until one takes the connection. A request is never sent twice. */
  async #firstAnswer(
    request: IncomingMessage,
    id: string,
    body: Buffer,
  ): Promise<IncomingMessage | undefined> {
    const until = performance.now() + tryForMs;
    while (performance.now() < until) {
      const all = this.#pools.get(request.headers.host ?? '') ?? [];
      const ready = all.filter((upstream) => !this.#unready.has(upstream));
      const upstream = ready[this.#turn++ % Math.max(1, ready.length)];
      const answer = upstream ? await forward(upstream, request, id, body) : 'no connection';
      if (answer !== 'no connection') return answer;
      if (upstream) this.#unready.add(upstream);
      await pause(50);
    }
    return undefined;
  }
}

function forward(
  {url}: Upstream,
  {method, url: path, headers, socket}: IncomingMessage,
  id: string,
  body: Buffer,
): Promise<IncomingMessage | 'no connection' | undefined> {
  const {'transfer-encoding': _, ...kept} = headers;
  const forwarded = {
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-proto': 'https',
    'x-request-id': id,
    'content-length': body.length,
  };
  return new Promise((resolve) => {
    const options = {method, headers: {...kept, ...forwarded}, agent: false};
    const passed = send(new URL(path ?? '/', url), options, resolve);
    passed.on('error', ({code}: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'no connection' : undefined),
    );
    passed.end(body);
  });
}
