import {randomUUID} from 'node:crypto';

/**
 * The id under which all logs tell of a request: the one that the shop's server or a proxy has given it (`X-Request-Id`), else a new
 * one. Anyone can send one: it finds a request and proves nothing. Anything but a plain word could forge a log line.
 */
export const requestIdOf = (given: string | readonly string[] | undefined): string =>
  typeof given === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : `req_${randomUUID()}`;
