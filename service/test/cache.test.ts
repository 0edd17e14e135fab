import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Cache} from '../src/platform/cache.js';

describe('a cache', () => {
  it('drops a value when its lifetime ends, counted from the last set', () => {
    let now = 0;
    const cache = new Cache<string>({maxEntries: 9, maxAgeMs: 5, nowMs: () => now});
    cache.set('a', 'old');
    now = 4;
    assert.equal(cache.get('a'), 'old');
    now = 5;
    assert.equal(cache.get('a'), undefined);
    cache.set('a', 'new');
    now = 9;
    assert.equal(cache.get('a'), 'new');
  });

  it('evicts the value that was set longest ago', () => {
    const cache = new Cache<number>({maxEntries: 2});
    cache.set('a', 1);
    cache.set('b', 2);
    cache.set('a', 3);
    cache.set('c', 4);
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => cache.get(name)),
      [3, undefined, 4],
    );
  });

  it('distinguishes a stored false from a missing value', () => {
    const cache = new Cache<boolean>({maxEntries: 2});
    assert.equal(cache.set('a', false), false);
    assert.equal(cache.get('a'), false);
  });

  it('clears every value', () => {
    const cache = new Cache<number>({maxEntries: 2});
    cache.set('a', 1);
    cache.clear();
    assert.equal(cache.get('a'), undefined);
  });
});
