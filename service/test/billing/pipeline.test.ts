import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createPipeline, type TakeSlice} from '../../src/domain/billing/pipeline.js';
import type {ChargeTask} from '../../src/domain/billing/task.js';
import type {Database, Transaction} from '../../src/platform/storage/database.js';

/** Waits until all work that is ready has run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A database that only counts its transactions. */
function countingDatabase() {
  const seen = {open: 0, most: 0, all: 0};
  const database = {
    async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
      seen.all++;
      seen.most = Math.max(seen.most, ++seen.open);
      await nextTurn();
      return work({} as Transaction).finally(() => seen.open--);
    },
  } as Database;
  return {seen, database};
}

/** Returns `count` slices of one row each, and then empty ones. */
function slices(count: number): TakeSlice {
  let left = count;
  return () => {
    const number = count - left + 1;
    if (left === 0) return Promise.resolve({rowCount: 0, tasks: []});
    left--;
    return Promise.resolve({rowCount: 1, tasks: [{number} as ChargeTask]});
  };
}

void describe('slices of due charges', () => {
  void it('are sent to the network at the same time, while transactions run one after another', async () => {
    const {seen, database} = countingDatabase();
    const answers: (() => void)[] = [];
    let settled = 0;
    const pipeline = createPipeline(database, async (_, through) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await through.transaction(() => Promise.resolve(settled++));
    });
    let taken: number | undefined;
    const ran = pipeline.run(slices(6)).then((rows) => (taken = rows));
    const until = async (wanted: () => boolean) => {
      for (let turns = 0; !wanted() && turns < 1000; turns++) await nextTurn();
      assert.ok(wanted());
    };
    await until(() => answers.length === 4);
    assert.deepEqual([settled, taken], [0, undefined], 'four wait for the network, and no fifth is taken');
    answers[2]!();
    await until(() => answers.length === 5 && settled === 1);
    for (const answer of answers) answer();
    await until(() => answers.length === 6);
    assert.equal(taken, undefined, 'what was taken is not done yet');
    answers[5]!();
    await ran;
    assert.deepEqual([taken, settled, seen.most], [6, 6, 1]);
  });

  void it('a failed slice ends the run only after the other slices have finished', async () => {
    const {database} = countingDatabase();
    const done: number[] = [];
    const pipeline = createPipeline(database, async ([task]) => {
      await nextTurn();
      if (task!.number === 2) throw new Error('no answer');
      for (let turns = 0; turns < 5; turns++) await nextTurn();
      done.push(task!.number);
    });
    const take = slices(100);
    await assert.rejects(pipeline.run(take), /no answer/);
    const before = done.length;
    assert.ok(before > 0 && before < 20, `${before} others`);
    assert.equal(done.includes(1), true);
    assert.ok((await pipeline.run(take)) > 0, 'and the next run goes on');
  });

  void it('stop after a time limit, so that the worker can stop', async () => {
    const {database} = countingDatabase();
    const pipeline = createPipeline(database, () => Promise.resolve());
    const taken = await pipeline.run(slices(1000));
    assert.ok(taken > 0 && taken < 1000, String(taken));
  });
});
