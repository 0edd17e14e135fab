import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {countsText, marksOf, stacksOf, type Mark} from '../../src/edges/dashboard/browser/calendar/marks.js';
import {
  dayMs,
  instantAt,
  monthsLater,
  positionIn,
  spanAround,
  ticksOf,
} from '../../src/edges/dashboard/browser/calendar/span.js';
import {arrivalText, eventText, targetText} from '../../src/edges/dashboard/browser/calendar/words.js';

const now = Date.UTC(2026, 10, 20, 12);
const at = (days: number) => now + days * dayMs;

describe('the visible period', () => {
  it('stays fixed while time moves through it, and shifts near its end', () => {
    const first = spanAround(now, '1 year');
    assert.equal(first.to - first.from, 366 * dayMs);
    assert.equal(spanAround(at(200), '1 year', first), first);
    const later = spanAround(at(290), '1 year', first);
    assert.equal(Math.round((at(290) - later.from) / dayMs), 220);
    assert.notEqual(spanAround(now, '3 months', first), first);
  });

  it('converts instants to positions and back, in both writing directions', () => {
    const span = {from: at(0), to: at(100)};
    for (const rtl of [false, true]) {
      for (const days of [0, 1, 50, 99.5, 100]) {
        const x = positionIn(span, 1000, rtl)(at(days));
        assert.equal(x, rtl ? 1000 - days * 10 : days * 10);
        assert.equal(instantAt(span, 1000, rtl)(x), at(days));
      }
    }
  });

  it('has a tick for each month, and labels only where there is room', () => {
    const span = {from: Date.UTC(2026, 10, 15), to: Date.UTC(2027, 10, 15)};
    const wide = ticksOf(span, 1200);
    assert.equal(wide.length, 12);
    assert.deepEqual(
      wide.slice(0, 3).map(({label}) => label),
      ['Dec', '2027', 'Feb'],
    );
    const narrow = ticksOf(span, 240).filter(({label}) => label !== '');
    assert.ok(narrow.length <= 5);
    assert.ok(narrow.some(({label}) => label === '2027'));
  });

  it('a month later is the same day, or the last of a shorter month', () => {
    const iso = (from: string, months: number) =>
      new Date(monthsLater(Date.parse(from), months)).toISOString();
    assert.equal(iso('2027-01-31T09:30:00.000Z', 1), '2027-02-28T09:30:00.000Z');
    assert.equal(iso('2028-02-29T00:00:00.000Z', 12), '2029-02-28T00:00:00.000Z');
    assert.equal(iso('2026-12-15T00:00:00.000Z', 1), '2027-01-15T00:00:00.000Z');
    assert.equal(iso('2027-03-31T00:00:00.000Z', -1), '2027-02-28T00:00:00.000Z');
  });
});

describe('marks of charges', () => {
  const about = {subscription: 'sub_1', product: 'Box', amount: '12.50', currency: 'USD'};
  const iso = (days: number) => new Date(at(days)).toISOString();
  const charge = {
    ...{token: 'ch_1', ...about, period: 0, due_at: iso(0), created_at: iso(0), settled_at: null},
    ...{failure: null, next_attempt_at: null},
  };
  const attempt = {number: 1, state: 'x', payment_method: 'pm_1', network_id: null, sent_at: iso(0)};

  it('a charge is one mark, each retry another, and coming charges look different', () => {
    const marks = marksOf(
      [
        {...charge, state: 'paid', attempts: [{...attempt, failure: null, settled_at: iso(0)}]},
        {
          ...{...charge, state: 'open', due_at: iso(30)},
          attempts: [
            {...attempt, sent_at: iso(30), settled_at: iso(30), failure: 'insufficient_funds'},
            {...attempt, number: 2, sent_at: iso(31), settled_at: iso(31), failure: 'insufficient_funds'},
            {...attempt, number: 3, sent_at: iso(33), settled_at: null, failure: null},
          ],
        },
      ],
      [
        {...about, period: 2, at: iso(60), kind: 'charge'},
        {...about, period: 1, at: iso(35), kind: 'retry'},
        {...about, period: 3, at: iso(90), kind: 'skipped'},
      ],
    );
    assert.deepEqual(
      marks.map(({at: instant, kind}) => [(instant - now) / dayMs, kind]),
      [
        [0, 'paid'],
        [30, 'failed'],
        [31, 'failed'],
        [33, 'open'],
        [35, 'retry'],
        [60, 'coming'],
        [90, 'skipped'],
      ],
    );
    assert.equal(marks[1]!.label, 'Box, USD\u00a012.50, try 1: insufficient funds');
    assert.equal(countsText(marks), '1 paid, 2 failed, 1 open, 1 coming, 1 to be tried again, 1 not charged');
  });

  it('overlapping marks are stacked, and failures stay visible', () => {
    const same = (kind: Mark['kind'], days: number): Mark => ({kind, at: at(days), label: ''});
    const marks = [
      ...Array.from({length: 9}, () => same('paid', 10)),
      same('failed', 10.5),
      same('paid', 50),
    ];
    const piles = stacksOf(marks, (instant) => ((instant - now) / dayMs) * 5);
    assert.equal(piles.length, 2);
    assert.equal(piles[0]!.marks[0]!.kind, 'failed');
    assert.equal(piles[0]!.marks.length + piles[0]!.more, 10);
    assert.deepEqual([piles[1]!.marks.length, piles[1]!.more], [1, 0]);
  });

  it('describes where the head would go and what an advance changed', () => {
    const coming: readonly Mark[] = [
      {at: at(10), kind: 'coming', label: ''},
      {at: at(20), kind: 'skipped', label: ''},
      {at: at(40), kind: 'coming', label: ''},
    ];
    assert.equal(
      targetText(now, at(31), coming),
      'Monday 21 December 2026, 31 days ahead, 1 charge on the way',
    );
    assert.match(targetText(now, now, coming), /2026, now$/);
    const marks: readonly Mark[] = [
      {at: at(0), kind: 'paid', label: ''},
      {at: at(5), kind: 'paid', label: ''},
      {at: at(30), kind: 'open', label: ''},
      {at: at(31) + 3, kind: 'failed', label: ''},
    ];
    const sent = (state: 'delivered' | 'dead', days: number) => ({
      type: 'x',
      state,
      created_at: new Date(at(days)).toISOString(),
    });
    const deliveries = [sent('delivered', 5), sent('dead', 6), sent('dead', 50)];
    assert.equal(
      arrivalText(
        {from: now, to: at(31), now: at(31) + 5},
        {marks, eventTimes: [at(5), at(6), at(50)], data: {deliveries}},
      ),
      'Mon 21 Dec 2026: 1 paid, 2 failed, 2 events, 1 of 2 delivered.',
    );
    assert.equal(
      arrivalText({from: now, to: undefined, now: at(5)}, {marks, eventTimes: [], data: {deliveries: []}}),
      'Stopped on Wed 25 Nov 2026: 1 paid.',
    );
    assert.match(
      arrivalText({from: now, to: at(1), now: at(1)}, {marks, eventTimes: [], data: {deliveries: []}}),
      /nothing was charged\.$/,
    );
  });

  it('describes an event in a few words', () => {
    const event = (type: string, data: object) =>
      eventText({id: 'evt_1', at: iso(0), tracker: null, customer: null, type, data: {...data}});
    assert.equal(
      event('subscription.payment_failed', {
        ...{amount: '12.50', currency: 'USD', attempt: 2, failure: 'insufficient_funds'},
        next_attempt_at: iso(3),
      }),
      'Not paid USD\u00a012.50, try 2: insufficient funds, again on 23 Nov 26',
    );
    assert.equal(event('subscription.paused', {amount: '1', currency: 'USD'}), 'Paused');
  });
});
