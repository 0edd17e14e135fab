import {RequestError, getRequestListener, type HttpBindings} from '@hono/node-server';
import {once, setMaxListeners} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {OptionError} from '../errors.js';
import type {Logger} from '../logger.js';
import type {Admission, PageHeaders} from './admission.js';
import {
  Refusals,
  expectRefusal,
  headerLimitBytes,
  hostRefusal,
  targetRefusal,
  unexpected,
} from './broken-requests.js';
import {silentLogger} from './log.js';

/** A listening server. */
export interface Listener {
  /** Without a trailing slash. */
  readonly url: string;
  /**
   * Completes the requests under way, then closes the port. Connections that are still open after `limitMs`
   * are cut. Requests that arrive meanwhile are still accepted, so that they get a readable refusal.
   */
  close(limitMs: number): Promise<void>;
}

/** How long a connection may stay idle: longer than balancers keep one that they may send on at any moment. */
export const defaultKeepAliveSeconds = 125;

/** Limits for a client (guarantees 4.9), in milliseconds. */
export interface ClientLimits {
  /** To send its headers, and its whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** To read a whole answer, from its first byte. */
  readonly answerMs: number;
  /** To send its next request. */
  readonly idleMs: number;
  /** To read a refusal, and to hang up. */
  readonly lingerMs: number;
  readonly checkEveryMs: number;
}

const clientLimits: ClientLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  answerMs: 30_000,
  idleMs: defaultKeepAliveSeconds * 1000,
  lingerMs: 2000,
  checkEveryMs: 1000,
};

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The option that error messages name, such as `--port`. */
  readonly flag: string;
  readonly limits?: Partial<ClientLimits>;
  /** Refuses requests that are too many. Ports with the same one share its limit. */
  readonly admission?: Admission;
  /** Lets pages read the refusals. */
  readonly pageHeaders?: PageHeaders;
  /** Has a line for each refusal that the application does not make. */
  readonly logger?: Pick<Logger, 'info' | 'warn'>;
}

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/**
 * Listens on one host and port; port 0 picks a free one.
 *
 * @throws {OptionError} when the port is taken or may not be used.
 */
export function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const {host, port, flag} = options;
  const {server, underWay} = createLimitedServer(fetch, options);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Readonly<Record<string, string>> = {
        EADDRINUSE: `Port ${port} on ${host} is in use. Choose another with ${flag} (0 picks a free one).`,
        EACCES: `Port ${port} may not be used by this user. Choose another with ${flag}.`,
      };
      const reason = reasons[error.code ?? ''];
      reject(reason === undefined ? error : new OptionError(reason));
    });
    server.listen(port, host, () => {
      const {port: actualPort} = server.address() as AddressInfo;
      resolve({
        url: `http://${host}:${actualPort}`,
        close: (limitMs) => close(server, [...underWay], limitMs),
      });
    });
  });
}

/** The requests that a connection still holds, and since when their answers could have been read. */
type UnderWay = Map<ServerResponse, {readonly request: IncomingMessage; answeredAt?: number}>;

function createLimitedServer(fetch: Fetch, options: ListenOptions) {
  const {admission, pageHeaders, logger = silentLogger} = options;
  const limits = {...clientLimits, ...options.limits};
  const refusals = new Refusals({logger, lingerMs: limits.lingerMs});
  const handle = answerBy(fetch, refusals);
  const server = createServer(
    {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Node's own refusal has neither an envelope nor an id, and comes for HTTP/1.0 too.
      requireHostHeader: false,
    },
    admission?.before(handle, pageHeaders) ?? ((request, response) => void handle(request, response)),
  );
  const underWay: UnderWay = new Map();
  const note = (request: IncomingMessage, response: ServerResponse) => {
    underWay.set(response, {request});
    response.once('close', () => underWay.delete(response));
  };
  server.prependListener('request', note);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    note(request, response);
    refusals.answer(request, response, expectRefusal());
  });
  server.on('connect', refusals.refuseConnect);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const pending = [...underWay].filter(([, {request}]) => request.socket === socket && request.complete);
    refusals.rejected(
      error,
      socket,
      pending.map(([response]) => response),
    );
  });
  const checks = setInterval(() => cutSlowReaders(underWay, limits.answerMs, logger), limits.checkEveryMs);
  checks.unref();
  server.on('close', () => clearInterval(checks));
  return {server, underWay};
}

/** Hands requests to the application, and refuses those that have no host or no address. */
function answerBy(fetch: Fetch, refusals: Refusals) {
  const handle = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    // For HTTP/1.0 without a Host. Nothing is decided by this name.
    hostname: 'localhost',
    errorHandler: (error) => {
      throw error;
    },
  });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = hostRefusal(request);
    if (refusal) return refusals.answer(request, response, refusal);
    try {
      await handle(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else refusals.answer(request, response, error instanceof RequestError ? targetRefusal() : unexpected());
    }
  };
}

/** A client that does not read its answer would keep the answer in memory, and the connection, for ever. */
function cutSlowReaders(underWay: UnderWay, answerMs: number, logger: Pick<Logger, 'warn'>): void {
  const now = performance.now();
  const sockets = new Set<IncomingMessage['socket']>();
  for (const [response, entry] of underWay) {
    // An answer that waits behind another one of its connection does not hear that the connection is gone.
    if (entry.request.socket.destroyed) underWay.delete(response);
    if (!response.headersSent) continue;
    entry.answeredAt ??= now;
    if (now - entry.answeredAt >= answerMs) sockets.add(entry.request.socket);
  }
  for (const socket of sockets) socket.destroy();
  if (sockets.size > 0) logger.warn('http.not_read', {count: sockets.size});
}

type Pending = readonly (readonly [ServerResponse, {readonly request: IncomingMessage}])[];

async function close(server: Server, underWay: Pending, limitMs: number): Promise<void> {
  const waiting = new AbortController();
  const cut = setTimeout(() => {
    waiting.abort();
    server.closeAllConnections();
  }, limitMs);
  const {signal} = waiting;
  // As many requests wait for it as are under way, of which Node would warn as of a leak.
  setMaxListeners(0, signal);
  const open = underWay.filter(([, {request}]) => !request.socket.destroyed);
  const ends = open.map(([response, {request}]) =>
    Promise.race([once(response, 'close', {signal}), once(request.socket, 'close', {signal})]),
  );
  await Promise.allSettled(ends);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    if (signal.aborted) server.closeAllConnections();
  });
  clearTimeout(cut);
}
