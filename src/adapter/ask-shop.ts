import type {CallOptions, Timers} from '../flow/index.js';
import {CardVaultError} from '../protocol/errors.js';
import {isLostRequest} from '../protocol/lost-script.js';
import {pageFetch} from './begun.js';
import {requireLogin} from './lost-login.js';
import type {Reply} from './reply.js';

/** How a request is made that no flow stands around. */
export interface ShopCall extends CallOptions {
  /** The clock of its time limit. */
  readonly timers: Timers;
  readonly fetch?: typeof fetch | undefined;
}

/** Time limit of a request, in milliseconds. Each of them is safe to repeat; the shopper decides. */
const limit = 30_000;

/**
 * Sends a request to the shop's server, once more if no answer came. On its own, not on `http.ts`: a page
 * that sells plans or lists cards loads nothing of a save.
 *
 * @throws CardVaultError `shop-server-unreachable` or `login-required`; the signal's own reason when the
 *   caller gave up.
 */
export async function askShop(
  url: string,
  init: RequestInit,
  {signal, timers, fetch: send = pageFetch}: ShopCall,
): Promise<Reply> {
  const late = new AbortController();
  const stop = timers.after(limit, () =>
    late.abort(new DOMException(`No answer within ${limit / 1000} s.`, 'TimeoutError')),
  );
  const ended = AbortSignal.any([signal, late.signal]);
  const ask = async (redirect: RequestRedirect): Promise<Reply> => {
    // Called as a function of its own: some `fetch` refuse to be a method of something else.
    const response = await send(url, {
      cache: 'no-store',
      credentials: 'same-origin',
      ...init,
      redirect,
      signal: ended,
    });
    // Read as text first: browsers throw different errors from `json()` for a body that is not JSON.
    return {status: response.status, body: parsed(await response.text()), url: response.url};
  };
  let reply: Reply;
  try {
    // As `redirectsOf` in `http.ts`: a login page on another origin looks like a network that is down.
    reply = await ask('follow').catch(() => {
      ended.throwIfAborted();
      return ask('manual');
    });
  } catch (cause) {
    signal.throwIfAborted();
    if (!isLostRequest(cause)) throw cause;
    const message = `The shop's server at ${new URL(url).origin} did not answer.`;
    throw new CardVaultError('shop-server-unreachable', message, {cause});
  } finally {
    stop();
  }
  return requireLogin(reply, url, init.method);
}

/** Not `readReply`, whose script is one of those that a save needs. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
