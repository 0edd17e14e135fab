/** The visibility part of Intersection Observer 2, where a browser has it. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}

/**
 * Tells when something of the page lies over a field, or has made it see-through (guarantees 2.8). A browser without the
 * second Intersection Observer tells nothing.
 */
export function watchCover(element: HTMLElement, changed: (covered: boolean) => void): void {
  if (!('isVisible' in IntersectionObserverEntry.prototype)) return;
  const options: VisibilityOptions = {threshold: [0, 1], trackVisibility: true, delay: 100};
  let last = false;
  new IntersectionObserver((entries) => {
    const entry = entries.at(-1) as (IntersectionObserverEntry & {isVisible: boolean}) | undefined;
    if (!entry) return;
    const covered = entry.isIntersecting && !entry.isVisible;
    if (covered === last) return;
    last = covered;
    changed(covered);
  }, options).observe(element);
}
