import {isIP, type BlockList} from 'node:net';
import type {HttpBindings} from '@hono/node-server';
import type {Logger} from '../logger.js';
import {isHealthPath} from './admission.js';
import type {ServiceContext, ServiceMiddleware} from './env.js';

/** A port after an address; proxies may hide its number (`_gate`). */
const port = /:(\d{1,5}|_[\w.-]+)$/;

/**
 * Reads the address of a hop in the forms of RFC 7239 section 6: with or without port, brackets and quotes. An
 * IPv4 address that is mapped into IPv6 is written as IPv4.
 *
 * @returns An empty string for a hop that names no address, such as `unknown` or `_hidden`.
 */
export function readAddress(text: string): string {
  const node = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/\\(.)/g, '$1');
  const address =
    /^\[([^\]]*)\]/.exec(node.replace(port, ''))?.[1] ?? (isIP(node) === 0 ? node.replace(port, '') : node);
  const plain = address.replace(/%[\w.-]+$/, '');
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : '';
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const bytes = [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join('.');
}

/** The IP address of the connection; empty where there is none, as in tests without a socket. */
const peerAddress = (c: ServiceContext): string =>
  readAddress((c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? '');

/** The IP address of the client, as far as it is known. */
export const clientAddress = (c: ServiceContext): string => c.get('clientAddress') ?? peerAddress(c);

/** A list's elements, at signs that do not stand between quotes. */
const split = (text: string, sign: ',' | ';') =>
  text.match(new RegExp(`(?:"(?:\\\\.|[^"\\\\])*"|[^"${sign}])+`, 'g')) ?? [];

/** The hops that the proxies have written, the nearest last. Empty strings for those that cannot be read. */
function hopsOf(c: ServiceContext): readonly string[] {
  const list = c.req.header('x-forwarded-for');
  if (list !== undefined) return split(list, ',').map(readAddress);
  return split(c.req.header('forwarded') ?? '', ',').map((element) => {
    const node = split(element, ';').find((pair) => /^\s*for\s*=/i.test(pair)) ?? '';
    return readAddress(node.replace(/^[^=]*=/, ''));
  });
}

/**
 * Reads the client's address from `X-Forwarded-For`, or from `Forwarded` where there is none, if the
 * connection comes from one of these proxies. The last address that is no proxy's counts: those before it can
 * be made up by the client. A proxy that names no client leaves the address unknown, and the log says so once.
 */
export function believeProxies(proxies: BlockList, logger: Pick<Logger, 'warn'>): ServiceMiddleware {
  const isProxy = (address: string) => {
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
  const warned = new Set<string>();
  return async (c, next) => {
    const peer = peerAddress(c);
    if (isProxy(peer)) {
      const hops = hopsOf(c);
      const client = hops.findLast((address) => !isProxy(address));
      c.set('clientAddress', client ?? '');
      // A proxy's own question about health comes from no client.
      if (!client && !warned.has(peer) && !isHealthPath(c.req.path)) {
        warned.add(peer);
        const reason = hops.length === 0 ? 'no header' : client === '' ? 'unreadable' : 'only proxies';
        logger.warn('http.client_unknown', {address: peer, reason});
      }
    }
    await next();
  };
}
