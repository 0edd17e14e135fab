import {Temporal} from 'temporal-polyfill';
import {intervalUnits} from '../plans/plan.js';
import type {IntervalUnit} from '../plans/plan.js';

/**
 * When a subscription is charged: every `intervalCount` units from the anchor on, on the calendar of a time
 * zone.
 */
export interface Schedule {
  /** ISO instant at which period 0 begins, such as `2027-01-31T00:00:00Z`. */
  readonly anchor: string;
  readonly interval: IntervalUnit;
  /** Whole, at least 1. */
  readonly intervalCount: number;
  /** IANA zone whose calendar decides the days. */
  readonly timeZone: string;
}

const durations: Readonly<Record<IntervalUnit, 'days' | 'weeks' | 'months' | 'years'>> = {
  DAY: 'days',
  WEEK: 'weeks',
  MONTH: 'months',
  YEAR: 'years',
};

function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number from ${least}`);
}

/**
 * Period `k` begins at the anchor plus `k` intervals, never at the previous beginning plus one (guarantees
 * 4.5).
 */
function begin({anchor, interval, intervalCount, timeZone}: Schedule, k: number): Temporal.Instant {
  if (!intervalUnits.includes(interval)) throw new RangeError('interval must be DAY, WEEK, MONTH or YEAR');
  requireWhole('intervalCount', intervalCount, 1);
  const start = Temporal.Instant.from(anchor);
  if (k === 0) return start;
  // Days past the end of a month become its last day; the wall clock is kept, a missing hour moves on, of a
  // repeated one the first counts: all of that is how Temporal adds to a zoned time.
  return start
    .toZonedDateTimeISO(timeZone)
    .add({[durations[interval]]: k * intervalCount})
    .toInstant();
}

/**
 * The instant of renewal `k`, which begins period `k`: the anchor plus `k` intervals.
 *
 * @param k - Whole, at least 1: period 0 begins at the anchor itself.
 * @returns ISO instant ending in `Z`.
 * @throws {RangeError} for any part that is not what `Schedule` says, and beyond the calendar's end.
 */
export function chargeInstant(schedule: Schedule, k: number): string {
  requireWhole('k', k, 1);
  return begin(schedule, k).toString();
}

/** What a row of `subscriptions` says of its schedule. */
export interface ScheduleColumns {
  readonly anchor: Date;
  readonly interval_unit: IntervalUnit;
  readonly interval_count: number;
  readonly time_zone: string;
}

const scheduleOf = (row: ScheduleColumns): Schedule => ({
  anchor: row.anchor.toISOString(),
  interval: row.interval_unit,
  intervalCount: row.interval_count,
  timeZone: row.time_zone,
});

/** When period `k` begins, the anchor for 0. @throws {RangeError} unless `k` is whole and at least 0. */
export function periodStart(row: ScheduleColumns, k: number): Date {
  requireWhole('k', k, 0);
  return new Date(begin(scheduleOf(row), k).epochMilliseconds);
}

/** The first period that begins later than `instant`. */
export function firstPeriodAfter(row: ScheduleColumns, instant: Date): number {
  const isLater = (k: number) => periodStart(row, k) > instant;
  if (isLater(0)) return 0;
  let from = 0;
  let to = 1;
  while (!isLater(to)) [from, to] = [to, to * 2];
  // `from` begins in time, `to` later.
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (isLater(middle)) to = middle;
    else from = middle;
  }
  return to;
}
