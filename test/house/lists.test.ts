/** Documents list what the code has, no more and no less, and name its figures. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {eventTypes} from '../../service/src/domain/events/events.js';
import {modes, trackerEntryModes} from '../../service/src/domain/trackers/modes.js';
import {defaultKeepAliveSeconds} from '../../service/src/platform/http/listen.js';
import {rememberedMs} from '../../service/src/platform/idempotency/key.js';
import {longestLifeSeconds} from '../../service/src/platform/identity/tokens.js';
import {defaultSettings} from '../../service/src/platform/settings.js';
import {FEATURES} from '../../src/protocol/session-words.js';
import {trackerStates} from '../../src/protocol/tracker-words.js';
import {tableBelow} from './support/markdown.js';

const wire = 'docs/wire.md';
const specification = readFileSync('docs/specification.md', 'utf8');
const spansOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span!);
const row = (heading: string, name: string) =>
  tableBelow(wire, heading).find(([first]) => first?.replaceAll('`', '') === name)!;
const sorted = (names: Iterable<string>) => [...names].sort();

/** Names of which the second may leave out what it shares with the first: `origin.added`, `.removed`. */
function spelledOut(spans: readonly string[], separator: string): readonly string[] {
  let prefix = '';
  return spans.map((span) => {
    if (!span.startsWith(separator)) prefix = span.slice(0, span.indexOf(separator));
    return span.startsWith(separator) ? prefix + span : span;
  });
}

describe('what a document lists', () => {
  it('are the types of events, in wire 1.11 and spec 6', () => {
    const [, kinds = ''] = row('1.11 Webhooks', 'kinds');
    assert.deepEqual(sorted(spelledOut(spansOf(kinds), '.')), sorted(eventTypes));
    const section = specification.split('\n## 6. Events\n')[1]!.split('\n### ')[0]!;
    const named = new Set(spansOf(section).filter((span) => /^[a-z_]+\.[a-z_]+$/.test(span)));
    assert.deepEqual(sorted(named), sorted(eventTypes));
  });

  it('are the types of events in the guide for shops, with the one that other services send', () => {
    const named = tableBelow('site/webhooks.md', 'The events').flatMap(([cell = '']) => spansOf(cell));
    assert.deepEqual(sorted(named), sorted([...eventTypes, 'error.occurred']));
  });

  it('are the features of the service, in wire 9.6', () => {
    const named = tableBelow(wire, '9.6 Features').map(([name = '']) => name.replaceAll('`', ''));
    assert.deepEqual(named, FEATURES);
  });

  it('are modes and entry modes of a tracker, in wire 1.5', () => {
    assert.deepEqual(spansOf(row('1.5 Opening a tracker', 'mode')[1]!), Object.keys(modes));
    assert.deepEqual(spansOf(row('1.5 Opening a tracker', 'entry_mode')[1]!), [...trackerEntryModes]);
  });

  it('are the states of a tracker, in wire 1.6', () => {
    const [, line = ''] = /^States: ([^.]+)\./m.exec(readFileSync(wire, 'utf8')) ?? [];
    assert.deepEqual(sorted(spelledOut(spansOf(line), '_')), sorted(trackerStates));
  });
});

describe('what a document says in figures', () => {
  const limits = specification.split('\n### 8.4 ')[1]!;
  const limitOf = (name: string) =>
    new RegExp(String.raw`^\| ${name} *\| ([^|]+?) *\|`, 'm').exec(limits)?.[1] ?? '';
  const {tokenTtlSeconds, trackerTtlSeconds, challengeStartLimitMs, cardLimits} = defaultSettings();

  it('are the limits of the service, in spec 8.4', () => {
    assert.equal(limitOf('life of a tracker'), `${trackerTtlSeconds / 3600} hours`);
    assert.equal(
      limitOf('life of a time-based token'),
      `${tokenTtlSeconds / 60} minutes, at most ${longestLifeSeconds === 3600 ? 'one hour' : '?'}`,
    );
    assert.equal(limitOf('cards per tracker'), `${cardLimits.tracker}`);
    assert.equal(
      limitOf('start of a step-up after the enrollment'),
      `${challengeStartLimitMs / 1000} seconds`,
    );
    assert.match(limitOf('idempotency key'), new RegExp(`^${rememberedMs / 3_600_000} hours`));
  });

  it('are the sizes that the build keeps, in decision 0053', () => {
    const text = readFileSync('docs/decisions/0053-until-the-first-key.md', 'utf8');
    const kept = [...readFileSync('tools/build/size.mjs', 'utf8').matchAll(/limit: ([\d_]+)/g)].map(
      ([, bytes]) => `${Number(bytes!.replaceAll('_', '')) / 1000} kB`,
    );
    assert.equal(kept.length, 3);
    for (const size of kept) assert.ok(text.includes(size), size);
  });

  it('is how long idle connections are kept, in production.md', () => {
    assert.match(
      readFileSync('docs/production.md', 'utf8').replace(/\s+/g, ' '),
      new RegExp(`keeps idle ones for ${defaultKeepAliveSeconds} s`),
    );
  });
});
