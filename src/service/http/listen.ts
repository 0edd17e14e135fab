import {createAdaptorServer} from '@hono/node-server';
import type {HttpBindings} from '@hono/node-server';
import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {OptionError} from '../options.js';

/** A listening server. */
export interface Listener {
  /** Without a trailing slash. */
  readonly url: string;
  /** Takes no new connections, answers what was begun, and cuts what is left after the limit. */
  close(limitMs: number): Promise<void>;
}

const headersLimitMs = 10_000;
const requestLimitMs = 30_000;

/**
 * Listens on one host and port; port 0 picks a free one.
 *
 * @throws {OptionError} when the port is taken or may not be used.
 */
export function listen(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  {host, port, flag}: {readonly host: string; readonly port: number; readonly flag: string},
): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
  }) as Server;
  server.headersTimeout = headersLimitMs;
  server.requestTimeout = requestLimitMs;
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
      resolve({url: `http://${host}:${given}`, close: (limitMs) => close(server, limitMs)});
    });
  });
}

function close(server: Server, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), limitMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
