/**
 * At once; in a page that the browser prepares before the shopper asks for it, when it is opened. Its frames
 * do not load before, and it may never be opened.
 */
export function whenOpened(begin: () => void): void {
  if (isPrepared()) document.addEventListener('prerenderingchange', begin, {once: true});
  else begin();
}

/** @see https://wicg.github.io/nav-speculation/prerendering.html */
export const isPrepared = (): boolean => (document as {prerendering?: boolean}).prerendering === true;
