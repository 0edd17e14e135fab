import {CardVaultError} from '../protocol/errors.js';
import {resolve} from './page-address.js';
import type {Reply} from './reply.js';

/**
 * The reply of the shop's server, unless a redirect led to a page instead: many shops lead a shopper who is
 * not signed in to their login page.
 *
 * @throws CardVaultError `login-required`
 */
export function requireLogin(reply: Reply, asked: string, method = 'GET'): Reply {
  const {status, body, url} = reply;
  const address = resolve(asked);
  address.hash = '';
  if (status === 0) throw ledAway(address);
  if (url === '' || url === address.href || body !== undefined || !isPage(status, method)) return reply;
  const {origin, pathname} = new URL(url);
  throw new CardVaultError(
    'login-required',
    `The shop's server led this request to ${origin}${pathname}, where the answer (${status}) is not JSON. Mostly this is ` +
      'the login page, and the shopper is no longer signed in: ask the shopper to sign in. If the shopper is signed in, ' +
      'check the address of the route.',
  );
}

/**
 * A redirect that was not followed has no other sign than its status (Fetch Standard, opaque-redirect
 * filtered response).
 */
function ledAway({origin, pathname}: URL): CardVaultError {
  return new CardVaultError(
    'login-required',
    `The shop's server led the request for ${origin}${pathname} to an address that this page cannot ask. Mostly this is a login ` +
      'page on another origin, and the shopper is no longer signed in: ask the shopper to sign in. If the shopper is signed in, ' +
      'check the address of the route.',
  );
}

/**
 * A redirect keeps the method of a DELETE or PUT, and a login page refuses those. The error has no status,
 * because a list takes 404 for a card that is gone.
 */
function isPage(status: number, method: string): boolean {
  if (status < 400) return status !== 204;
  return (status === 404 || status === 405) && /^(DELETE|PUT)$/.test(method);
}
