import {clientAddress, readAddress} from '../http/client-address.js';
import {hasNoCardNumber} from '../http/free-text.js';
import type {ServiceContext} from '../http/env.js';
import {anyCallerOf} from './callers.js';

/**
 * The shopper's IP address and user agent. A page's request shows them itself; the merchant's server states
 * them in headers (wire 1.2).
 */
export interface ShopperDevice {
  readonly ipAddress?: string | undefined;
  readonly userAgent?: string | undefined;
}

const maxUserAgentLength = 512;

export function shopperDeviceOf(c: ServiceContext): ShopperDevice {
  const isMerchantServer = anyCallerOf(c).kind === 'secret';
  const userAgent = c.req
    .header(isMerchantServer ? 'x-sfpy-user-agent' : 'user-agent')
    ?.slice(0, maxUserAgentLength);
  return {
    ipAddress: (isMerchantServer ? relayedAddress(c) : clientAddress(c)) || undefined,
    // A header cannot be refused on a form, so one that holds a card number is not kept (V12).
    userAgent: userAgent && hasNoCardNumber(userAgent) ? userAgent : undefined,
  };
}

/**
 * The shopper's IP address as the merchant's server states it (wire 1.2). Only a holder of the secret key
 * is believed.
 */
function relayedAddress(c: ServiceContext): string | undefined {
  return readAddress(c.req.header('x-sfpy-ip-address') ?? '') || undefined;
}
