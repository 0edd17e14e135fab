import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, beforeEach, describe, it} from 'node:test';
import {KeyedUnit, inUnit} from '../src/platform/idempotency/unit-of-work.js';
import {
  createIdempotencyStore,
  type IdempotencyStore,
  idempotencyMigrations,
} from '../src/platform/idempotency/store.js';
import type {Database} from '../src/platform/storage/database.js';
import {guardMigrations, guarded} from '../src/platform/storage/guard.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {heartbeatMigrations} from '../src/platform/storage/heartbeat.js';
import {openTestDatabase} from './support/database.js';
import {testVault} from './microform/support.js';

const answer = {status: 200, body: {done: true}};
const insert = 'INSERT INTO marks (name) VALUES ($1)';

describe('a unit of work (decision 0052)', () => {
  let database: Database;
  const marks = async () =>
    (await database.query<{name: string}>('SELECT name FROM marks ORDER BY name')).map(({name}) => name);

  before(async () => {
    database = await openTestDatabase();
    await migrate(database, [...guardMigrations, ...idempotencyMigrations, ...heartbeatMigrations]);
    await database.query('CREATE TABLE marks (name text PRIMARY KEY)');
  });
  beforeEach(() => database.query('DELETE FROM marks'));
  after(() => database.close());

  it('commits queries and last statements together, then runs the after-commit hooks', async () => {
    const calls: string[] = [];
    await inUnit(database, async (unit) => {
      await unit.query(insert, ['now']);
      unit.atEnd(insert, ['last']);
      unit.afterCommit(() => calls.push('committed'));
      assert.deepEqual(calls, []);
    });
    assert.deepEqual(await marks(), ['last', 'now']);
    assert.deepEqual(calls, ['committed']);
  });

  it('rolls back work that throws, releases its leases, and runs no after-commit hook', async () => {
    const calls: string[] = [];
    const thrown = new Error('The bank is closed.');
    const work = inUnit(database, async (unit) => {
      await unit.lease([{sql: insert, parameters: ['claim']}]);
      assert.deepEqual(await marks(), ['claim'], 'on record before anything outside is asked');
      unit.onRollBack(() => database.query(`DELETE FROM marks WHERE name = 'claim'`));
      unit.afterCommit(() => calls.push('committed'));
      unit.atEnd(insert, ['last']);
      await unit.query(insert, ['now']);
      throw thrown;
    });
    await assert.rejects(work, (error) => error === thrown);
    assert.deepEqual(await marks(), []);
    assert.deepEqual(calls, []);
  });

  it('rolls back when a guard finds no row, with that guard’s refusal', async () => {
    const missing = (name: string) =>
      guarded(name, {sql: 'UPDATE marks SET name = $1 WHERE name = $2', parameters: [name, 'nobody']});
    const work = inUnit(database, async (unit) => {
      unit.atEnd(insert, ['effect']);
      unit.require(missing('second'), () => new Error('second'));
      unit.require(missing('first'), () => new Error('first'), {first: true});
      await Promise.resolve();
    });
    await assert.rejects(work, {message: 'first'});
    assert.deepEqual(await marks(), []);
  });

  it('returns the rows of a last statement after the commit', async () => {
    let rows: Promise<{name: string}[]> | undefined;
    await inUnit(database, async (unit) => {
      rows = unit.atEnd<{name: string}>(`${insert} RETURNING name`, ['returned']).rows;
      await Promise.resolve();
    });
    assert.deepEqual(await rows, [{name: 'returned'}]);
  });

  it('is not undone by an error in an after-commit hook', async () => {
    const unit = new KeyedUnit(database);
    unit.atEnd(insert, ['kept']);
    unit.onRollBack(() => database.query('DELETE FROM marks'));
    await unit.commit(answer);
    await assert.rejects(unit.rollBack(new Error('late')), {message: 'late'});
    assert.deepEqual(await marks(), ['kept']);
  });

  describe('of a request', () => {
    let store: IdempotencyStore;
    before(() => {
      store = createIdempotencyStore({database, vault: testVault(), clock: {now: () => new Date()}});
    });
    const request = () => ({merchant: 'mer_1', scope: randomUUID(), body: '{}'});

    for (const way of ['once', 'onceDatabaseOnly', 'onceStaged'] as const) {
      it(`${way}: a handler that throws leaves no effect and no key; the same key may be used again`, async () => {
        const keyed = request();
        const failed = store[way](keyed, async (unit) => {
          unit.atEnd(insert, ['half']);
          await Promise.resolve();
          throw new Error('no');
        });
        await assert.rejects(failed, {message: 'no'});
        assert.deepEqual(await marks(), []);
        assert.deepEqual(await database.query('SELECT 1 FROM idempotency_keys'), []);
        const first = await store[way](keyed, (unit) => {
          unit.atEnd(insert, ['whole']);
          return unit.commit(answer);
        });
        assert.deepEqual(first, {answer, replayed: false});
        const again = await store[way](keyed, () => assert.fail('It ran a second time.'));
        assert.deepEqual(again, {answer, replayed: true});
        assert.deepEqual(await marks(), ['whole']);
        await database.query('DELETE FROM idempotency_keys');
      });

      it(`${way}: an effect whose answer cannot be recorded does not take place`, async () => {
        await database.query(
          'ALTER TABLE idempotency_keys ADD CONSTRAINT cut CHECK (sealed_answer IS NULL) NOT VALID',
        );
        const cut = store[way](request(), async (unit) => {
          unit.atEnd(insert, ['last']);
          return unit.commit(answer);
        });
        await assert.rejects(cut);
        await database.query('ALTER TABLE idempotency_keys DROP CONSTRAINT cut');
        assert.deepEqual(await marks(), []);
        assert.deepEqual(await database.query('SELECT 1 FROM idempotency_keys'), []);
      });
    }
  });
});
