import {randomFraction} from '../../src/edges/faults/random.js';
import type {Schedule} from '../../src/domain/subscriptions/periods.js';

// A second implementation of the schedule rules, with integers and Intl only. Tests compare `chargeInstant`
// with it.

const day = 86_400_000;
const monthsOf = {MONTH: 1, YEAR: 12} as const;
const daysOf = {DAY: 1, WEEK: 7} as const;
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lastDay = (year: number, month: number) =>
  month === 1 ? (isLeap(year) ? 29 : 28) : [3, 5, 8, 10].includes(month) ? 30 : 31;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The local time of an instant in a time zone, as milliseconds of the same date and time in UTC. */
function wallClock(timeZone: string, instant: number): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const digits = {year: 'numeric', month: '2-digit', day: '2-digit'} as const;
    const time = {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'} as const;
    clock = new Intl.DateTimeFormat('en-US', {timeZone, ...digits, ...time});
    clocks.set(timeZone, clock);
  }
  const parts = Object.fromEntries(
    clock.formatToParts(instant).map(({type, value}) => [type, Number(value)]),
  );
  const {year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0} = parts;
  return Date.UTC(year, month - 1, date, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
}

/**
 * The instant at which a zone's clock shows `wall`. Of two such instants it is the first. If the clock skips
 * `wall`, it is the instant after the gap that would show `wall` without the gap.
 */
function instantOf(timeZone: string, wall: number): number {
  const before = wallClock(timeZone, wall - day) - (wall - day);
  const after = wallClock(timeZone, wall + day) - (wall + day);
  const matching = [wall - before, wall - after].filter((instant) => wallClock(timeZone, instant) === wall);
  return matching.length > 0 ? Math.min(...matching) : wall - before;
}

/** The start of period `k`, in milliseconds. */
export function expectedInstant({anchor, interval, intervalCount, timeZone}: Schedule, k: number): number {
  const start = Date.parse(anchor);
  const wall = timeZone === 'UTC' ? start : wallClock(timeZone, start);
  const steps = k * intervalCount;
  let moved: number;
  if (interval === 'DAY' || interval === 'WEEK') moved = wall + steps * daysOf[interval] * day;
  else {
    const from = new Date(wall);
    const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + steps * monthsOf[interval];
    const [year, month] = [Math.floor(months / 12), months % 12];
    const date = Math.min(from.getUTCDate(), lastDay(year, month));
    moved = Date.UTC(year, month, date) + (((wall % day) + day) % day);
  }
  return timeZone === 'UTC' ? moved : instantOf(timeZone, moved);
}

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Karachi',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];
const intervals = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
/** Intervals of at most three years (guarantees 4.5). */
const longest = {DAY: 1095, WEEK: 156, MONTH: 36, YEAR: 3} as const;

/**
 * A random schedule and period. Every second case is in UTC, and every fourth starts at the end of a month.
 */
export function drawnCase(seed: number, index: number): {readonly schedule: Schedule; readonly k: number} {
  let draw = 0;
  const below = (limit: number) => Math.floor(randomFraction(seed, index, (draw += 1)) * limit);
  const [year, month] = [1990 + below(60), below(12)];
  const date = index % 4 === 0 ? lastDay(year, month) : 1 + below(lastDay(year, month));
  const anchor = new Date(Date.UTC(year, month, date) + below(day / 1000) * 1000).toISOString();
  const interval = intervals[below(intervals.length)]!;
  const intervalCount = 1 + below(randomFraction(seed, index, 0) < 0.5 ? 3 : longest[interval]);
  const timeZone = index % 2 === 0 ? 'UTC' : zones[below(zones.length)]!;
  const furthest = Math.floor((longest[interval] * 20) / intervalCount);
  return {schedule: {anchor, interval, intervalCount, timeZone}, k: 1 + below(Math.max(1, furthest))};
}
