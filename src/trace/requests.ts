import type {RequestEntry} from './trace.js';
import {redactedPath} from './paths.js';

/** Requests of a page are other parts' too: only those of the element are of interest here. */
type Request = Omit<RequestEntry, 'kind' | 'at'> & {readonly begun: number};

const service = /^\/order\/payments\/v3(\/|$)/;
const library = /\/flex-microform(\.min)?\.js$/;
const ownScript = /\/card-vault(\/[a-z-]+-[\w-]{8}|-list|-parts)?\.js$/;

/**
 * Reads one entry of the browser's resource timing.
 * @param sessionUrl address at which the element opens its sessions
 * @returns nothing for a request that is not the element's
 */
export function requestOf(entry: PerformanceResourceTiming, sessionUrl: string): Request | undefined {
  const url = new URL(entry.name);
  const to = partyOf(url, entry.initiatorType, sessionUrl);
  if (!to) return undefined;
  // Older browsers do not tell the status, and none tells the size where the answer does not allow it.
  const {responseStatus}: {readonly responseStatus?: number} = entry;
  return {
    to,
    host: url.host,
    path: redactedPath(url.pathname),
    begun: performance.timeOrigin + entry.startTime,
    duration: Math.round(entry.duration),
    ...(responseStatus !== undefined && {status: responseStatus}),
    ...(entry.encodedBodySize > 0 && {size: entry.encodedBodySize}),
    ...(to === 'shop' && shopSideOf(entry.serverTiming)),
  };
}

/** The side of the shop’s server, where it tells it: the id of the request, and its calls of the service. */
function shopSideOf(timings: readonly PerformanceServerTiming[] = []): Pick<RequestEntry, 'id' | 'calls'> {
  const id = timings.find(({name}) => name === 'request')?.description;
  const calls = timings.flatMap(({name, duration, description}) => {
    const [, status, path] = /^(\d{1,3}) (\/.*)$/.exec(description) ?? [];
    return name === 'call' && path !== undefined
      ? [{path: redactedPath(path), status: Number(status), duration: Math.round(duration)}]
      : [];
  });
  // An id of the shop’s own may be anything.
  const isOwn = id !== undefined && /^req_[\da-f-]{36}$/.test(id);
  return {...(isOwn && {id}), ...(calls.length > 0 && {calls: calls.slice(0, 12)})};
}

function partyOf(
  {origin, pathname, href}: URL,
  initiator: string,
  sessionUrl: string,
): RequestEntry['to'] | undefined {
  if (initiator === 'iframe') return undefined;
  if (ownScript.test(pathname)) return 'script';
  if (library.test(pathname)) return 'library';
  if (service.test(pathname)) return 'service';
  const session = new URL(sessionUrl, document.baseURI);
  const base = new URL('.', session);
  const isBeside = origin === base.origin && pathname.startsWith(base.pathname) && base.pathname !== '/';
  return isBeside || href === session.href || pathname.startsWith(`${session.pathname}/`)
    ? 'shop'
    : undefined;
}

/**
 * Calls back for each request of an element, those before this call included.
 * @returns ends it
 */
export function watchRequests(
  sessionUrl: () => string | undefined,
  onRequest: (request: Request) => void,
): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const request =
        entry instanceof PerformanceResourceTiming && requestOf(entry, sessionUrl() ?? '/card-vault/session');
      if (request) onRequest(request);
    }
  });
  observer.observe({type: 'resource', buffered: true});
  return () => observer.disconnect();
}
