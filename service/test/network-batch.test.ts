import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {batch} from '../src/simulators/network/batch.js';

void describe('calls in one turn of the event loop', () => {
  void it('share one statement, and each gets its own answer', async () => {
    const asked: (readonly number[])[] = [];
    const double = batch((numbers: readonly number[]) => {
      asked.push(numbers);
      return Promise.resolve(numbers.map((number) => 2 * number));
    });
    assert.deepEqual(await Promise.all([double(1), double(2), double(3)]), [2, 4, 6]);
    assert.equal(await double(4), 8);
    assert.deepEqual(asked, [[1, 2, 3], [4]]);
  });

  void it('fail together without affecting later calls', async () => {
    let fails = true;
    const ask = batch((names: readonly string[]) =>
      fails ? Promise.reject(new Error('cut off')) : Promise.resolve(names),
    );
    const [first, second] = await Promise.allSettled([ask('a'), ask('b')]);
    assert.deepEqual([first.status, second.status], ['rejected', 'rejected']);
    fails = false;
    assert.equal(await ask('c'), 'c');
  });
});
