import {isIP} from 'node:net';
import {ServiceError} from '../errors.js';
import type {ServiceMiddleware} from './env.js';

const label = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/i;

/** Whether the text is a host name: no scheme, no port, no IP address. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && isIP(text) === 0 && text.split('.').every((part) => label.test(part));

/** A host in lower case, without port, brackets and the dot at its end. */
const nameOf = (host: string): string =>
  host
    .trim()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

/**
 * Refuses requests under unknown names. An attacker can let a name lead to this machine (DNS rebinding): then a
 * browser takes a page of that name and the service for one origin, and the page could read all that the
 * public key of development opens. Addresses cannot be rebound.
 */
export function refuseUnknownHosts(names: readonly string[]): ServiceMiddleware {
  const known = new Set(names.map(nameOf));
  const isKnown = (host: string) => isIP(host) !== 0 || /(^|\.)localhost$/.test(host) || known.has(host);
  return async (c, next) => {
    const host = nameOf(c.req.header('host') ?? '');
    if (host !== '' && !isKnown(host)) {
      throw new ServiceError(
        421,
        'request.host_unknown',
        'The service does not know the name under which it was called. If it is yours, name it with --allowed-host.',
      );
    }
    await next();
  };
}
