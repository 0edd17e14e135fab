/** A hash of subresource integrity. */
export const integrityForm = /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/;

/** Encrypted on its way: https, or http on the loopback of a development machine. */
export function isSecure({protocol, hostname}: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(host: string): boolean {
  return ['localhost', '[::1]'].includes(host) || host.endsWith('.localhost') || /^127(\.\d+){3}$/.test(host);
}
