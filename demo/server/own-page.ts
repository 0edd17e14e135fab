/** The names of this machine. Another name that leads here was rebound by a foreign page (DNS rebinding). */
const ownName = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether a request names this machine, at any port. */
export function isForThisMachine(host = ''): boolean {
  return URL.canParse(`http://${host}`) && ownName.test(new URL(`http://${host}`).hostname);
}

/**
 * Whether one of the shop's own pages sent the request. A browser says so itself (Fetch Metadata); one that does not must name
 * the page's origin. A request that says neither can only read.
 */
export function isOwnPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  // A GET changes nothing, and no other page can read its answer.
  return origin === null ? request.method === 'GET' : origin === new URL(request.url).origin;
}

/** More than any page of the shop sends, in bytes. */
const most = 64 * 1024;

/** Whether a body is longer than the shop reads, or does not say how long it is, as every browser does. */
export function isTooLong({body, headers}: Request): boolean {
  return body !== null && !(Number(headers.get('content-length') ?? NaN) <= most);
}
