/** The used color scheme, not the requested one. */
export type Scheme = 'light' | 'dark';

/**
 * The scheme of an element, read from `CanvasText`, the one color that depends on nothing else. Covers
 * `color-scheme`, the meta element, the system's preference and a theme switch of the page.
 */
export function usedScheme(element: HTMLElement): Scheme {
  const channels = getComputedStyle(element)
    .color.match(/[\d.]+/g)
    ?.map(Number) ?? [0, 0, 0];
  return channels[0]! + channels[1]! + channels[2]! > 384 ? 'dark' : 'light';
}

/**
 * Follows the scheme of an element until the signal aborts. The element's own `color` is invisible (a frame
 * has no text), so a transition on it serves as the probe for every change.
 */
export function followScheme(
  element: HTMLElement,
  changed: (scheme: Scheme) => void,
  signal: AbortSignal,
): Scheme {
  element.style.setProperty('color', 'CanvasText', 'important');
  element.style.setProperty('transition', 'color 1ms', 'important');
  let last = usedScheme(element);
  const compare = (event: Event) => {
    if (event.target !== element) return;
    const now = usedScheme(element);
    if (now === last) return;
    last = now;
    changed(now);
  };
  element.addEventListener('transitionend', compare, {signal});
  return last;
}
