import {ServiceError, fieldSentence} from '../errors.js';

/** An http(s) address with a host that can exist: the URL standard would let a wildcard through. */
export function originOf(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/.test(url.hostname) ? url : undefined;
}

/** Hosts that only this machine can be (RFC 6761, RFC 8252). */
export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|([a-z0-9-]+\.)+localhost)$/.test(url.hostname);
}

const trustworthy = (url: URL, development: boolean) =>
  url.protocol === 'https:' || (development && url.protocol === 'http:' && isLoopback(url));

/**
 * Reads an origin that a capture context or a token is to be bound to: https, or http on this machine in
 * development, and nothing behind the port (wire 2.1: no wildcards).
 *
 * @throws {ServiceError} 400 `origin_invalid`.
 */
export function readOrigin(text: string, pointer: string, development: boolean): string {
  const url = originOf(text);
  if (!url || !trustworthy(url, development) || (text !== url.origin && text !== `${url.origin}/`)) {
    const expected =
      'an origin without a path, such as https://shop.example (http only on this machine, in development)';
    const field = {pointer, expected, got: 'another string'};
    throw new ServiceError(400, 'origin_invalid', fieldSentence(field), [field]);
  }
  return url.origin;
}

/**
 * Parses an address that a shopper will be sent to (guarantees 2.7). It comes from a browser, so it is the
 * attacker's: https or loopback http, no user info, and afterwards the caller compares `origin` with those it
 * knows.
 *
 * Text that the URL parser would silently repair (blanks, tabs, back slashes, missing slashes) is refused.
 *
 * @returns the parsed address, or the reason against it.
 */
export function readReturnAddress(text: string, development: boolean): URL | string {
  if (text.length > 2048) return 'is longer than 2048 characters';
  // The parser drops tabs and line ends and turns back slashes round: what people see would not be what is
  // opened.
  if (/[\s\\\u0000-\u001f\u007f]/.test(text)) return 'holds blanks, control characters or back slashes';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'is not an absolute http(s) address';
  const url = originOf(text);
  if (!url) return 'is not an absolute http(s) address';
  if (url.username !== '' || url.password !== '') return 'holds user info';
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return 'holds user info';
  if (!trustworthy(url, development)) return 'is not https';
  return url;
}
