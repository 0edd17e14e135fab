import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Database} from '../src/platform/storage/database.js';
import {openTestDatabase} from './support/database.js';
import {postgresMissing} from './support/engine.js';
import {repeatOnPostgres, suites} from './support/on-postgres.js';

describe('on PostgreSQL', {skip: postgresMissing}, () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());

  it('the engine is a real server and runs every suite', async () => {
    const [row] = await database.query<{version: string}>('SELECT version()');
    assert.match(row!.version, /^PostgreSQL \d+(?!.*emscripten)/i);
    for (const name of [
      ...['saving', 'order', 'idempotency', 'wallet', 'storage', 'payments', 'billing', 'webhooks'],
      ...['faults/requests', 'sandbox/views', 'sandbox/billing-views'],
    ]) {
      assert.ok(suites.includes(`${name}.test.ts`), name);
    }
  });
});

await repeatOnPostgres(0);
