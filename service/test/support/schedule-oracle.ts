import {randomFraction} from '../../src/edges/faults/random.js';
import type {Schedule} from '../../src/domain/subscriptions/periods.js';

// The schedule rule written down a second time, with whole numbers and Intl alone: what the tests hold `chargeInstant` against.

const day = 86_400_000;
const ownMonths = {MONTH: 1, YEAR: 12} as const;
const ownDays = {DAY: 1, WEEK: 7} as const;
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lastDay = (year: number, month: number) =>
  month === 1 ? (isLeap(year) ? 29 : 28) : [3, 5, 8, 10].includes(month) ? 30 : 31;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a wall clock of the zone shows, written as if the zone were UTC. */
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

/** The instant at which a zone's clock shows `wall`: the first of two; where there is none, as far behind the gap as before it. */
function instantOf(timeZone: string, wall: number): number {
  const before = wallClock(timeZone, wall - day) - (wall - day);
  const after = wallClock(timeZone, wall + day) - (wall + day);
  const matching = [wall - before, wall - after].filter((instant) => wallClock(timeZone, instant) === wall);
  return matching.length > 0 ? Math.min(...matching) : wall - before;
}

/** When period `k` begins, in milliseconds. */
export function expectedInstant({anchor, interval, intervalCount, timeZone}: Schedule, k: number): number {
  const start = Date.parse(anchor);
  const wall = timeZone === 'UTC' ? start : wallClock(timeZone, start);
  const steps = k * intervalCount;
  let moved: number;
  if (interval === 'DAY' || interval === 'WEEK') moved = wall + steps * ownDays[interval] * day;
  else {
    const from = new Date(wall);
    const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + steps * ownMonths[interval];
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

/** Case `index` of a run: every second one in UTC, every fourth at the end of a month. */
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
