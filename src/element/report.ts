import type {CardVaultError} from '../protocol/index.js';
import {lostScript} from '../protocol/lost-script.js';
import {CardVaultErrorEvent} from './events.js';
import type {WrongOption} from './options.js';

/** Dispatches the error to the page. */
export function reportError(host: EventTarget, error: CardVaultError): CardVaultError {
  host.dispatchEvent(new CardVaultErrorEvent(error));
  return error;
}

/** Dispatches the error of a script that did not load, or that failed. */
export function reportLostScript(host: EventTarget, cause: unknown): CardVaultError {
  return reportError(host, lostScript(cause));
}

/** Sentence for the shopper about a lost script. */
export const lostWords = ({audience}: CardVaultError): 'errorNetwork' | 'errorMerchantRetry' =>
  audience === 'network' ? 'errorNetwork' : 'errorMerchantRetry';

/**
 * Writes to the console for the developer, unless the element is `quiet`. The sentences are loaded when there
 * is something to say.
 */
export function warnDeveloper(
  host: {readonly quiet?: boolean},
  cause: CardVaultError | WrongOption | 'not-shown',
): void {
  import('./developer.js').then(
    ({logCause}) => host.quiet || logCause(cause),
    () => undefined,
  );
}
