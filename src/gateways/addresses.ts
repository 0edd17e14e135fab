import {CardVaultError, type CardVaultErrorCode} from '../protocol/index.js';
import {isSecure} from '../protocol/trust.js';

/**
 * Reads an address that came from the service or the shop's server and that a credential is about to be sent
 * to: https, or http on the loopback of a development machine, and no user info.
 * @throws CardVaultError with `code` for every other address; its text does not repeat the address.
 */
export function safeAddress(address: string, code: CardVaultErrorCode, what: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch (cause) {
    throw new CardVaultError(code, `${what} is not an absolute address.`, {cause});
  }
  if (!isSecure(url))
    throw new CardVaultError(code, `${what} must be an https address (http only on this machine).`);
  if (url.username !== '' || url.password !== '')
    throw new CardVaultError(code, `${what} must not hold a user name or a password.`);
  return url;
}
