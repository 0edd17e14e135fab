/** The color scheme that the browser uses, which may differ from the requested one. */
export type Scheme = 'light' | 'dark';

/**
 * Reads the scheme of an element from the system color `CanvasText`, which is light in a dark scheme. It
 * reflects `color-scheme`, the page's meta element, the system's preference and a theme switch of the page.
 */
export function usedScheme(element: HTMLElement): Scheme {
  const [red, green, blue] = getComputedStyle(element)
    .color.match(/[\d.]+/g)
    ?.map(Number) ?? [0, 0, 0];
  // About half of white, which is 3 × 255.
  const isLightText = red! + green! + blue! > 384;
  return isLightText ? 'dark' : 'light';
}

/**
 * Calls `onChange` when the scheme of a frame changes, until the signal aborts. A change of scheme changes
 * the frame's `color`, and a transition on `color` fires an event. The color stays invisible: a frame has no
 * text.
 *
 * @returns the current scheme.
 */
export function followScheme(
  element: HTMLElement,
  onChange: (scheme: Scheme) => void,
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
    onChange(now);
  };
  element.addEventListener('transitionend', compare, {signal});
  return last;
}
