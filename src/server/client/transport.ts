import {Answer} from '../../protocol/answer.js';
import {CardVaultError} from '../../protocol/index.js';
import {printable} from '../../protocol/printable.js';
import {refusalText} from '../../protocol/service-error.js';
import {protocolHeader, protocolVersion} from '../../protocol/version.js';
import {readBytes, textIn} from '../body.js';
import {busyCode, pause, retryAfter} from './busy.js';
import {jsonOf, keyHeader} from './sending.js';

/** The part of `fetch` that the server room needs; any Fetch runtime has it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  /** Address of the service, without a trailing slash. */
  readonly serviceUrl: string;
  readonly secretKey: string;
  readonly fetch: Fetch;
  /** Milliseconds after which a call is given up, body included. */
  readonly timeout: number;
  /** Makes a fresh idempotency key. */
  readonly newId: () => string;
  /** Hears, once, that the service speaks another version of the protocol. */
  readonly warn: (message: string) => void;
}

/** One call of the service. `doing` completes the sentence "… while ‹doing›" for a developer. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly doing: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** A fresh one by default. Null sends none: a refund without a name is then guarded by the service against repetition. */
  readonly idempotencyKey?: string | null | undefined;
}

/** A list of a hundred entries is far shorter. */
const mostBytes = 16 * 1024 * 1024;

export type Call = (call: ServiceCall) => Promise<unknown>;

/** Calls that carry `X-Request-Id`: the id of the request to the shop for which they are made. Nothing: the service draws one. */
export type Transport = (requestId?: string) => Call;

/** Refusal of the service; the `cause` of the error that is thrown for it. */
export interface ServiceRefusal {
  /** HTTP status. */
  readonly status: number;
  /** The service's own dotted code, where it gave one. */
  readonly code: string | undefined;
  readonly message: string;
  /** JSON pointer of the first field that it names. */
  readonly field?: string;
  /** The id of the request in the service's log, where it names one. */
  readonly request?: string;
}

/**
 * Functions that call the service with the secret key and answer the parsed JSON. Every POST carries an `Idempotency-Key`, which a
 * service without that feature ignores (no browser is involved, so no preflight can refuse it). No call whose answer was lost is
 * repeated here: the caller reads the truth first.
 * Rejects with a `CardVaultError`: `service-unreachable`, `request-timed-out`, `service-unavailable`, `credentials-refused`,
 * `entry-mode-refused`, `request-refused` (also for what cannot be sent) or `answer-unreadable`. The secret key is in no message of any of them.
 */
export function createTransport(options: TransportOptions): Transport {
  const {serviceUrl, secretKey} = options;
  const redact = (text: string): string => text.replaceAll(secretKey, '[secret key]');
  const compareVersions = versionCheck(options);
  return (requestId) => async (call) => {
    const {response, json} = await untilAnswered(call, options, requestId);
    compareVersions(response.headers.get(protocolHeader));
    if (response.ok && json !== undefined) return json;
    if (response.status >= 300 && response.status < 400) {
      throw new CardVaultError(
        'answer-unreadable',
        `${serviceUrl} answered with a redirect while ${call.doing}; it is not followed, because the secret key would go along. Is serviceUrl right?`,
        {status: response.status},
      );
    }
    throw refusal(call, serviceUrl, {response, json}, redact);
  };
}

/** Compares the version that an answer names with the kit's own until they first differ. A service that names none is not judged. */
function versionCheck({serviceUrl, warn}: TransportOptions): (named: string | null) => void {
  let hasWarned = false;
  return (named) => {
    if (hasWarned || named === null || named === String(protocolVersion)) return;
    hasWarned = true;
    const theirs = /^\d{1,9}$/.test(named) ? Number(named) : undefined;
    const older = theirs !== undefined && theirs < protocolVersion ? 'card-vault-service' : 'card-vault';
    const says =
      theirs === undefined ? 'a protocol version that cannot be read' : `protocol version ${theirs}`;
    warn(
      `The payment service at ${serviceUrl} speaks ${says}, and this server kit version ${protocolVersion}. Upgrade the package ${older}.`,
    );
  };
}

interface Reply {
  readonly response: Response;
  /** The parsed body; nothing when it is no JSON object. */
  readonly json: unknown;
}

/**
 * Sends a call until it is answered for good, all within the one time limit. The same request may be under way from another process of
 * the shop, under the same key: its answer is this one's too (guarantees 4.1). Or another action on the tracker is under way, such as
 * that of a second page of the same order, and nothing of this one was done. Only the service says so, in an answer; silence is never a
 * reason to send again.
 */
async function untilAnswered(
  call: ServiceCall,
  options: TransportOptions,
  requestId: string | undefined,
): Promise<Reply> {
  const {timeout} = options;
  const request = await requestOf(call, options, requestId);
  const signal = AbortSignal.timeout(timeout);
  for (;;) {
    const reply = await exchange(call, options, {...request, signal});
    const busy = busyCode(reply.response.status, reply.json);
    if (busy === undefined) return reply;
    try {
      await pause(retryAfter(reply.response), signal);
    } catch (cause) {
      if (busy === 'tracker.busy') return reply;
      throw timedOut(call, options, cause);
    }
  }
}

/**
 * Makes the request. Throws `request-refused` for one that cannot be sent, so that only a failed fetch counts
 * as the network's fault.
 */
async function requestOf(
  {method, idempotencyKey, body}: ServiceCall,
  {secretKey, newId}: TransportOptions,
  requestId: string | undefined,
): Promise<RequestInit> {
  const headers: Record<string, string> = {'X-SFPY-MERCHANT-SECRET': secretKey, Accept: 'application/json'};
  if (method === 'POST' && idempotencyKey !== null)
    headers['Idempotency-Key'] = await keyHeader(idempotencyKey ?? newId());
  if (body) headers['Content-Type'] = 'application/json';
  if (requestId !== undefined) headers['X-Request-Id'] = requestId;
  return {method, headers, redirect: 'manual', ...(body && {body: jsonOf(body)})};
}

async function exchange(call: ServiceCall, options: TransportOptions, request: RequestInit): Promise<Reply> {
  const {serviceUrl} = options;
  const tooLarge = () =>
    new CardVaultError(
      'answer-unreadable',
      `${serviceUrl} answered more than ${mostBytes} bytes while ${call.doing}. Is serviceUrl right?`,
    );
  try {
    const response = await options.fetch(serviceUrl + call.path, request);
    return {response, json: parse(await readBytes(response, {most: mostBytes, tooLarge}))};
  } catch (cause) {
    if (cause instanceof CardVaultError) throw cause;
    if (request.signal?.aborted) throw timedOut(call, options, cause);
    throw new CardVaultError(
      'service-unreachable',
      `The payment service at ${serviceUrl} could not be reached${reasonOf(cause)} while ${call.doing}. Is it running, and is serviceUrl right?`,
      {cause},
    );
  }
}

const timedOut = ({doing}: ServiceCall, {serviceUrl, timeout}: TransportOptions, cause: unknown) =>
  new CardVaultError(
    'request-timed-out',
    `The payment service at ${serviceUrl} did not answer within ${timeout} ms while ${doing}.`,
    {cause},
  );

/** The system's short word for a failed connection, such as ` (ECONNREFUSED)`; nothing where the runtime gives none. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}

function refusal(
  call: ServiceCall,
  serviceUrl: string,
  {response, json}: Reply,
  redact: (text: string) => string,
): CardVaultError {
  const said = envelope(json, redact);
  const {status, headers} = response;
  const request = headers.get('x-request-id') ?? '';
  const field = pointerIn(json);
  const cause: ServiceRefusal = {
    status,
    code: said?.code,
    message: said?.message ?? '',
    ...(field !== '' && {field}),
    ...(/^[\w-]{1,64}$/.test(request) && {request}),
  };
  const words = said
    ? `: ${[said.code, unended(said.message)].filter(Boolean).join(': ')}`
    : ` (HTTP ${status})`;
  if (status >= 500 || status === 429) {
    return new CardVaultError(
      'service-unavailable',
      `The payment service at ${serviceUrl} cannot answer at the moment while ${call.doing}${words}.`,
      {status, cause},
    );
  }
  if (!said) {
    return new CardVaultError(
      'answer-unreadable',
      `${serviceUrl} answered HTTP ${status} while ${call.doing}, but not in the way of the payment service. Is serviceUrl right?`,
      {status, cause},
    );
  }
  // Told apart by its own code: a merchant who lacks the certificate has a good key.
  if (/entry_mode|raw_not_enabled/.test(`${said.code} ${said.message}`) && status !== 401) {
    return new CardVaultError(
      'entry-mode-refused',
      `The payment service does not accept this entry mode for this merchant${words}.`,
      {status, cause},
    );
  }
  if (status === 401 || status === 403) {
    return new CardVaultError(
      'credentials-refused',
      `The payment service refuses the shop's secret key while ${call.doing}${words}. Check secretKey (and that it belongs to ${serviceUrl}).`,
      {status, cause},
    );
  }
  return new CardVaultError(
    'request-refused',
    `The payment service refused a request while ${call.doing}${words}.${adviceOn(said.code)}`,
    {
      status,
      cause,
    },
  );
}

function pointerIn(json: unknown): string {
  const fields = new Answer(json).at('fields');
  return Array.isArray(fields.value) ? (fields.items()[0]?.at('pointer').display() ?? '') : '';
}

/** Without its full stop, and without a word for programs after it. */
const unended = (text: string): string => text.replace(/\.?(, [a-z]+_[a-z_]+)?$/, '');

/** Advice on a refusal that most integrators meet once. */
const advice: Readonly<Record<string, string>> = {
  'customer.not_found':
    'Pass the token that customers.create answered (cus_…), not an id of your own; each service has its own customers.',
  'payment_method.not_found': 'List the customer’s cards to see what is there.',
  'tracker.refund_too_early': 'Call payments.void today, or payments.refund from 24 hours after the capture.',
};

function adviceOn(code: string | undefined): string {
  const found = code !== undefined && Object.hasOwn(advice, code) ? advice[code] : undefined;
  return found ? ` ${found}` : '';
}

/** Reads any of the error shapes (wire 1.3); nothing when the answer is none of them. */
function envelope(
  json: unknown,
  redact: (text: string) => string,
): {code: string | undefined; message: string} | undefined {
  const code = new Answer(json).at('code').display();
  const message = refusalText(json);
  if (code === '' && message === '') return undefined;
  return {code: redact(printable(code)) || undefined, message: redact(printable(message))};
}

function parse(bytes: Uint8Array): unknown {
  try {
    const json: unknown = JSON.parse(textIn(bytes));
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
