/** Which addresses events may be sent to: public hosts, and in development this machine. */
import {lookup} from 'node:dns/promises';
import {isIP} from 'node:net';
import {isLoopback, readReturnAddress} from '../../platform/identity/origins.js';
import {isLoopbackAddress, isPublicAddress} from './ranges.js';

/** Ports of public receivers; the empty string is the default port. Receivers on this machine may use any. */
const allowedPorts = new Set(['', '8443']);

/** An address that a host name resolves to. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly HostAddress[]>;

/** The system's resolver, which also reads the hosts file. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, {all: true, verbatim: true});

/** Where events may be sent. */
export interface AddressRules {
  /**
   * Allows receivers on this machine, also over plain http. Only in development; the service logs it when
   * it starts.
   */
  readonly loopback: boolean;
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

const mayCall = (address: string, {loopback}: AddressRules) =>
  isPublicAddress(address) || (loopback && isLoopbackAddress(address));

/** Top-level domains that no public name server knows (RFC 6761, 6762, 7686, 8375 and ICANN's `internal`). */
const privateDomains =
  /(^|\.)(internal|intranet|lan|local|localdomain|localhost|home|home\.arpa|corp|private|onion)$/;

/** Whether a public name server may know the name. A name without a dot belongs to a local network. */
const isPublicName = (host: string) => host.includes('.') && !privateDomains.test(host);

/**
 * Validates an endpoint's URL (guarantees 4.7). It does not resolve the host name: each call does that and
 * checks the addresses.
 *
 * @returns the parsed URL, or why it is refused.
 */
export function readEndpointUrl(text: string, rules: AddressRules): URL | string {
  const url = readReturnAddress(text, rules.loopback);
  if (typeof url === 'string') return url;
  if (url.hash !== '' || text.includes('#')) return 'contains a fragment';
  // A final dot, as in `localhost.`, names the same host.
  if (url.hostname.endsWith('.')) return 'has a host that ends with a dot';
  const isOnThisMachine = isLoopback(url);
  if (isOnThisMachine && !rules.loopback) return 'is on the service’s own machine';
  if (!isOnThisMachine && !allowedPorts.has(url.port)) return 'has a port other than 443 and 8443';
  const host = hostOf(url);
  const isNumber = isIP(host) !== 0;
  if (isNumber && !mayCall(host, rules)) return 'is not a public address';
  if (!isNumber && !isOnThisMachine && !isPublicName(host)) return 'has a host name of a private network';
  return url;
}

/**
 * A message for the integrator: why a URL is refused, and which URLs are accepted.
 *
 * @param reason The reason that `readEndpointUrl` returned.
 */
export function refusalOf(reason: string, {loopback}: AddressRules): string {
  const refused = `The address for events ${reason}.`;
  if (!loopback) return `${refused} Events go to public https addresses on port 443 or 8443.`;
  return (
    `${refused} Events go to this machine, such as http://localhost:3000/webhooks, or to a public https address on port 443 or 8443. ` +
    'To reach another host of your own network, forward a port of this machine to it, or use a tunnel with a public https address.'
  );
}

/** Thrown for an address that must not be called. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Resolves an endpoint's host to addresses that may be called. If even one may not be called, the host is
 * refused: a name that resolves to a public and a private address is an attack.
 *
 * @throws {AddressRefused} or the resolver's error.
 */
export async function resolveAllowedAddresses(
  url: URL,
  rules: AddressRules,
  resolve: Resolve,
): Promise<readonly HostAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{address: host, family}];
  if (addresses.length === 0 || !addresses.every(({address}) => mayCall(address, rules)))
    throw new AddressRefused();
  // Plain http is allowed only to this machine, even if a local name resolves to another address.
  if (url.protocol === 'http:' && !addresses.every(({address}) => isLoopbackAddress(address))) {
    throw new AddressRefused();
  }
  return addresses;
}
