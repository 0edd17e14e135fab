import {isIP} from 'node:net';
import type {HttpBindings} from '@hono/node-server';
import type {ServiceContext} from '../http/env.js';
import {anyoneOf} from './callers.js';

/** The network address a request came from; of no request in particular where no socket brought it. */
const peerAddress = (c: ServiceContext): string =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? '';

/**
 * What can be seen of a shopper: themselves where they call, what the merchant's server says of them where it
 * does (wire 1.2).
 */
export interface Seen {
  readonly ipAddress?: string | undefined;
  readonly userAgent?: string | undefined;
}

const longestAgent = 512;

export function seenOf(c: ServiceContext): Seen {
  const relayed = anyoneOf(c).kind === 'secret';
  const agent = c.req.header(relayed ? 'x-sfpy-user-agent' : 'user-agent')?.slice(0, longestAgent);
  return {
    ipAddress: (relayed ? relayedAddress(c) : peerAddress(c)) || undefined,
    userAgent: agent || undefined,
  };
}

/** What a server that relays says of its shopper (wire 1.2). Believed of holders of the secret key alone. */
function relayedAddress(c: ServiceContext): string | undefined {
  const text = c.req.header('x-sfpy-ip-address')?.trim() ?? '';
  return isIP(text) === 0 ? undefined : text;
}
