/** A hash of subresource integrity. */
export const integrityForm = /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/;

const loopback = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/;

/** Whether an address leads to the machine that asks, which needs no network. */
export const isLoopback = ({hostname}: URL): boolean => loopback.test(hostname);

/** Encrypted on its way: https, or http on the loopback of a development machine. */
export const isSecure = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
