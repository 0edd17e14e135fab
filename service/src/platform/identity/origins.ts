import {ServiceError, fieldSentence, misfit} from '../errors.js';

/**
 * Parses an http(s) URL whose host name is well formed. The URL parser alone would accept wildcards.
 */
export function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/.test(url.hostname) ? url : undefined;
}

/** Whether the host can only be this machine (RFC 6761, RFC 8252). */
export function isLoopback(url: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|([a-z0-9-]+\.)+localhost)$/.test(url.hostname);
}

const isSecure = (url: URL, development: boolean) =>
  url.protocol === 'https:' || (development && url.protocol === 'http:' && isLoopback(url));

/**
 * Reads the origin that a request names for a capture context, a token or a merchant (wire 2.1). It must be
 * https, or in development http on this machine, and have no path and no wildcards.
 *
 * @throws {ServiceError} 400 `origin_invalid`.
 */
export function readOrigin(text: string, pointer: string, development: boolean): string {
  const url = parseHttpUrl(text);
  if (!url || !isSecure(url, development) || (text !== url.origin && text !== `${url.origin}/`)) {
    const expected =
      'an origin without a path, such as https://shop.example (http only on this machine, in development)';
    const field = misfit(pointer, expected);
    throw new ServiceError(400, 'origin_invalid', fieldSentence(field), [field]);
  }
  return url.origin;
}

/** The refusal of an origin that is not on the merchant's list. */
export const originNotAllowed = (origin: string) =>
  new ServiceError(
    403,
    'origin_not_allowed',
    `${origin} is not one of this merchant’s origins. Add it: POST /client/origins/v1 {"origin": "${origin}"}, or the option --origin.`,
  );

/**
 * Parses a return address for a shopper (guarantees 2.7). It comes from a browser, so it may be an
 * attacker's: it must be https, or http on this machine in development, without user info. The caller still
 * compares its `origin` with the merchant's own.
 *
 * @returns the parsed address, or why it is refused: the end of a sentence that begins with the field's name.
 */
export function readReturnAddress(text: string, development: boolean): URL | string {
  if (text.length > 2048) return 'is longer than 2048 characters';
  // The URL parser drops tabs and line ends and turns backslashes into slashes, so the address that people
  // read would differ from the one that opens.
  if (/[\s\\\u0000-\u001f\u007f]/.test(text)) return 'contains spaces, control characters or backslashes';
  if (!/^https?:\/\/[^/]/i.test(text)) return 'is not an absolute http(s) address';
  const url = parseHttpUrl(text);
  if (!url) return 'is not an absolute http(s) address';
  // The parser drops empty user info, as in `https://@host`, so the text is checked too.
  const hasUserInfo = url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text);
  if (hasUserInfo) return 'contains user info';
  if (!isSecure(url, development)) return 'is not https';
  return url;
}
