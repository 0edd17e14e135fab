import type {CardVaultError} from '../protocol/index.js';
import {lostScript} from '../protocol/lost-script.js';
import {CardVaultErrorEvent} from './events.js';

/** The page hears of a script that did not load, or that failed. */
export function tellOfScript(host: EventTarget, cause: unknown): CardVaultError {
  return tellOfError(host, lostScript(cause));
}

export function tellOfError(host: EventTarget, error: CardVaultError): CardVaultError {
  host.dispatchEvent(new CardVaultErrorEvent(error));
  return error;
}

/** Sentence for the shopper. */
export const lostWords = ({audience}: CardVaultError): 'errorNetwork' | 'errorMerchantRetry' =>
  audience === 'network' ? 'errorNetwork' : 'errorMerchantRetry';
