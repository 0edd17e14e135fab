export const dayMs = 86_400_000;

/** The visible period, in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Lengths of the visible period, in days. */
export const zooms = {'3 months': 92, '1 year': 366, '3 years': 1096} as const;
export type Zoom = keyof typeof zooms;

/**
 * Chooses the visible period. The previous one stays until `now` comes near one of its ends. A later period
 * shows more of the past than the first one, when little has happened yet.
 */
export function spanAround(now: number, zoom: Zoom, previous?: Span): Span {
  const length = zooms[zoom] * dayMs;
  if (previous && previous.to - previous.from === length) {
    const share = (now - previous.from) / length;
    const isWellInside = share >= 0.05 && share <= 0.85;
    if (isWellInside) return previous;
    return {from: now - length * 0.6, to: now + length * 0.4};
  }
  return {from: now - length * 0.2, to: now + length * 0.8};
}

/** Converts an instant to a position in pixels from the left. Time runs in the page's writing direction. */
export function positionIn({from, to}: Span, width: number, rtl: boolean): (at: number) => number {
  return (at) => {
    const x = ((at - from) / (to - from)) * width;
    return rtl ? width - x : x;
  };
}

/** Converts a position to an instant. */
export function instantAt({from, to}: Span, width: number, rtl: boolean): (x: number) => number {
  return (x) => from + ((rtl ? width - x : x) / width) * (to - from);
}

/** A tick of the axis. Its label is empty if there is no room for it. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

const monthName = new Intl.DateTimeFormat('en-GB', {month: 'short'});

/**
 * A tick for the first day of each visible month, in the reader's time zone. January is labelled with its
 * year. Labels are at least `labelWidth` pixels apart.
 */
export function ticksOf({from, to}: Span, width: number, labelWidth = 44): readonly Tick[] {
  const ticks: Tick[] = [];
  const first = new Date(from);
  const averageMonthMs = 30.4 * dayMs;
  const monthWidth = (width * averageMonthMs) / (to - from);
  // Labels every month, or every second, third, sixth or twelfth one.
  const labelEvery = [1, 2, 3, 6, 12].find((months) => months * monthWidth >= labelWidth) ?? 12;
  for (let month = first.getMonth() + 1; ; month++) {
    const monthStart = new Date(first.getFullYear(), month, 1);
    if (monthStart.getTime() > to) return ticks;
    const hasLabel = monthStart.getMonth() % labelEvery === 0;
    ticks.push({at: monthStart.getTime(), label: hasLabel ? monthLabel(monthStart) : ''});
  }
}

const monthLabel = (monthStart: Date): string =>
  monthStart.getMonth() === 0 ? String(monthStart.getFullYear()) : monthName.format(monthStart);

/** The same UTC day and time `months` later; in a shorter month, its last day. */
export function monthsLater(at: number, months: number): number {
  const from = new Date(at);
  const result = new Date(at);
  result.setUTCMonth(from.getUTCMonth() + months);
  // Day 31 may overflow into the next month. Day 0 then goes back to the last day of the month meant.
  if (result.getUTCDate() !== from.getUTCDate()) result.setUTCDate(0);
  return result.getTime();
}
