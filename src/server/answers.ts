import {CardVaultError, type CardVaultErrorCode} from '../protocol/index.js';
import {mostBytes, readText} from './body.js';
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

/** What a request says in JSON; nothing where it has no body. */
export async function readJson(request: Request, advice: string): Promise<unknown> {
  const text = await readText(request, {most: mostBytes, tooLarge: () => tooLarge(mostBytes)});
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refusal(400, 'request.not_json', `The body is not JSON. ${advice}`);
  }
}

/** The envelope that the shop's server and the service share (decision 0029). */
export function refuse({status, code, message, headers}: Refusal): Response {
  const body = {code, message, status: {errors: [message], message}};
  return json(status === 401 ? body : {data: null, ...body}, status, headers);
}

/**
 * How a failure at the service is passed on to the page: with a status that says on which side it lies, under this
 * package's own code in wire spelling, so that the element's error names the cause and not the messenger.
 */
const failures: Partial<Record<CardVaultErrorCode, readonly [status: number, code: string]>> = {
  'service-unreachable': [502, 'service.unreachable'],
  'service-unavailable': [503, 'service.unavailable'],
  'request-timed-out': [504, 'request.timed_out'],
  'credentials-refused': [502, 'credentials.refused'],
  'answer-unreadable': [502, 'answer.unreadable'],
  'entry-mode-refused': [422, 'entry_mode.refused'],
  'request-refused': [502, 'request.refused'],
  'configuration-missing': [500, 'configuration.missing'],
};

/** Turns whatever was thrown into a refusal; the words of an unknown error stay on the server. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const known = error instanceof CardVaultError ? failures[error.code] : undefined;
  if (!(error instanceof CardVaultError) || !known) {
    return new Refusal(
      500,
      'server.unexpected',
      "Something went wrong on the shop's server; its onError hook has the details.",
    );
  }
  const [status, code] = known;
  return new Refusal(status, code, error.message, status === 503 ? {'Retry-After': '5'} : {});
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
