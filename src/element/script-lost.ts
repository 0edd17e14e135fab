import {CardVaultError} from '../protocol/index.js';
import {CardVaultErrorEvent} from './events.js';

/** The page hears of a script that did not load. */
export function tellOfScript(host: EventTarget, cause: unknown): CardVaultError {
  // A browser names the script that did not load.
  const error = new CardVaultError('shop-server-unreachable', String(cause), {cause});
  host.dispatchEvent(new CardVaultErrorEvent(error));
  return error;
}
