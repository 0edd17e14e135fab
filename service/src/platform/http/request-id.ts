import {randomUUID} from 'node:crypto';
import {requestIdOf} from '../../../../src/protocol/request-id.js';
import {containsCardNumber} from './free-text.js';

/**
 * The id that the header gives a request; a new one instead of a card number, because events keep the id (V12).
 * Node draws for many ids at once.
 */
export const cleanRequestId = (given: unknown): string =>
  requestIdOf(typeof given === 'string' && containsCardNumber(given) ? undefined : given, randomUUID);
