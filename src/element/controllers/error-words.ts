import type {CardVaultError} from '../../protocol/index.js';
import type {MessageKey} from '../messages/language.js';

/** What is said of errors, where it is loaded. */
export interface ErrorWords {
  errorKey(error: CardVaultError): MessageKey;
}

/** The message for an error beside the live fields. Words that could not be loaded are a sign of a lost connection. */
export function errorOf(error: CardVaultError, words: ErrorWords | undefined): MessageKey {
  return words?.errorKey(error) ?? (error.audience === 'network' ? 'errorNetwork' : 'formIncomplete');
}
