import type {IncomingMessage, ServerResponse} from 'node:http';
import {finished, type Duplex} from 'node:stream';
import {ServiceError} from '../errors.js';
import type {Logger} from '../logger.js';
import {failure} from './envelope.js';
import {cleanRequestId} from './request-id.js';

/** Largest headers of a request in bytes. */
export const headerLimitBytes = 16 * 1024;

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

const malformed = (message = 'The message is not a valid HTTP request.') =>
  new ServiceError(400, 'request.malformed', message);

/** The refusal for an error code of Node's HTTP parser. It never quotes the request. */
function refusalOf(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The headers are larger than ${headerLimitBytes / 1024} kB.`;
    return new ServiceError(431, 'request.headers_too_large', message);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError(408, 'request.timeout', 'The request did not arrive in time.');
  }
  return malformed();
}

/** HTTP/1.1 names exactly one host (RFC 9112 3.2); HTTP/1.0, which plain health probes speak, need not. */
export function hostRefusal({rawHeaders, httpVersion}: IncomingMessage): ServiceError | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts++;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return malformed('An HTTP/1.1 request has exactly one Host header.');
}

export const targetRefusal = () => malformed('The address or the host of the request cannot be read.');

export const expectRefusal = () =>
  new ServiceError(417, 'request.expectation_failed', 'Of Expect, only 100-continue is understood.');

export const unexpected = () => new ServiceError(500, 'unexpected', 'Something went wrong here.');

const connectRefusal = () =>
  new ServiceError(405, 'method_not_allowed', 'The service is no proxy: CONNECT leads nowhere.');

/**
 * Refuses requests before the application sees them, as it would: with the error envelope, an id and a log
 * line.
 */
export class Refusals {
  readonly #logger: Pick<Logger, 'info'>;
  readonly #lingerMs: number;
  readonly #refused = new WeakSet<Duplex>();

  /** @param lingerMs How long a refused client has to read the refusal and to hang up. */
  constructor({logger, lingerMs}: {readonly logger: Pick<Logger, 'info'>; readonly lingerMs: number}) {
    this.#logger = logger;
    this.#lingerMs = lingerMs;
  }

  /** Answers a request, and closes its connection. */
  answer(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
    const {text, headers} = this.#made(
      error,
      cleanRequestId(request.headers['x-request-id']),
      request.method,
    );
    response.writeHead(error.status, headers);
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  /**
   * Answers what Node's HTTP parser rejects.
   *
   * @param pending The answers that this connection still waits for; the refusal comes behind them.
   */
  rejected(error: NodeJS.ErrnoException, socket: Duplex, pending: readonly ServerResponse[]): void {
    // What follows a refused message is rejected as well, while the client reads the refusal.
    if (this.#refused.has(socket)) return;
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    this.#refused.add(socket);
    let left = pending.length;
    if (left === 0) this.#end(socket, refusalOf(error.code));
    for (const response of pending) {
      finished(response, () => {
        if (--left === 0) this.#end(socket, refusalOf(error.code));
      });
    }
  }

  readonly refuseConnect = (request: IncomingMessage, socket: Duplex): void =>
    this.#end(socket, connectRefusal(), request);

  #end(socket: Duplex, error: ServiceError, request?: IncomingMessage): void {
    if (socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.on('error', () => socket.destroy());
    const id = cleanRequestId(request?.headers['x-request-id']);
    const {text, headers} = this.#made(error, id, request?.method);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end(
      [`HTTP/1.1 ${error.status} ${reasons[error.status] ?? 'Error'}`, ...lines, '', text].join('\r\n'),
    );
    // A connection that is closed while more arrives is reset, and the client never reads why.
    const cut = setTimeout(() => socket.destroy(), this.#lingerMs);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => clearTimeout(cut));
    socket.resume();
  }

  #made(error: ServiceError, id: string, method: string | undefined) {
    const text = JSON.stringify(failure(error).body);
    this.#logger.info('http.refused', {method, status: error.status, code: error.code, request: id});
    const headers: Readonly<Record<string, string>> = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': id,
      ...(error.status === 405 && {allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'}),
      connection: 'close',
    };
    return {text, headers};
  }
}
