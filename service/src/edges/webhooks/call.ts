import {request as httpRequest} from 'node:http';
import type {IncomingMessage, RequestOptions} from 'node:http';
import {request as httpsRequest} from 'node:https';
import type {LookupFunction} from 'node:net';
import {AddressRefused, checkedAddresses, readEndpointUrl} from './address.js';
import type {AddressRules, HostAddress, Resolve} from './address.js';
import {readRetryAfter} from './schedule.js';

/** An answer is read up to this size. */
const maxAnswerBytes = 64 * 1024;

/** Why a try failed, as stored. */
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
  /** HTTP status; null without an answer. */
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

/** Sends one message. Never rejects. `stopped` aborts it. */
export type Call = (message: Message, stopped: AbortSignal) => Promise<CallResult>;

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
  return async (message, stopped) => {
    const started = performance.now();
    const limit = AbortSignal.timeout(deps.timeoutMs());
    const signal = AbortSignal.any([limit, stopped]);
    const done = (outcome: Omit<CallResult, 'milliseconds'>): CallResult => ({
      ...outcome,
      milliseconds: Math.round(performance.now() - started),
    });
    try {
      const url = readEndpointUrl(message.url, deps.rules);
      if (typeof url === 'string') throw new AddressRefused();
      const addresses = await abortable(signal, checkedAddresses(url, deps.rules, deps.resolve));
      const answer = await post(url, message, addresses, signal);
      await drain(answer, signal);
      return done(outcomeOf(answer));
    } catch (error) {
      const failure = stopped.aborted ? 'aborted' : limit.aborted ? 'timed_out' : failureOf(error);
      return done({status: null, failure});
    }
  };
}

/** Stops waiting when the signal aborts. A DNS query cannot be cancelled, so its late answer is ignored. */
function abortable<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), {once: true});
    value.then(resolve, reject);
  });
}

/**
 * A `lookup` function that returns the checked addresses, so that the name is not resolved a second time.
 */
function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
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
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('The server tried to change the protocol.'));
    });
    request.end(body);
  });
}

/**
 * Reads a short answer to its end, so that the connection closes cleanly, and aborts a long or slow one.
 * Only the status matters.
 */
function drain(answer: IncomingMessage, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = () => {
      answer.destroy();
      resolve();
    };
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) finish();
    });
    answer.on('end', finish).on('error', finish).on('close', finish);
    signal.addEventListener('abort', finish, {once: true});
  });
}

function outcomeOf({statusCode: status = 0, headers}: IncomingMessage): Omit<CallResult, 'milliseconds'> {
  if (status >= 200 && status < 300) return {status, failure: null};
  const retryAfterSeconds = readRetryAfter(headers['retry-after'], headers.date);
  return {status, failure: status >= 300 && status < 400 ? 'redirect' : 'status', retryAfterSeconds};
}

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
