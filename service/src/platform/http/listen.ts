import {createAdaptorServer} from '@hono/node-server';
import type {HttpBindings} from '@hono/node-server';
import {once} from 'node:events';
import type {Server, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {OptionError} from '../errors.js';
import {answerBrokenRequests, headerLimitBytes} from './broken-requests.js';

/** A listening server. */
export interface Listener {
  /** Without a trailing slash. */
  readonly url: string;
  /**
   * Answers what was begun (what comes meanwhile is still taken, to be refused in words), then takes no new
   * connections and cuts what is left after the limit.
   */
  close(limitMs: number): Promise<void>;
}

/**
 * How long a client may take for its headers, and for all of its request (guarantees 4.9). Looked at every
 * second.
 */
const patience = {headersMs: 10_000, requestMs: 30_000, pollEveryMs: 1000};

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** What to name when the port cannot be had. */
  readonly flag: string;
  /** Tests have less patience. */
  readonly limits?: typeof patience;
}

/**
 * Listens on one host and port; port 0 picks a free one.
 *
 * @throws {OptionError} when the port is taken or may not be used.
 */
export function listen(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  {host, port, flag, limits = patience}: ListenOptions,
): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
    serverOptions: {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.pollEveryMs,
    },
  }) as Server;
  answerBrokenRequests(server);
  const underWay = new Set<ServerResponse>();
  server.on('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
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
      const {port: given} = server.address() as AddressInfo;
      resolve({url: `http://${host}:${given}`, close: (limitMs) => close(server, [...underWay], limitMs)});
    });
  });
}

async function close(server: Server, begun: readonly ServerResponse[], limitMs: number): Promise<void> {
  const waiting = new AbortController();
  const cut = setTimeout(() => {
    waiting.abort();
    server.closeAllConnections();
  }, limitMs);
  const {signal} = waiting;
  await Promise.all(begun.map((response) => once(response, 'close', {signal}).catch(() => undefined)));
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    if (signal.aborted) server.closeAllConnections();
  });
  clearTimeout(cut);
}
