export const dayMs = 86_400_000;

/** The stretch of time that is in view, in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How much can be seen at once, by name; in days. */
export const zooms = {'3 months': 92, '1 year': 366, '3 years': 1096} as const;
export type Zoom = keyof typeof zooms;

/**
 * The stretch to show. It stands still while time moves through it, and only when `now` has come near an end
 * is it laid out anew, with more behind than ahead. At first there is little to look back on.
 */
export function spanAround(now: number, zoom: Zoom, before?: Span): Span {
  const length = zooms[zoom] * dayMs;
  if (before && before.to - before.from === length) {
    const share = (now - before.from) / length;
    if (share >= 0.05 && share <= 0.85) return before;
    return {from: now - length * 0.6, to: now + length * 0.4};
  }
  return {from: now - length * 0.2, to: now + length * 0.8};
}

/** Where an instant stands, in pixels from the left. Time runs as the page is read. */
export function placeIn({from, to}: Span, width: number, rtl: boolean): (at: number) => number {
  return (at) => {
    const x = ((at - from) / (to - from)) * width;
    return rtl ? width - x : x;
  };
}

/** The instant at a place, the other way round. */
export function instantAt({from, to}: Span, width: number, rtl: boolean): (x: number) => number {
  return (x) => from + ((rtl ? width - x : x) / width) * (to - from);
}

/** A mark of the axis; without a label where there is no room for one. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

const monthName = new Intl.DateTimeFormat('en-GB', {month: 'short'});

/**
 * The first of every month in view, in the reader's zone; a January carries its year. Labels keep `room`
 * pixels apart.
 */
export function ticksOf({from, to}: Span, width: number, labelWidth = 44): readonly Tick[] {
  const ticks: Tick[] = [];
  const first = new Date(from);
  const apart = (width * 30.4 * dayMs) / (to - from);
  const every = [1, 2, 3, 6, 12].find((months) => months * apart >= labelWidth) ?? 12;
  for (let month = first.getMonth() + 1; ; month++) {
    const begin = new Date(first.getFullYear(), month, 1);
    if (begin.getTime() > to) return ticks;
    const shown = begin.getMonth() % every === 0;
    const label = begin.getMonth() === 0 ? String(begin.getFullYear()) : monthName.format(begin);
    ticks.push({at: begin.getTime(), label: shown ? label : ''});
  }
}

/** The same day and hour one or more months later, at the latest the last day of that month. */
export function monthsLater(at: number, months: number): number {
  const date = new Date(at);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return Date.UTC(
    date.getUTCFullYear(),
    date.getUTCMonth() + months,
    Math.min(date.getUTCDate(), last),
    ...([date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds(), date.getUTCMilliseconds()] as const),
  );
}
