import {Refusal} from './answers.js';
import type {Config} from './options.js';

type OriginConfig = Pick<Config, 'publicOrigin' | 'origins'>;

/** The shop's own origin as this request's browser sees it. */
export function shopOrigin(request: Request, {publicOrigin}: OriginConfig): string {
  return publicOrigin ?? new URL(request.url).origin;
}

/**
 * The origin of the page that sent a state-changing request; it becomes the origin of the time-based token.
 *
 * @throws Refusal 403 for a page of somebody else, 415 for a body that is not JSON: no form and no simple request of
 * another site may act in a shopper's name (guarantees 4.9)
 */
export function requireOwnPage(request: Request, config: OriginConfig): string {
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const own = shopOrigin(request, config);
  const listed = origin !== null && (origin === own || config.origins.includes(origin));
  // Where the browser itself says "same-origin", a proxy that hides the shop's public name does no harm.
  if (!listed && site !== 'same-origin' && site !== 'none') {
    throw new Refusal(
      403,
      'request.cross_site',
      `Requests that change something must come from a page of ${own}. If the shop has other names, list them in publicUrl or origins.`,
    );
  }
  const type = request.headers.get('content-type');
  if (type === null ? request.body !== null : !/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal(415, 'request.content_type', 'Send application/json, or no body.');
  }
  return origin !== null && (listed || site === 'same-origin') ? origin : own;
}

/** CORS headers for a listed page of another origin; none for anybody else. */
export function corsHeaders(request: Request, {origins}: OriginConfig): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin');
  if (origin === null || !origins.includes(origin)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  };
}

/** The answer to a preflight of a listed page. */
export function preflight(request: Request, config: OriginConfig & Pick<Config, 'relay'>): Response {
  const headers = corsHeaders(request, config);
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      ...('Vary' in headers && {
        'Access-Control-Allow-Methods': 'GET, POST, DELETE',
        'Access-Control-Allow-Headers': `${config.relay ? 'authorization, ' : ''}content-type, idempotency-key`,
        'Access-Control-Max-Age': '600',
      }),
    },
  });
}
