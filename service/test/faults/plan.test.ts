import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {FaultBox} from '../../src/edges/faults/faults.js';
import {faultKindNames, faultKinds, placeOf, defaultMilliseconds} from '../../src/edges/faults/kinds.js';
import {drawRules, matchesPattern, withDefaults} from '../../src/edges/faults/plan.js';
import {scaleToRange, randomFraction} from '../../src/edges/faults/random.js';
import {silentLogger} from '../../src/platform/http/log.js';

const clock = {now: () => new Date('2026-11-20T12:00:00Z')};
const box = () => new FaultBox({clock, logger: silentLogger});

/** Sends `count` requests through a plan. Returns which ones it strikes, and their delays. */
function run(seed: number, count: number): readonly string[] {
  const faults = box();
  faults.plan({
    seed,
    rules: [
      {kind: 'latency', chance: 0.3, times: null, milliseconds: [10, 500]},
      {kind: 'server-error', chance: 0.2, times: null, route: 'POST /a*'},
    ],
  });
  return Array.from({length: count}, (_, index) =>
    JSON.stringify(faults.strike('request', {route: `POST /${index % 2 ? 'a' : 'b'}`})),
  );
}

describe('a plan of faults', () => {
  it('strikes the same requests for the same seed, and others for another seed', () => {
    assert.deepEqual(run(7, 200), run(7, 200));
    assert.notDeepEqual(run(7, 200), run(8, 200));
  });

  it('draws for each rule independently of the others', () => {
    const alone = box();
    const beside = box();
    const rule = {
      kind: 'latency',
      chance: 0.5,
      times: null,
      milliseconds: [0, 9999],
      route: 'GET /x',
    } as const;
    alone.plan({seed: 3, rules: [rule]});
    beside.plan({seed: 3, rules: [rule, {kind: 'server-error', times: null, route: 'GET /y'}]});
    const seen = (faults: FaultBox, noise: boolean) =>
      Array.from({length: 50}, () => {
        if (noise) faults.strike('request', {route: 'GET /y'});
        return faults.strike('request', {route: 'GET /x'});
      });
    assert.deepEqual(seen(beside, true), seen(alone, false));
  });

  it('skips the first matches, then strikes the given number of times', () => {
    const faults = box();
    faults.plan({rules: [{kind: 'server-error', after: 2, times: 3}]});
    const struck = Array.from({length: 8}, () => faults.strike('request', {}).length);
    assert.deepEqual(struck, [0, 0, 1, 1, 1, 0, 0, 0]);
    assert.deepEqual(
      faults.report().rules.map(({matched, struck: times}) => [matched, times]),
      [[8, 3]],
    );
  });

  it('strikes in proportion to its chance', () => {
    const faults = box();
    faults.plan({seed: 11, rules: [{kind: 'server-error', times: null, chance: 0.25}]});
    const struck = Array.from({length: 4000}, () => faults.strike('request', {}).length);
    const share = struck.filter(Boolean).length / struck.length;
    assert.ok(share > 0.22 && share < 0.28, String(share));
  });

  it('matches by route, action and tracker, each of them if it is named', () => {
    const faults = box();
    const rule = {
      kind: 'server-error',
      times: null,
      route: 'POST /order/*',
      action: 'REVERSAL',
      tracker: 't1',
    } as const;
    faults.plan({rules: [rule]});
    const strikes = (route: string, action: string | undefined, tracker: string | undefined) =>
      faults.strike('request', {route, action, tracker}).length;
    assert.equal(strikes('POST /order/t1', 'REVERSAL', 't1'), 1);
    assert.equal(strikes('GET /order/t1', 'REVERSAL', 't1'), 0);
    assert.equal(strikes('POST /order/t1', 'AUTHORIZATION', 't1'), 0);
    assert.equal(strikes('POST /order/t1', undefined, 't1'), 0);
    assert.equal(strikes('POST /order/t1', 'REVERSAL', 't2'), 0);
    assert.equal(strikes('POST /order/t1', 'REVERSAL', undefined), 0);
  });

  it('strikes only where its kind applies', () => {
    const faults = box();
    faults.plan({rules: [{kind: 'late-step-up', times: null}]});
    assert.deepEqual(faults.strike('request', {}), []);
    assert.deepEqual(faults.strike('step-up', {}), [{kind: 'late-step-up', milliseconds: 5000}]);
  });

  it('lists the last two hundred strikes until it is cleared', () => {
    const faults = box();
    faults.plan({rules: [{kind: 'latency', times: null, milliseconds: 5}]});
    for (let i = 0; i < 250; i++) faults.strike('request', {tracker: `track_${i}`});
    const {struck} = faults.report();
    assert.equal(struck.length, 200);
    assert.equal(struck.at(-1)?.tracker, 'track_249');
    assert.equal(struck.at(-1)?.at, '2026-11-20T12:00:00.000Z');
    faults.clear();
    assert.deepEqual(faults.report(), {seed: 1, rules: [], struck: []});
    assert.equal(faults.armed, false);
  });

  it('releases held requests when it is cleared', async () => {
    const faults = box();
    const held = faults.wait(3_600_000);
    faults.clear();
    await held;
  });

  it('cannot be made in production', () => {
    const faults = new FaultBox({clock, logger: silentLogger, production: true});
    assert.throws(() => faults.plan({seed: 1}), /production/);
    assert.throws(() => faults.add({kind: 'latency'}), /production/);
    assert.equal(faults.armed, false);
  });
});

describe('rules drawn from a seed', () => {
  it('are the same for the same seed, of five kinds, with short delays', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 2 ** 32 - 1}), (seed) => {
        const rules = drawRules(seed);
        assert.deepEqual(rules, drawRules(seed));
        assert.equal(new Set(rules.map(({kind}) => kind)).size, 5);
        for (const rule of rules.map(withDefaults)) {
          assert.ok(rule.milliseconds[1] <= 2000 && rule.milliseconds[0] <= rule.milliseconds[1]);
          assert.equal(rule.times, 1);
        }
      }),
    );
  });

  it('use every kind that a save can meet, over many seeds', () => {
    const kinds = new Set(
      Array.from({length: 60}, (_, seed) => drawRules(seed).map(({kind}) => kind)).flat(),
    );
    const onTheWay = faultKindNames.filter((kind) => placeOf(kind) !== 'receiver');
    assert.deepEqual([...kinds].sort(), [...onTheWay].sort());
  });
});

describe('the parts of a rule', () => {
  it('a star matches any text, an empty one included', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-c/]{0,3}$/), {minLength: 1, maxLength: 4}),
        fc.string(),
        (parts, filler) => {
          assert.ok(matchesPattern(parts.join(filler), parts.join('*')));
        },
      ),
    );
    assert.ok(matchesPattern('POST /a', 'POST /a'));
    assert.ok(!matchesPattern('POST /a/b', 'POST /a'));
    assert.ok(!matchesPattern('POST /ab', '*/a'));
    assert.ok(!matchesPattern('aa', 'aa*a'), 'no letter is used twice');
    assert.ok(matchesPattern('POST /order/x/reversal', 'POST /order/*/reversal'));
    assert.ok(!matchesPattern('POST /order/x/metadata', 'POST /order/*/reversal'));
  });

  it('every kind has a description and a usual delay', () => {
    for (const kind of faultKindNames) {
      assert.match(faultKinds[kind].says, /^[A-Z].* .*\.?\d*$/);
      const [low, high] = defaultMilliseconds(kind);
      assert.ok(low >= 0 && low <= high);
    }
  });

  it('drawn numbers are within their range', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const share = randomFraction(a, b);
        assert.ok(share >= 0 && share < 1);
        const value = scaleToRange([3, 9], share);
        assert.ok(value >= 3 && value <= 9 && Number.isInteger(value));
      }),
    );
  });
});
