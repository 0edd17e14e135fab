import {CardVaultError} from '../protocol/index.js';
import {Refusal} from './answers.js';
import {readBytes} from './body.js';
import {isLoopback} from './client/client.js';
import type {Config} from './config.js';

type OriginConfig = Pick<Config, 'publicOrigin' | 'origins'>;

/**
 * The shop's own origin: `publicUrl`, or on a development machine the request's own. Anyone can send any `Host`, so elsewhere it is
 * not taken from a request.
 *
 * @throws CardVaultError `configuration-missing` outside loopback without `publicUrl`
 */
function shopOrigin(request: Request, {publicOrigin}: OriginConfig): string {
  if (publicOrigin !== undefined) return publicOrigin;
  const {hostname, origin} = new URL(request.url);
  if (isLoopback(hostname)) return origin;
  throw new CardVaultError(
    'configuration-missing',
    'card-vault/server: publicUrl is missing. Set it to the address of the shop as browsers see it, such as https://shop.example.',
  );
}

/**
 * The origin of the page that sent a state-changing request; it becomes the origin of the time-based token. A request selects one
 * of the configured origins and never adds one (decision 0075). `Sec-Fetch-Site` decides nothing: outside a browser anyone can send
 * any value.
 *
 * @throws Refusal 403 for any other page, 415 for a body that is not JSON: no form and no simple request of another site may act in
 * a shopper's name (guarantees 4.9)
 */
export async function requireOwnPage(request: Request, config: OriginConfig): Promise<string> {
  const own = shopOrigin(request, config);
  const origin = request.headers.get('origin');
  if (origin === null || (origin !== own && !config.origins.includes(origin)))
    throw new Refusal(403, 'request.cross_site', otherPage(own, origin, config));
  await requireJson(request);
  return origin;
}

/** A development server or a proxy between page and kit often changes the host, so that the page seems to be another's. */
function otherPage(own: string, origin: string | null, {publicOrigin}: OriginConfig): string {
  const must = `Requests that change something must come from a page of ${own}.`;
  if (origin === null) return `${must} This one names no origin: send it from a page.`;
  if (publicOrigin !== undefined)
    return `${must} If the shop has other names, list them in publicUrl or origins.`;
  return (
    `${must} That is the address under which this request reached the server. If the page is the shop's own, something between ` +
    'them changes the host, such as a proxy of a development server: let it keep the Host header, or set publicUrl to the address of the page.'
  );
}

/** JSON as UTF-8 and as it is, or nothing. Runtimes differ in whether a request without content has a body: only reading tells. */
async function requireJson(request: Request): Promise<void> {
  const {headers} = request;
  const type = headers.get('content-type');
  const wrong = (says: string) => new Refusal(415, 'request.content_type', says);
  const notJson = () => wrong('Send application/json, or no body.');
  if (type === null) {
    await readBytes(request.bodyUsed ? request : request.clone(), {most: 0, tooLarge: notJson});
    return;
  }
  if (!/^application\/json\s*(;|$)/i.test(type)) throw notJson();
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw wrong('Send JSON in UTF-8, which is its only charset.');
  if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? ''))
    throw wrong('Send the body without a Content-Encoding.');
}

/** CORS headers for a listed page of another origin; none for anybody else. */
export function corsHeaders(request: Request, {origins}: OriginConfig): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin');
  if (origin === null || !origins.includes(origin)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'X-Request-Id',
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
        'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
        'Access-Control-Allow-Headers': `${config.relay ? 'authorization, ' : ''}content-type, idempotency-key`,
        'Access-Control-Max-Age': '600',
      }),
    },
  });
}
