import {isAnswered, type Answered, type Visit} from './http.js';

/** A request of a page to another origin. The page sends it without cookies. */
export interface CrossOriginRequest {
  readonly url: string;
  /** Origin of the page. */
  readonly origin: string;
  readonly method: string;
  /** Names of the headers that need permission, in lower case. */
  readonly headers: readonly string[];
  readonly credentials?: boolean;
}

/** Headers of the preflight that a browser sends ahead (Fetch standard, CORS-preflight fetch). */
export function preflightHeaders({origin, method, headers}: CrossOriginRequest): Record<string, string> {
  return {
    accept: '*/*',
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': headers.toSorted().join(','),
  };
}

/** Why the response to a preflight forbids the request; nothing when it does not. */
export function preflightFault(request: CrossOriginRequest, visit: Visit): string | undefined {
  if (!isAnswered(visit)) return `the preflight gets no response (${visit.failure})`;
  const check = corsFault(request, visit);
  if (check !== undefined) return check;
  if (visit.status < 200 || visit.status > 299) return `the preflight is answered with ${visit.status}`;
  const {credentials = false, method} = request;
  const listed = (name: string) =>
    (visit.headers.get(name) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  const methods = listed('access-control-allow-methods');
  const isMethodAllowed =
    ['GET', 'HEAD', 'POST', ...methods].includes(method) || (methods.includes('*') && !credentials);
  if (!isMethodAllowed) return `Access-Control-Allow-Methods does not name ${method}`;
  const allowed = listed('access-control-allow-headers').map((one) => one.toLowerCase());
  // The wildcard stands for every header but this one.
  const isAllowed = (name: string) =>
    allowed.includes(name) || (allowed.includes('*') && !credentials && name !== 'authorization');
  const missing = request.headers.filter((name) => !isAllowed(name));
  return missing.length > 0 ? `Access-Control-Allow-Headers does not name ${missing.join(', ')}` : undefined;
}

/** Why a page may not read a response (Fetch standard, CORS check); nothing when it may. */
export function corsFault(
  {origin, credentials = false}: Pick<CrossOriginRequest, 'origin' | 'credentials'>,
  {headers}: Answered,
): string | undefined {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === null) return 'it has no Access-Control-Allow-Origin';
  if (allowed === '*')
    return credentials ? 'Access-Control-Allow-Origin is *, which excludes cookies' : undefined;
  if (allowed !== origin) return `Access-Control-Allow-Origin is ${allowed}`;
  if (credentials && headers.get('access-control-allow-credentials') !== 'true')
    return 'Access-Control-Allow-Credentials is not true';
  return undefined;
}
