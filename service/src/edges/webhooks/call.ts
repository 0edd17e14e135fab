/** Sends one message to a merchant's endpoint. */
import {request as httpRequest, type IncomingMessage, type RequestOptions} from 'node:http';
import {request as httpsRequest} from 'node:https';
import type {LookupFunction} from 'node:net';
import {
  AddressRefused,
  readEndpointUrl,
  resolveAllowedAddresses,
  type AddressRules,
  type HostAddress,
  type Resolve,
} from './address.js';
import {readRetryAfter} from './schedule.js';

/** A response is read up to this size. */
const maxResponseBytes = 64 * 1024;

/** Why a try failed, as stored in `webhook_tries`. */
export type CallFailure =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'redirect'
  | 'status'
  /** The process is shutting down. Such a try is not counted. */
  | 'aborted';

/** The outcome of one try. */
export interface CallResult {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Null if the event was accepted (any 2xx). */
  readonly failure: CallFailure | null;
  readonly retryAfterSeconds?: number | undefined;
  readonly milliseconds: number;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Sends one message. It never rejects. `shutdown` aborts it. */
export type Call = (message: Message, shutdown: AbortSignal) => Promise<CallResult>;

export interface CallerDependencies {
  readonly rules: AddressRules;
  /** Time limit of a whole try, in real time. */
  readonly timeoutMs: () => number;
  readonly resolve: Resolve;
}

/**
 * Posts to URLs that merchants chose (guarantees 4.7). The host name is resolved once, all its addresses
 * are checked, and the connection uses a checked one. Follows no redirects, uses no proxy, and keeps no
 * connections.
 */
export function createCaller(deps: CallerDependencies): Call {
  return async (message, shutdown) => {
    const started = performance.now();
    // Not `AbortSignal.any`: the shutdown's signal lives as long as the process, and would keep every call alive.
    const call = new AbortController();
    const {signal} = call;
    let isLate = false;
    const stop = () => call.abort();
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, deps.timeoutMs());
    shutdown.addEventListener('abort', stop, {once: true});
    if (shutdown.aborted) stop();
    const withDuration = (outcome: Omit<CallResult, 'milliseconds'>): CallResult => ({
      ...outcome,
      milliseconds: Math.round(performance.now() - started),
    });
    try {
      const url = readEndpointUrl(message.url, deps.rules);
      if (typeof url === 'string') throw new AddressRefused();
      const addresses = await abortable(signal, resolveAllowedAddresses(url, deps.rules, deps.resolve));
      const response = await post(url, message, addresses, signal);
      await drain(response, signal);
      return withDuration(outcomeOf(response));
    } catch (error) {
      if (shutdown.aborted) return withDuration({status: null, failure: 'aborted'});
      if (isLate) return withDuration({status: null, failure: 'timed_out'});
      return withDuration({status: null, failure: failureOf(error)});
    } finally {
      clearTimeout(timer);
      shutdown.removeEventListener('abort', stop);
    }
  };
}

/** Stops waiting when the signal aborts. A DNS query cannot be cancelled, so its late answer is ignored. */
export function abortable<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, {once: true});
    value.then(resolve, reject);
  });
}

/** A `lookup` function that returns the checked addresses, so that the name is not resolved a second time. */
export function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}

function post(
  url: URL,
  {headers, body}: Message,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions & {rejectUnauthorized: boolean} = {
    method: 'POST',
    headers: {...headers, 'content-length': body.length},
    lookup: lookupOf(addresses),
    // A separate agent, which keeps no connections and uses no proxy.
    agent: false,
    signal,
    rejectUnauthorized: true,
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, options, resolve);
    request.on('error', reject);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('The server tried to change the protocol.'));
    });
    request.end(body);
  });
}

/**
 * Reads a short response to its end, so that the connection closes cleanly, and aborts a long or slow one.
 * Only its status matters.
 */
function drain(response: IncomingMessage, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = () => {
      response.destroy();
      resolve();
    };
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxResponseBytes) finish();
    });
    response.on('end', finish).on('error', finish).on('close', finish);
    signal.addEventListener('abort', finish, {once: true});
  });
}

function outcomeOf({statusCode: status = 0, headers}: IncomingMessage): Omit<CallResult, 'milliseconds'> {
  if (status >= 200 && status < 300) return {status, failure: null};
  const retryAfterSeconds = readRetryAfter(headers['retry-after'], headers.date);
  return {status, failure: status >= 300 && status < 400 ? 'redirect' : 'status', retryAfterSeconds};
}

/** Error codes of Node and OpenSSL for a failed TLS connection. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

function failureOf(error: unknown): CallFailure {
  if (error instanceof AddressRefused) return 'address_refused';
  const {code, syscall} = error as {code?: unknown; syscall?: unknown};
  if (typeof code !== 'string') return 'connection_failed';
  if (syscall === 'getaddrinfo' || /^(ENOTFOUND|EAI_|ESERVFAIL|ENODATA)/.test(code))
    return 'name_not_resolved';
  return tlsCodes.test(code) ? 'tls_failed' : 'connection_failed';
}
