import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {KeyPool, type KeyPair} from '../../src/simulators/microform/keys.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the pool of keys for capture contexts', () => {
  it('reuses the newest key when none is left, under a new key id each time', async () => {
    const pool = new KeyPool(1);
    const taken = await Promise.all(Array.from({length: 8}, () => pool.take()));
    assert.equal(new Set(taken.map(({kid}) => kid)).size, 8);
    assert.equal(new Set(taken.map(({jwk}) => jwk.n)).size, 1);
    for (const {kid, jwk} of taken) assert.equal(jwk.kid, kid);
  });

  it('hands out an unused key as soon as one is ready', async () => {
    const pool = new KeyPool(1, {pauseFactor: 1});
    const first = await pool.take();
    let next: KeyPair;
    do {
      await nextTurn();
      next = await pool.take();
    } while (next.jwk.n === first.jwk.n);
    assert.notEqual(next.kid, first.kid);
  });
});
