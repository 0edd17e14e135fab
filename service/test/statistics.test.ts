import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {coreMigrations} from '../src/schema.js';
import type {Database} from '../src/platform/storage/database.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {tableStatistics} from '../src/platform/worker/statistics.js';
import {openTestDatabase} from './support/database.js';

describe('statistics for the query planner', () => {
  let database: Database;
  let now = 0;
  before(async () => {
    database = await openTestDatabase();
    await migrate(database, coreMigrations);
  });
  after(() => database.close());

  const fill = (from: number, to: number) =>
    database.query(
      `INSERT INTO customers (token, merchant, is_guest, created_at, updated_at)
       SELECT 'cus_' || n, 'mer_one', false, now(), now() FROM generate_series($1::int, $2::int) AS n`,
      [from, to],
    );
  /** The number of pages of the table in its statistics, and now. */
  const pages = async () => {
    const [row] = await database.query<{counted: number; stored: number}>(
      `SELECT relpages AS counted, (pg_relation_size(oid) / current_setting('block_size')::int)::int AS stored
       FROM pg_class WHERE relname = 'customers'`,
    );
    return row!;
  };

  it('a row is found by its token, not by scanning a merchant, even without autovacuum', async () => {
    await fill(1, 600);
    await tableStatistics({database, nowMs: () => now}).run();
    const plan = await database.query<Record<string, string>>(
      `EXPLAIN SELECT * FROM customers WHERE token = 'cus_7' AND merchant = 'mer_one'`,
    );
    assert.match(JSON.stringify(plan), /customers_pkey/);
  });

  it('are updated when a table has grown several times, which is checked every few seconds', async () => {
    const statistics = tableStatistics({database, nowMs: () => now});
    await statistics.run();
    const first = await pages();
    assert.ok(first.counted > 0, 'it was counted');
    await fill(601, 9000);
    now += 4000;
    await statistics.run();
    const grown = await pages();
    assert.ok(grown.stored > 4 * first.counted, 'it has grown');
    now += 1000;
    await statistics.run();
    const last = await pages();
    assert.ok(last.counted * 4 >= last.stored, `${last.counted} of ${last.stored} pages were known`);
  });
});
