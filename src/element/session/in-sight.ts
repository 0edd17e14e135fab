import {isPrepared} from './when-opened.js';

/**
 * True when an element is ready for use in the part of the page that is seen. Asking what lies at a point
 * would make the browser count the element, which is not drawn yet, as one that has shrunk.
 */
export function isInSight(element: HTMLElement): boolean {
  // Simulated pages show nothing.
  if (!('IntersectionObserver' in globalThis)) return false;
  const {right, top, bottom} = element.getBoundingClientRect();
  const isNear = top < innerHeight && bottom >= 0 && right > 0;
  return (
    isNear &&
    !isPrepared() &&
    element.matches('[session-url]:not([session-url=""],:disabled)') &&
    !!element.checkVisibility?.()
  );
}
