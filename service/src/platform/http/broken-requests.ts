import type {Server} from 'node:http';
import type {Duplex} from 'node:stream';
import {ServiceError} from '../errors.js';
import {failure} from './envelope.js';

/** Largest headers of a request in bytes. */
export const headerLimitBytes = 16 * 1024;

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** The refusal for an error code of Node's HTTP parser. It never quotes the request. */
function refusalOf(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The headers are larger than ${headerLimitBytes / 1024} kB.`;
    return new ServiceError(431, 'request.headers_too_large', message);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError(408, 'request.timeout', 'The request did not arrive in time.');
  }
  return new ServiceError(400, 'request.malformed', 'The message is not a valid HTTP request.');
}

/** Answers requests that Node's HTTP parser rejects with the error envelope, then closes the connection. */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const {status, body} = failure(refusalOf(error.code));
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  });
}
