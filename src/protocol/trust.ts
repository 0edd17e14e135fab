/** A hash of subresource integrity. */
export const integrityForm = /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/;

const loopback = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/;

/** Encrypted on its way: https, or http on the loopback of a development machine. */
export function isSecure({protocol, hostname}: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}
