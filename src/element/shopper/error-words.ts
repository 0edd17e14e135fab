import type {CardVaultError} from '../../protocol/index.js';
import type {MessageKey} from '../../texts/shapes.js';
import {lostWords} from '../script-lost.js';
import type {Say} from './locale.js';

/** Sentences about errors, where they are loaded. */
export interface ErrorWords {
  errorKey(error: CardVaultError): MessageKey;
}

/**
 * Sentence about an error beside the live fields, and that no money moved, since the card was not sent on.
 * An entry to correct needs no word about money.
 */
export function errorText(error: CardVaultError, words: ErrorWords | undefined, say: Say): string {
  const key = words?.errorKey(error) ?? (error.audience === 'shopper' ? 'formIncomplete' : lostWords(error));
  return key === 'formIncomplete' ? say(key) : `${say(key)} ${say('notCharged')}`;
}
