/** A scheme as it is in force, not as it is wished for. */
export type Scheme = 'light' | 'dark';

/**
 * The scheme the page gives an element, by the one colour that depends on nothing else: `CanvasText`. That covers
 * `color-scheme`, the meta element, the system's wish and a theme switch of the page alike.
 */
export function usedScheme(element: HTMLElement): Scheme {
  const channels = getComputedStyle(element)
    .color.match(/[\d.]+/g)
    ?.map(Number) ?? [0, 0, 0];
  return channels[0]! + channels[1]! + channels[2]! > 384 ? 'dark' : 'light';
}

/**
 * Follows the scheme of an element until the signal ends. The element's own `color` is invisible (a frame has no text), so
 * it serves as the probe, and a transition on it tells when it changes, whatever made it change.
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
