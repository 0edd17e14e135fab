import {isIP} from 'node:net';
import type {BlockList} from 'node:net';
import type {HttpBindings} from '@hono/node-server';
import type {ServiceContext, ServiceMiddleware} from './env.js';

/** The IP address of the connection; empty where there is none, as in tests without a socket. */
const peerAddress = (c: ServiceContext): string =>
  plain((c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? '');

/** An IPv4 address that arrives over IPv6 is written as IPv4. */
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/** The IP address of the client, as far as it is known. */
export const clientAddress = (c: ServiceContext): string => c.get('clientAddress') ?? peerAddress(c);

/**
 * Reads the client's address from `X-Forwarded-For` if the connection comes from one of these proxies. The
 * last address that is no proxy's counts: those before it can be made up by the client. A proxy that names no
 * client leaves the address unknown.
 */
export function believeProxies(proxies: BlockList): ServiceMiddleware {
  const isProxy = (address: string) => {
    const family = isIP(address);
    return family !== 0 && proxies.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
  return async (c, next) => {
    const peer = peerAddress(c);
    if (isProxy(peer)) {
      const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map(plain);
      const client = hops.findLast((address) => !isProxy(address)) ?? '';
      c.set('clientAddress', isIP(client) === 0 ? '' : client);
    }
    await next();
  };
}
