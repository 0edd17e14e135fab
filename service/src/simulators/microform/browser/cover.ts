/** The options that Intersection Observer v2 adds, for browsers that support it. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}

/**
 * How long a field that has not been visible yet must stay invisible before it counts as covered, in
 * milliseconds. While a page loads, browsers report a frame as invisible until they know its position.
 */
const firstCheckMs = 2000;

/**
 * Reports when something of the page covers a field or makes it transparent (guarantees 2.8), and when that
 * ends. Reports nothing in browsers without Intersection Observer v2. The function that comes back looks once
 * more, and reports what it sees.
 */
export function watchCover(
  element: HTMLElement,
  onChange: (covered: boolean) => void,
): (() => void) | undefined {
  if (!('isVisible' in IntersectionObserverEntry.prototype)) return undefined;
  const options: VisibilityOptions = {threshold: [0, 1], trackVisibility: true, delay: 100};
  let wasCovered = false;
  let hasBeenVisible = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (covered: boolean) => {
    if (covered === wasCovered) return;
    wasCovered = covered;
    onChange(covered);
  };
  new IntersectionObserver((entries) => {
    const entry = lastOf(entries);
    if (!entry) return;
    clearTimeout(timer);
    hasBeenVisible ||= entry.isVisible;
    if (isCovered(entry) && !hasBeenVisible) timer = setTimeout(report, firstCheckMs, true);
    else report(isCovered(entry));
  }, options).observe(element);
  return () => {
    // A new observer is told at once how things are now.
    const once = new IntersectionObserver((entries) => {
      const entry = lastOf(entries);
      if (!entry) return;
      once.disconnect();
      wasCovered = isCovered(entry);
      onChange(wasCovered);
    }, options);
    once.observe(element);
  };
}

type VisibilityEntry = IntersectionObserverEntry & {readonly isVisible: boolean};

const lastOf = (entries: readonly IntersectionObserverEntry[]) =>
  entries.at(-1) as VisibilityEntry | undefined;
const isCovered = ({isIntersecting, isVisible}: VisibilityEntry) => isIntersecting && !isVisible;
