import {freshId} from './fresh-id.js';

/**
 * The id of a request in every log: the value of its header `X-Request-Id` if that is 8 to 64 plain characters, so that it can forge no
 * log line; else a new one. Anyone can send an id, so it proves nothing.
 */
export const requestIdOf = (given: unknown, newId = freshId): string =>
  typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : `req_${newId()}`;
