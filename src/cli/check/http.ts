import {readBytes} from '../../server/body.js';

/** A response that was read to its end. */
export interface Answered {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** No response: the system's word for the failure, such as `ECONNREFUSED`. */
export interface Unanswered {
  readonly url: string;
  readonly failure: string;
}

export type Visit = Answered | Unanswered;

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True follows redirects inside one origin, as a browser does for a page. */
  readonly follow?: boolean;
  /** Gives the request up. */
  readonly signal?: AbortSignal;
}

export type Go = (url: string, request?: Request) => Promise<Visit>;

const mostRedirects = 5;
/** Megabytes of a body: no page, script or answer of a shop is longer. */
const mostMegabytes = 8;
const limits = {
  most: mostMegabytes * 1024 * 1024,
  tooLarge: () => new TooLarge(`it sends more than ${mostMegabytes} MB`),
};
class TooLarge extends Error {}

export const isAnswered = (visit: Visit): visit is Answered => 'status' in visit;
export const isSuccess = ({status}: Answered): boolean => status >= 200 && status < 300;
export const textOf = ({body}: Answered): string => new TextDecoder().decode(body);
export const isHtml = ({headers}: Answered): boolean =>
  /^\s*(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '');

export function jsonOf(answer: Answered): unknown {
  try {
    return JSON.parse(textOf(answer));
  } catch {
    return undefined;
  }
}

/** Ends with the first of both. Not `AbortSignal.any`: Node collects a limit that only it holds, which then never comes. */
function endOf(limit: AbortSignal, outer?: AbortSignal): AbortSignal {
  const end = new AbortController();
  if (outer?.aborted) end.abort(outer.reason);
  for (const one of [limit, outer])
    one?.addEventListener('abort', () => end.abort(one.reason), {once: true, signal: end.signal});
  return end.signal;
}

/** Sends requests and reads responses. Login headers never follow a redirect to another origin. */
export function createGo(fetch: typeof globalThis.fetch, timeout: number): Go {
  const once = async (url: string, {method = 'GET', headers = {}, body, signal}: Request): Promise<Visit> => {
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: endOf(AbortSignal.timeout(timeout), signal),
        ...(body !== undefined && {body}),
      });
      return {
        url,
        status: response.status,
        headers: response.headers,
        body: await readBytes(response, limits),
      };
    } catch (error) {
      return {url, failure: failureOf(error, timeout)};
    }
  };
  return async (url, request = {}) => {
    let at = url;
    let sent = request;
    for (let redirects = 0; ; redirects += 1) {
      const visit = await once(at, sent);
      if (!request.follow || !isAnswered(visit) || redirects === mostRedirects) return visit;
      const target = redirectOf(visit);
      if (target === undefined || target.origin !== new URL(at).origin) return visit;
      at = target.href;
      if (visit.status !== 307 && visit.status !== 308) sent = withoutBody(sent);
    }
  };
}

/** Where a redirect leads. */
export function redirectOf({status, headers, url}: Answered): URL | undefined {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null || !URL.canParse(location, url)) return undefined;
  return new URL(location, url);
}

function withoutBody({headers = {}}: Request): Request {
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type');
  return {method: 'GET', headers: Object.fromEntries(kept)};
}

function failureOf(error: unknown, timeout: number): string {
  if (error instanceof TooLarge) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no response within ${timeout / 1000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.message : 'the request failed';
}
