/**
 * At once; in a page that the browser prepares before the shopper asks for it, when it is opened. Its frames
 * do not load before, and it may never be opened. Never in a copy of a page that Turbo shows while the page
 * is on its way: the page's own element comes in its place.
 */
export function whenOpened(begin: () => void): void {
  if (isPrerendered()) document.addEventListener('prerenderingchange', begin, {once: true});
  else if (!isPrepared()) begin();
}

/** @see https://wicg.github.io/nav-speculation/prerendering.html */
const isPrerendered = (): boolean => (document as {prerendering?: boolean}).prerendering === true;

export const isPrepared = (): boolean =>
  isPrerendered() || document.querySelector('[data-turbo-preview]') !== null;
