import {isIP} from 'node:net';
import type {HttpBindings} from '@hono/node-server';
import type {ServiceContext} from './env.js';

/** The network address a request came from; of no request in particular where no socket brought it. */
export const peerAddress = (c: ServiceContext): string =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? '';

/** What a server that relays says of its shopper (wire 1.2). Believed of holders of the secret key alone. */
export function relayedAddress(c: ServiceContext): string | undefined {
  const text = c.req.header('x-sfpy-ip-address')?.trim() ?? '';
  return isIP(text) === 0 ? undefined : text;
}
