/** The visibility part of Intersection Observer 2, where a browser has it. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}

/**
 * How long a field that was never seen free must stay covered before it counts as covered, in milliseconds.
 * Until the browser knows where the page has put the frame it reports "not visible", and corrects itself
 * within a few frames.
 */
const firstCheckMs = 2000;

/**
 * Reports when something of the page covers a field or makes it transparent (guarantees 2.8), and when that
 * ends. Reports nothing in browsers without Intersection Observer v2.
 */
export function watchCover(element: HTMLElement, changed: (covered: boolean) => void): void {
  if (!('isVisible' in IntersectionObserverEntry.prototype)) return;
  const options: VisibilityOptions = {threshold: [0, 1], trackVisibility: true, delay: 100};
  let last = false;
  let seen = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const report = (covered: boolean) => {
    if (covered === last) return;
    last = covered;
    changed(covered);
  };
  new IntersectionObserver((entries) => {
    const entry = entries.at(-1) as (IntersectionObserverEntry & {isVisible: boolean}) | undefined;
    if (!entry) return;
    clearTimeout(waiting);
    seen ||= entry.isVisible;
    const covered = entry.isIntersecting && !entry.isVisible;
    if (covered && !seen) waiting = setTimeout(report, firstCheckMs, true);
    else report(covered);
  }, options).observe(element);
}
