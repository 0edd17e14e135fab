import {untilLimit} from '../flow/limits.js';
import {defaultLimits, type CallOptions, type Timers} from '../flow/ports.js';
import {CardVaultError} from '../protocol/errors.js';
import {pageFetch} from './begun.js';
import {exchange} from './http.js';
import {requireLogin} from './lost-login.js';
import {resolve} from './page-address.js';
import type {Reply} from './reply.js';
import type {HttpOptions, Outgoing} from './send.js';

/** Request to the shop's server. Each of them is safe to repeat. */
export interface ShopRequest extends Pick<Outgoing, 'method' | 'url' | 'body' | 'keepalive'> {
  /** Its `Idempotency-Key`. */
  readonly key?: string | undefined;
  readonly headers?: Outgoing['headers'];
}

/** How a request is made that no flow stands around. */
export interface ShopCall extends CallOptions {
  /** The clock of its time limit. */
  readonly timers: Timers;
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Sends a request to the shop's server, as `exchange` does.
 *
 * @param first the first sending, where it is made already.
 * @throws CardVaultError `shop-server-unreachable` or `login-required`; the signal's own reason when the
 *   caller gave up.
 */
export async function askShop(
  {key, headers, ...request}: ShopRequest,
  options: CallOptions,
  http: HttpOptions,
  first?: Promise<Reply>,
): Promise<Reply> {
  const {method, url} = request;
  const outgoing: Outgoing = {
    side: 'shop',
    repeatable: true,
    headers: {...headers, ...(key !== undefined && {'Idempotency-Key': key})},
    ...(method === 'POST' && {body: {}}),
    ...request,
  };
  return requireLogin(await exchange(outgoing, options, http, first), url, method);
}

/** Asks within the time that a flow has for each of its requests, for pages without one. */
export function askShopInTime(
  request: ShopRequest,
  {signal, timers, fetch = pageFetch}: ShopCall,
): Promise<Reply> {
  return untilLimit(
    timers,
    defaultLimits.request,
    signal,
    (own) => askShop(request, {signal: own}, {fetch, timers}),
    () => {
      const {origin} = resolve(request.url);
      throw new CardVaultError('shop-server-unreachable', `The shop's server at ${origin} did not answer.`);
    },
  );
}
