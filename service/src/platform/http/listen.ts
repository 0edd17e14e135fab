import {createAdaptorServer} from '@hono/node-server';
import type {HttpBindings} from '@hono/node-server';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {RequestListener, Server, ServerOptions, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {OptionError} from '../errors.js';
import type {Admission, PageHeaders} from './admission.js';
import {answerBrokenRequests, headerLimitBytes} from './broken-requests.js';

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

/** Limits for a client to send its headers and its whole request (guarantees 4.9), checked every second. */
const clientLimits = {headersMs: 10_000, requestMs: 30_000, checkEveryMs: 1000};

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The option that error messages name, such as `--port`. */
  readonly flag: string;
  /** Shorter in tests. */
  readonly limits?: typeof clientLimits;
  /** Refuses requests that are too many. Ports with the same one share its limit. */
  readonly admission?: Admission;
  /** Lets pages read the refusals. */
  readonly pageHeaders?: PageHeaders;
}

/**
 * Listens on one host and port; port 0 picks a free one.
 *
 * @throws {OptionError} when the port is taken or may not be used.
 */
export function listen(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  {host, port, flag, limits = clientLimits, admission, pageHeaders}: ListenOptions,
): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
    createServer: ((options: ServerOptions, handle: RequestListener) =>
      createServer(options, admission?.before(handle, pageHeaders) ?? handle)) as typeof createServer,
    serverOptions: {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
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
      const {port: actualPort} = server.address() as AddressInfo;
      resolve({
        url: `http://${host}:${actualPort}`,
        close: (limitMs) => close(server, [...underWay], limitMs),
      });
    });
  });
}

async function close(server: Server, underWay: readonly ServerResponse[], limitMs: number): Promise<void> {
  const waiting = new AbortController();
  const cut = setTimeout(() => {
    waiting.abort();
    server.closeAllConnections();
  }, limitMs);
  const {signal} = waiting;
  await Promise.all(underWay.map((response) => once(response, 'close', {signal}).catch(() => undefined)));
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    if (signal.aborted) server.closeAllConnections();
  });
  clearTimeout(cut);
}
