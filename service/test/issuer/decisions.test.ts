import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {brandIds} from '../../../src/protocol/index.js';
import {decide, finalEci, stateAt, stepUpLifetimeMs} from '../../src/simulators/issuer/decide.js';
import {
  caseOf,
  everydayCards,
  furtherTestCards,
  isPublished,
  issuerCases,
  testCards,
} from '../../src/simulators/issuer/test-cards.js';
import {checkNumber} from '../../src/platform/pages/card-number.js';

/** The published table (wire 5), written a second time so that a mistake in one copy is noticed. */
const published: Record<
  string,
  {n: number; status: string; veres: string; pares: string | null; eci?: [string, string]}
> = {
  '2.1': {n: 4, status: 'AUTHENTICATION_SUCCESSFUL', veres: 'Y', pares: 'Y', eci: ['05', '02']},
  '2.2': {n: 4, status: 'AUTHENTICATION_FAILED', veres: 'Y', pares: 'N', eci: ['07', '00']},
  '2.3': {n: 4, status: 'AUTHENTICATION_SUCCESSFUL', veres: 'Y', pares: 'A', eci: ['06', '01']},
  '2.4': {n: 3, status: 'AUTHENTICATION_SUCCESSFUL', veres: 'Y', pares: 'U', eci: ['07', '00']},
  '2.5': {n: 4, status: 'AUTHENTICATION_FAILED', veres: 'Y', pares: 'R', eci: ['07', '00']},
  '2.6': {n: 4, status: 'AUTHENTICATION_SUCCESSFUL', veres: 'U', pares: null, eci: ['07', '07']},
  '2.7': {n: 3, status: 'AUTHENTICATION_SUCCESSFUL', veres: 'U', pares: null},
  '2.8': {n: 4, status: 'AUTHENTICATION_SUCCESSFUL', veres: 'U', pares: null},
  '2.9': {n: 3, status: 'PENDING_AUTHENTICATION', veres: 'Y', pares: 'C'},
  '2.10': {n: 4, status: 'PENDING_AUTHENTICATION', veres: 'Y', pares: 'C'},
  '2.11': {n: 3, status: 'PENDING_AUTHENTICATION', veres: 'Y', pares: 'C'},
  '2.12': {n: 4, status: 'PENDING_AUTHENTICATION', veres: 'Y', pares: 'C'},
};

const everyCard = [...testCards, ...furtherTestCards, ...everydayCards];

describe('the table of test cards', () => {
  it('has the 44 numbers of the published table, each a whole number of its brand', () => {
    const table = testCards.filter((card) => card.case !== '2a');
    assert.equal(table.length, 44);
    for (const [id, {n}] of Object.entries(published)) {
      assert.equal(table.filter((card) => card.case === id).length, n, id);
    }
    for (const {number, brand} of everyCard) {
      const valid = checkNumber(number).candidates.filter((candidate) => candidate.valid);
      assert.deepEqual(
        valid.map((candidate) => candidate.brand.id),
        [brand],
        number,
      );
    }
    assert.equal(new Set(everyCard.map(({number}) => number)).size, 44 + 1 + 7 + 36 + 1);
  });

  it('ends each number of the earlier pack, and the documented failure card, as its case', () => {
    const file = new URL('../../../test/support/test-cards.json', import.meta.url);
    const {earlier_pack: earlier, published_failures: failures} = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly earlier_pack: {readonly cases: readonly Readonly<Record<string, string>>[]};
      readonly published_failures: readonly Readonly<Record<string, string>>[];
    };
    const rows = [
      ...earlier.cases.flatMap(({behaves_like: id, visa, mastercard, amex}) =>
        [visa, mastercard, amex].map((number) => [number!, id!] as const),
      ),
      ...failures.map(({number, behaves_like: id}) => [number!, id!] as const),
    ];
    assert.equal(rows.length, 37);
    for (const [number, id] of rows) assert.equal(caseOf(number), id, number);
  });

  it('treats every unknown number as an ordinary card, and knows that it is not published', () => {
    assert.equal(caseOf('4000000000000010'), '2.1');
    assert.equal(isPublished('4000000000000010'), false);
    for (const {number} of everyCard) assert.ok(isPublished(number), number);
  });
});

describe('what the bank answers to an enrollment', () => {
  for (const {number, brand, case: id} of testCards.filter((card) => card.case !== '2a')) {
    it(`case ${id} with ${brand} ending in ${number.slice(-4)}`, () => {
      const {status, veres, pares, eci} = published[id]!;
      const decision = decide({case: caseOf(number), brand, hasDeviceData: true});
      assert.equal(decision.enrollmentStatus, status);
      assert.equal(decision.veres, veres);
      assert.equal(decision.pares, pares);
      assert.equal(decision.eci, eci?.[brand === 'mastercard' ? 1 : 0]);
      assert.equal(decision.needsStepUp, pares === 'C');
      const lookups: Record<string, string> = {'2.6': 'not-available', '2.7': 'error', '2.8': 'timed-out'};
      assert.equal(decision.lookup, lookups[id]);
    });
  }

  it('raises no step-up without device data: the answer stays unknown (wire 3)', () => {
    for (const id of ['2.9', '2.10', '2.11', '2.12'] as const) {
      const decision = decide({case: id, brand: 'visa', hasDeviceData: false});
      assert.deepEqual(
        [decision.veres, decision.pares, decision.eci, decision.needsStepUp, decision.lookup],
        ['U', null, undefined, false, 'no-device-data'],
      );
      assert.notEqual(decision.enrollmentStatus, 'PENDING_AUTHENTICATION');
    }
  });

  it('asks every shopper that it can ask where it has to, and only with device data', () => {
    const mustAsk = true;
    const asked = Object.values(issuerCases).filter(({id}) => {
      assert.equal(decide({case: id, brand: 'visa', hasDeviceData: false, mustAsk}).needsStepUp, false);
      return decide({case: id, brand: 'visa', hasDeviceData: true, mustAsk}).needsStepUp;
    });
    assert.deepEqual(
      asked.map(({id}) => id),
      ['2.1', '2.9', '2.10', '2.11', '2.12'],
    );
    const plain = decide({case: '2.1', brand: 'visa', hasDeviceData: true, mustAsk});
    assert.deepEqual(plain, decide({case: '2.9', brand: 'visa', hasDeviceData: true}));
  });

  it('shifts no liability without device data', () => {
    for (const id of ['2.1', '2.3'] as const) {
      for (const brand of brandIds) {
        const decision = decide({case: id, brand, hasDeviceData: false});
        assert.equal(decision.eci, '07');
        assert.equal(decision.pares, issuerCases[id].pares);
      }
    }
  });

  it('answers every other case the same with and without device data', () => {
    for (const id of ['2.2', '2.4', '2.5', '2.6', '2.7', '2.8', '2a'] as const) {
      assert.deepEqual(
        decide({case: id, brand: 'visa', hasDeviceData: false}),
        decide({case: id, brand: 'visa', hasDeviceData: true}),
      );
    }
  });
});

describe('the state of a step-up', () => {
  const enrolledAt = 1_000_000;
  const pending = {state: 'pending', enrolledAt, startedAt: null} as const;

  it('may start until the limit and not later', () => {
    assert.equal(stateAt(pending, enrolledAt + 30_000, 30_000), 'pending');
    assert.equal(stateAt(pending, enrolledAt + 30_001, 30_000), 'unavailable');
  });

  it('may take ten minutes after its start', () => {
    const begun = {...pending, startedAt: enrolledAt + 1};
    assert.equal(stateAt(begun, enrolledAt + stepUpLifetimeMs, 30_000), 'pending');
    assert.equal(stateAt(begun, enrolledAt + stepUpLifetimeMs + 1, 30_000), 'unavailable');
  });

  it('never leaves a final state', () => {
    for (const state of ['succeeded', 'failed', 'unavailable', 'rejected', 'cancelled', 'error'] as const) {
      assert.equal(stateAt({...pending, state}, enrolledAt + 1e9, 30_000), state);
    }
  });

  it('has an ECI only where authentication succeeded or failed (wire 5)', () => {
    assert.deepEqual([finalEci('succeeded', 'visa'), finalEci('succeeded', 'mastercard')], ['05', '02']);
    assert.deepEqual([finalEci('unavailable', 'amex'), finalEci('unavailable', 'mastercard')], ['07', '00']);
    for (const state of ['failed', 'cancelled', 'error', 'pending'] as const) {
      assert.equal(finalEci(state, 'visa'), undefined);
    }
  });
});
