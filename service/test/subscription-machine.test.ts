import {subscriptionStates, type SubscriptionState} from '../../src/protocol/billing-words.js';
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {
  firstState,
  stateAfter,
  subscriptionMoves,
  subscriptionRules,
} from '../src/domain/subscriptions/machine.js';
import {amountAt} from '../src/domain/subscriptions/subscription.js';
import {statesOfSubscriptions} from '../../tools/docs/subscription-document.js';

/** The allowed changes of a subscription's state (spec 3.2), written by hand. */
const expected: Readonly<Record<SubscriptionState, readonly string[]>> = {
  pending: ['paid → active', 'given_up → failed', 'cancel → cancelled'],
  active: ['given_up → failed', 'pause → paused', 'cancel → cancelled', 'complete → cancelled'],
  paused: ['resume → active', 'cancel → cancelled', 'complete → cancelled'],
  failed: ['paid → active', 'cancel → cancelled'],
  cancelled: [],
};

describe('the states of a subscription (spec 3.2)', () => {
  for (const state of subscriptionStates) {
    it(`${state}: ${expected[state].join(', ') || 'nothing'}`, () => {
      const ways = subscriptionMoves.flatMap((move) => {
        const to = stateAfter(move, state);
        return to === undefined ? [] : [`${move} → ${to}`];
      });
      assert.deepEqual(ways, expected[state]);
    });
  }

  it('begin as pending, and each can be reached', () => {
    const reached = new Set<SubscriptionState>([firstState]);
    for (const from of reached) {
      for (const {from: froms, to} of Object.values(subscriptionRules))
        if (froms.includes(from)) reached.add(to);
    }
    assert.deepEqual([...reached].sort(), [...subscriptionStates].sort());
  });
});

describe('site/subscriptions.md', () => {
  it('matches the machine’s table (npm run docs writes it)', () => {
    const written = readFileSync(new URL('../../site/subscriptions.md', import.meta.url), 'utf8');
    assert.ok(written.includes(statesOfSubscriptions().join('\n')));
  });
});

describe('what a period costs (V3)', () => {
  const row = {
    amount: '30',
    amount_minor: 3000,
    earlier_amounts: [
      {until: '2027-01-10T00:00:00.000Z', amount: '10', amount_minor: 1000},
      {until: '2027-02-10T00:00:00.000Z', amount: '20', amount_minor: 2000},
    ],
  };
  const cases = [
    ['2027-01-01T00:00:00Z', 1000],
    ['2027-01-10T00:00:00Z', 1000],
    ['2027-01-10T00:00:00.001Z', 2000],
    ['2027-02-10T00:00:00Z', 2000],
    ['2027-02-11T00:00:00Z', 3000],
  ] as const;
  for (const [began, minor] of cases) {
    it(`began ${began}: ${minor}`, () => {
      assert.equal(amountAt(row, new Date(began)).amount_minor, minor);
    });
  }
});
