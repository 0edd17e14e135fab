import {CardVaultError, type CardVaultErrorCode} from '../protocol/index.js';
import {mostBytes, readBytes, textIn} from './body.js';
import type {ServiceRefusal} from './client/transport.js';

/** A refusal that the page is told, with its HTTP status and a dotted code. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const jsonHeaders = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** A JSON answer that nothing on the way may keep. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {status, headers: {...jsonHeaders, ...headers}});
}

export const tooLarge = (most: number) =>
  new Refusal(413, 'request.too_large', `The body must be at most ${most} bytes of JSON.`);

/** Reads the JSON of a request; nothing where it has no body. */
export async function readJson(request: Request, advice: string): Promise<unknown> {
  const bytes = await readBytes(request, {most: mostBytes, tooLarge: () => tooLarge(mostBytes)});
  try {
    return bytes.length === 0 ? undefined : (JSON.parse(textIn(bytes)) as unknown);
  } catch {
    throw new Refusal(400, 'request.not_json', `The body is not JSON in UTF-8. ${advice}`);
  }
}

/** The envelope that the shop's server and the service share (decision 0029). */
export function refuse({status, code, message, headers}: Refusal): Response {
  const body = {code, message, status: {errors: [message], message}};
  return json(status === 401 ? body : {data: null, ...body}, status, headers);
}

/**
 * How a failure at the service is passed on to the page: with a status that says on which side it lies, under this
 * package's own code in wire spelling, so that the element's error names the cause and not the messenger. The sentence is for anybody who
 * can send a request: it names no address of the shop's network and no cause; `onError` has those. Missing: the error's own, which
 * names an option of the kit.
 */
const failures: Partial<Record<CardVaultErrorCode, readonly [status: number, code: string, says?: string]>> =
  {
    'service-unreachable': [
      502,
      'service.unreachable',
      "The shop's server could not reach the payment service",
    ],
    'service-unavailable': [503, 'service.unavailable', 'The payment service cannot answer at the moment'],
    'request-timed-out': [504, 'request.timed_out', 'The payment service did not answer in time'],
    'credentials-refused': [
      502,
      'credentials.refused',
      "The payment service refuses the keys of the shop's server",
    ],
    'answer-unreadable': [
      502,
      'answer.unreadable',
      "The payment service gave an answer that the shop's server cannot read",
    ],
    'entry-mode-refused': [
      422,
      'entry_mode.refused',
      'The payment service does not accept this entry mode for this merchant',
    ],
    'request-refused': [502, 'request.refused', "The payment service refused a request of the shop's server"],
    'configuration-missing': [500, 'configuration.missing'],
  };

const details = "The onError hook of the shop's server has the details.";

/** Turns a thrown value into a refusal; the words of an error stay on the server. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const known = error instanceof CardVaultError ? failures[error.code] : undefined;
  if (!(error instanceof CardVaultError) || !known)
    return new Refusal(500, 'server.unexpected', `Something went wrong on the shop's server. ${details}`);
  const [status, code, says] = known;
  const message = says === undefined ? error.message : `${says}${hintOf(error)}. ${details}`;
  return new Refusal(status, code, message, status === 503 ? {'Retry-After': '5'} : {});
}

/**
 * Facts that a developer may read at the page: the service's code, and which of the two inputs that shops mix
 * up it names.
 */
function hintOf({cause}: CardVaultError): string {
  const {code = '', message = ''} = (cause ?? {}) as Partial<ServiceRefusal>;
  const input = /merchant_api_key|\borigin\b/.exec(message)?.[0];
  const words = [/^[a-z][a-z_]*(\.[a-z_]+)*$/.test(code) && code, input].filter(Boolean);
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** The service's own code of a request that it refused. */
export const serviceCodeOf = (error: unknown): string | undefined =>
  error instanceof CardVaultError ? (error.cause as ServiceRefusal | undefined)?.code : undefined;

/** True when the service says that it does not know what was asked for. */
export function isUnknownAtService(error: unknown): boolean {
  return (
    error instanceof CardVaultError &&
    error.code === 'request-refused' &&
    (error.cause as ServiceRefusal | undefined)?.status === 404
  );
}
