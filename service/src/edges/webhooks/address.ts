import {lookup} from 'node:dns/promises';
import {isIP} from 'node:net';
import {isLoopback, readReturnAddress} from '../../platform/identity/origins.js';
import {isLoopbackAddress, isPublicAddress} from './ranges.js';

/** Ports of public receivers besides the default. Loopback receivers in development may use any. */
const ports = new Set(['', '8443']);

/** An address that a name resolves to. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves all addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly HostAddress[]>;

/** The system's resolver, hosts file included. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, {all: true, verbatim: true});

/** The rules that decide where events may be sent. */
export interface AddressRules {
  /** Allows receivers on this machine, also over plain http. Development only; logged at the start. */
  readonly loopback: boolean;
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

const mayCall = (address: string, {loopback}: AddressRules) =>
  isPublicAddress(address) || (loopback && isLoopbackAddress(address));

/**
 * Validates the text of an endpoint's URL (guarantees 4.7). The name is not resolved here: each call resolves
 * and checks it anew.
 *
 * @returns the parsed URL, or the reason against it.
 */
export function readEndpointUrl(text: string, rules: AddressRules): URL | string {
  const url = readReturnAddress(text, rules.loopback);
  if (typeof url === 'string') return url;
  if (url.hash !== '' || text.includes('#')) return 'holds a fragment';
  const here = isLoopback(url);
  if (here && !rules.loopback) return 'is on the service’s own machine';
  if (!here && !ports.has(url.port)) return 'has a port other than 443 and 8443';
  const host = hostOf(url);
  if (isIP(host) !== 0 && !mayCall(host, rules)) return 'is not a public address';
  return url;
}

/**
 * Why a URL is refused and which ones are accepted, for the integrator.
 *
 * @param reason The result of `readEndpointUrl`.
 */
export function refusalOf(reason: string, {loopback}: AddressRules): string {
  const refused = `The address for events ${reason}.`;
  if (!loopback) return `${refused} Events go to public https addresses on port 443 or 8443.`;
  return (
    `${refused} Events go to this machine, such as http://localhost:3000/webhooks, or to a public https address on port 443 or 8443. ` +
    'To reach another host of your own network, forward a port of this machine to it, or use a tunnel with a public https address.'
  );
}

/** The address must not be called. The message is stored with the attempt. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * The addresses that may be connected to for an endpoint. A name that leads anywhere else, even only in part,
 * is refused: who points one of two addresses at us means no good.
 *
 * @throws {AddressRefused}, or what the resolver throws.
 */
export async function checkedAddresses(
  url: URL,
  rules: AddressRules,
  resolve: Resolve,
): Promise<readonly HostAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{address: host, family}];
  if (found.length === 0 || !found.every(({address}) => mayCall(address, rules))) throw new AddressRefused();
  // Plain http is only sent to loopback addresses, even if a local name resolves to another one.
  if (url.protocol === 'http:' && !found.every(({address}) => isLoopbackAddress(address))) {
    throw new AddressRefused();
  }
  return found;
}
