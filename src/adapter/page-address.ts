/**
 * An address as the page's own links and forms would have it: relative to its `<base href>`, and in a frame of
 * `srcdoc`, whose own address is `about:srcdoc`, to the page around it. Without a page, it must be absolute.
 */
export const resolve = (address: string): URL => new URL(address, globalThis.document?.baseURI);

/** The address that a shopper comes back to: the one of the page, not its base; for `srcdoc` the page around it. */
export const addressOfPage = (): URL =>
  new URL(location.protocol === 'about:' ? document.baseURI : location.href);
