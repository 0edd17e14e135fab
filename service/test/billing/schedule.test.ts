import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {rounds} from '../../../test/support/rounds.js';
import {
  chargeInstant,
  firstPeriodAfter,
  periodStart,
  type Schedule,
} from '../../src/domain/subscriptions/periods.js';
import {drawnCase, expectedInstant} from '../support/schedule-oracle.js';

const every = (interval: Schedule['interval'], anchor: string, more: Partial<Schedule> = {}): Schedule => ({
  anchor,
  interval,
  intervalCount: 1,
  timeZone: 'UTC',
  ...more,
});

/** Test name, schedule, and the start of its periods from the second one on. */
const table: readonly (readonly [string, Schedule, readonly string[]])[] = [
  [
    '31 January, monthly',
    every('MONTH', '2027-01-31T10:30:00Z'),
    ['2027-02-28T10:30:00Z', '2027-03-31T10:30:00Z', '2027-04-30T10:30:00Z', '2027-05-31T10:30:00Z'],
  ],
  [
    '31 January of a leap year, monthly',
    every('MONTH', '2028-01-31T00:00:00Z'),
    ['2028-02-29T00:00:00Z', '2028-03-31T00:00:00Z'],
  ],
  ['30 January', every('MONTH', '2027-01-30T00:00:00Z'), ['2027-02-28T00:00:00Z', '2027-03-30T00:00:00Z']],
  ['29 January', every('MONTH', '2028-01-29T00:00:00Z'), ['2028-02-29T00:00:00Z', '2028-03-29T00:00:00Z']],
  [
    '30 November, quarterly',
    every('MONTH', '2026-11-30T23:59:59Z', {intervalCount: 3}),
    ['2027-02-28T23:59:59Z', '2027-05-30T23:59:59Z', '2027-08-30T23:59:59Z', '2027-11-30T23:59:59Z'],
  ],
  [
    'a leap day, yearly',
    every('YEAR', '2028-02-29T12:00:00Z'),
    ['2029-02-28T12:00:00Z', '2030-02-28T12:00:00Z', '2031-02-28T12:00:00Z', '2032-02-29T12:00:00Z'],
  ],
  [
    '2100 is no leap year',
    every('YEAR', '2096-02-29T00:00:00Z', {intervalCount: 4}),
    ['2100-02-28T00:00:00Z'],
  ],
  [
    'every second week, over a year’s end',
    every('WEEK', '2026-12-24T08:00:00Z', {intervalCount: 2}),
    ['2027-01-07T08:00:00Z', '2027-01-21T08:00:00Z'],
  ],
  [
    'the zone’s last day of a month is not UTC’s',
    // 1 February 2027, 04:00 in Karachi, which is still January in UTC.
    every('MONTH', '2027-01-31T23:00:00Z', {timeZone: 'Asia/Karachi'}),
    ['2027-02-28T23:00:00Z', '2027-03-31T23:00:00Z'],
  ],
  [
    'the wall clock is kept over summer time',
    every('MONTH', '2027-02-15T11:00:00Z', {timeZone: 'Europe/Berlin'}),
    ['2027-03-15T11:00:00Z', '2027-04-15T10:00:00Z'],
  ],
  [
    'a time that the zone skips moves on by the gap',
    // 02:30 in New York; on 14 March 2027 the clock goes from 02:00 to 03:00.
    every('DAY', '2027-03-13T07:30:00Z', {timeZone: 'America/New_York'}),
    ['2027-03-14T07:30:00Z', '2027-03-15T06:30:00Z'],
  ],
  [
    'of a time that comes twice the first counts',
    // 01:30 in New York, which occurs twice on 7 November 2027: at 05:30Z and at 06:30Z.
    every('DAY', '2027-11-06T05:30:00Z', {timeZone: 'America/New_York'}),
    ['2027-11-07T05:30:00Z', '2027-11-08T06:30:00Z'],
  ],
  [
    'an anchor with an offset means an instant',
    every('MONTH', '2027-01-31T10:00:00+05:00'),
    ['2027-02-28T05:00:00Z'],
  ],
];

/** Time zones of the machine: half an hour aside, a quarter, and on the other side of the date line. */
const places = ['UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];

describe('chargeInstant (guarantees 4.5)', () => {
  for (const [name, schedule, instants] of table) {
    it(name, () => {
      assert.deepEqual(
        instants.map((_, index) => chargeInstant(schedule, index + 1)),
        instants,
      );
    });
  }

  it('charge dates equal an independent clamp on random schedules, wherever the service runs (V19)', () => {
    const home = process.env['TZ'];
    const offsets = new Set<number>();
    try {
      for (let index = 0; index < rounds(20) * 1000; index += 1) {
        if (index % 1000 === 0) process.env['TZ'] = places[(index / 1000) % places.length];
        if (index % 1000 === 0) offsets.add(new Date(2027, 0, 1).getTimezoneOffset());
        const {schedule, k} = drawnCase(1, index);
        const got = Date.parse(chargeInstant(schedule, k));
        assert.equal(
          got,
          expectedInstant(schedule, k),
          `${JSON.stringify(schedule)}, k = ${k}, in ${process.env['TZ']}`,
        );
      }
    } finally {
      if (home === undefined) delete process.env['TZ'];
      else process.env['TZ'] = home;
    }
    assert.equal(offsets.size, places.length, 'each of the time zones was in force');
  });

  it('refuses an invalid schedule', () => {
    const good = every('MONTH', '2027-01-31T00:00:00Z');
    const refused: readonly (readonly [object, number])[] = [
      ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53].map((k) => [{}, k] as const),
      ...[0, -1, 0.5, '1'].map((intervalCount) => [{intervalCount}, 1] as const),
      ...['month', 'MONTHS', '', undefined].map((interval) => [{interval}, 1] as const),
      ...['', 'rubbish', '2027-01-31', '2027-02-31T00:00:00Z'].map((anchor) => [{anchor}, 1] as const),
      ...['Nowhere/Land', ''].map((timeZone) => [{timeZone}, 1] as const),
      [{interval: 'YEAR'}, 1_000_000],
    ];
    for (const [change, k] of refused) {
      assert.throws(() => chargeInstant({...good, ...change}, k), RangeError, JSON.stringify({change, k}));
    }
  });
});

describe('the periods of a row', () => {
  const row = {
    anchor: new Date('2027-01-31T10:30:00.250Z'),
    interval_unit: 'MONTH',
    interval_count: 1,
    time_zone: 'UTC',
  } as const;

  it('begin at the anchor', () => {
    assert.deepEqual(periodStart(row, 0), row.anchor);
    assert.deepEqual(periodStart(row, 1), new Date('2027-02-28T10:30:00.250Z'));
    assert.throws(() => periodStart(row, -1), RangeError);
  });

  it('the first period after an instant begins later than it, and the period before does not', () => {
    const instants = ['2020-01-01', '2027-01-31T10:30:00.250Z', '2027-02-28', '2031-12-31', '2099-06-01'];
    for (const instant of instants.map((text) => new Date(text))) {
      const k = firstPeriodAfter(row, instant);
      assert.ok(periodStart(row, k) > instant, `period ${k} does not begin after ${instant.toISOString()}`);
      if (k > 0) assert.ok(periodStart(row, k - 1) <= instant, `period ${k - 1} begins later too`);
    }
  });
});
