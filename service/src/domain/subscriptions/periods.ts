/** The calendar of a subscription: when each of its periods begins. */
import {intervalUnits, type IntervalUnit} from '../../../../src/protocol/billing-words.js';
import {Temporal} from 'temporal-polyfill';

/**
 * When a subscription is charged: every `intervalCount` units after the anchor, counted in the calendar of a
 * time zone.
 */
export interface Schedule {
  /** ISO instant at which period 0 begins, such as `2027-01-31T00:00:00Z`. */
  readonly anchor: string;
  readonly interval: IntervalUnit;
  /** A whole number, at least 1. */
  readonly intervalCount: number;
  /** IANA time zone whose calendar is used. */
  readonly timeZone: string;
}

const durations: Readonly<Record<IntervalUnit, 'days' | 'weeks' | 'months' | 'years'>> = {
  DAY: 'days',
  WEEK: 'weeks',
  MONTH: 'months',
  YEAR: 'years',
};

function refuseUnlessWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number from ${least}`);
}

/**
 * The start of period `k`: the anchor plus `k` intervals. It is not the previous start plus one interval:
 * then a subscription of the 31st would stay on the 28th after February (guarantees 4.5).
 */
function startOf({anchor, interval, intervalCount, timeZone}: Schedule, k: number): Temporal.Instant {
  if (!intervalUnits.includes(interval)) throw new RangeError('interval must be DAY, WEEK, MONTH or YEAR');
  refuseUnlessWhole('intervalCount', intervalCount, 1);
  const start = Temporal.Instant.from(anchor);
  if (k === 0) return start;
  // Temporal keeps the local time of day. A day past the end of a month becomes its last day. A local time
  // that the clocks skip moves later, and one that occurs twice means the first.
  return start
    .toZonedDateTimeISO(timeZone)
    .add({[durations[interval]]: k * intervalCount})
    .toInstant();
}

/**
 * The instant of renewal `k`, at the start of period `k`.
 *
 * @param k - A whole number, at least 1.
 * @returns ISO instant ending in `Z`.
 * @throws {RangeError} if a value breaks the rules of `Schedule` or the instant is out of Temporal's range.
 */
export function chargeInstant(schedule: Schedule, k: number): string {
  refuseUnlessWhole('k', k, 1);
  return startOf(schedule, k).toString();
}

/** The columns of `subscriptions` that hold the schedule. */
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

/** When period `k` begins. @throws {RangeError} unless `k` is a whole number of at least 0. */
export function periodStart(row: ScheduleColumns, k: number): Date {
  refuseUnlessWhole('k', k, 0);
  return new Date(startOf(scheduleOf(row), k).epochMilliseconds);
}

/**
 * The least time between two charges of one subscription. Issuers decline a charge like one of the same day as its
 * duplicate. An hour less than a day, so that a daily plan keeps its time of day when clocks go forward, and comes back
 * to it after a late charge.
 */
const leastBetweenChargesMs = 23 * 3_600_000;

/** When period `k` may be charged: at its start, but at most one charge a day, and never past the end that was asked for. */
export function chargeableFrom(
  row: ScheduleColumns & {readonly last_paid_at: Date | null; readonly cancel_at: Date | null},
  k: number,
): Date {
  const start = periodStart(row, k);
  const {last_paid_at: paid, cancel_at: end} = row;
  const allowed = paid === null ? 0 : paid.getTime() + leastBetweenChargesMs;
  if (allowed <= start.getTime()) return start;
  return new Date(end === null ? allowed : Math.max(start.getTime(), Math.min(allowed, end.getTime())));
}

/** The first period that begins after `instant`, found by binary search. */
export function firstPeriodAfter(row: ScheduleColumns, instant: Date): number {
  const isLater = (k: number) => periodStart(row, k) > instant;
  if (isLater(0)) return 0;
  // `begun` always begins by `instant`, and at the end `later` is the period after it.
  let begun = 0;
  let later = 1;
  while (!isLater(later)) {
    begun = later;
    later *= 2;
  }
  while (later - begun > 1) {
    const middle = Math.floor((begun + later) / 2);
    if (isLater(middle)) later = middle;
    else begun = middle;
  }
  return later;
}
