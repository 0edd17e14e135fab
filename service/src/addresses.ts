/** The addresses at which browsers reach the service, if a proxy stands before it. */
import {BlockList, isIP} from 'node:net';
import {OptionError} from './platform/errors.js';
import {isHostName} from './platform/http/hosts.js';

interface PublicAddresses {
  readonly publicUrl: string;
  readonly fieldsUrl: string;
  readonly issuerUrl: string;
  readonly hostedUrl: string;
  readonly hostedPort: number | undefined;
  readonly trustedProxies: readonly string[];
}

const flags = {
  publicUrl: '--public-url',
  fieldsUrl: '--fields-url',
  issuerUrl: '--issuer-url',
  hostedUrl: '--hosted-url',
} as const;

/**
 * @throws {OptionError} for an address that is no https origin (or http on this machine, in development), for
 *   two equal ones, and in production for a missing one.
 */
export function refuseUnusableAddresses(
  addresses: PublicAddresses,
  {production, servesPages}: {readonly production: boolean; readonly servesPages: boolean},
): void {
  const hasPagesApart = addresses.hostedPort !== undefined;
  if (addresses.hostedUrl !== '' && !hasPagesApart)
    throw new OptionError('--hosted-url needs --hosted-port: the port on which the hosted pages are served.');
  const names = [
    ...(['publicUrl', 'fieldsUrl', 'issuerUrl'] as const),
    ...(hasPagesApart ? (['hostedUrl'] as const) : []),
  ];
  const missing = names.filter((name) => addresses[name] === '');
  if (production && servesPages && missing.length > 0) {
    throw new OptionError(
      `Production needs ${missing.map((name) => flags[name]).join(', ')}: the https addresses at which browsers ` +
        `reach the API, the card fields${hasPagesApart ? ', the bank and the hosted pages' : ' and the bank'}. Otherwise they look for them on the shopper’s own machine.`,
    );
  }
  if (production && servesPages && addresses.trustedProxies.length === 0) {
    throw new OptionError(
      'Production needs --trusted-proxy: the address of the proxy that ends TLS. Without it all shoppers have the ' +
        'proxy’s address, and the limits on cards count them as one.',
    );
  }
  const given = names.filter((name) => addresses[name] !== '');
  for (const name of given) {
    if (isUsable(addresses[name], production)) continue;
    throw new OptionError(
      `${flags[name]} must be an https origin without a path, such as https://pay.example.`,
    );
  }
  if (new Set(given.map((name) => addresses[name])).size < given.length) {
    throw new OptionError(
      'The API, the card fields, the bank and the hosted pages, if apart, need an origin of their own each.',
    );
  }
}

interface Ports {
  readonly port: number;
  readonly fieldsPort: number;
  readonly issuerPort: number;
  readonly hostedPort: number | undefined;
  readonly maxRequests: number;
  readonly keepAlive: number;
  readonly allowedHosts: readonly string[];
}

/** @throws {OptionError} for a port, a limit of its connections or a name under which it answers. */
export function refuseUnusablePorts(options: Ports): void {
  for (const name of ['port', 'fieldsPort', 'issuerPort', 'hostedPort'] as const) {
    const port = options[name] ?? 0;
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new OptionError(`${name} must be a port, 0 to 65535.`);
    }
  }
  const {maxRequests, keepAlive, allowedHosts} = options;
  if (!Number.isInteger(maxRequests) || maxRequests < 1) {
    throw new OptionError('maxRequests must be a whole number, at least 1.');
  }
  if (!Number.isInteger(keepAlive) || keepAlive < 1 || keepAlive > 3600) {
    throw new OptionError('keepAlive must be whole seconds, 1 to 3600 (--keep-alive).');
  }
  const noName = allowedHosts.find((name) => !isHostName(name));
  if (noName !== undefined) {
    throw new OptionError(
      `${noName} is not the name of a host. Use one without scheme and port, such as vault (--allowed-host).`,
    );
  }
}

function isUsable(text: string, production: boolean): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text) return false;
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(url.hostname);
  return url.protocol === 'https:' ? !(production && isLocal) : !production && isLocal;
}

/**
 * Reads the addresses of proxies, such as `10.0.0.0/8`.
 *
 * @throws {OptionError} for text that is no IP address and no range.
 */
export function readProxies(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits, ...rest] = text.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : Number(/^\d{1,3}$/.test(bits) ? bits : NaN);
    if (family === 0 || rest.length > 0 || !(prefix <= most)) {
      throw new OptionError(
        `${text} is not the address of a proxy. Use an IP address or a range, such as 10.0.0.0/8.`,
      );
    }
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
