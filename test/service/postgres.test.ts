import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import type {Database} from '../../src/service/storage/database.js';
import {openTestDatabase} from './support/database.js';
import {postgresMissing, testOnPostgres} from './support/engine.js';

/** About a database folder or the thread it is worked with in, which this engine has not. */
const ofFolders = ['secrets.test.ts', 'thread.test.ts'];
/** About pages that no database has a part in. */
const ofPages = ['openapi/docs-pages.test.ts'];
const folder = new URL('./', import.meta.url);

/** Test files of this folder and those in it, by their path from here. */
const files = (within = ''): string[] =>
  readdirSync(new URL(within, folder), {withFileTypes: true}).flatMap((entry) =>
    entry.isDirectory() ? files(`${within}${entry.name}/`) : [`${within}${entry.name}`],
  );

/**
 * Every suite that works on a database of the engine under test runs here a second time, on PostgreSQL: one server for all of
 * them, a database for each service.
 */
const suites = files().filter(
  (file) =>
    file.endsWith('.test.ts') &&
    !import.meta.url.endsWith(`/${file}`) &&
    ![...ofFolders, ...ofPages].includes(file) &&
    /startTestService|startRealService|openTestDatabase/.test(readFileSync(new URL(file, folder), 'utf8')),
);

describe('on PostgreSQL', {skip: postgresMissing}, () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());

  it('the engine is a real server, and no suite is left out', async () => {
    const [row] = await database.query<{version: string}>('SELECT version()');
    assert.match(row!.version, /^PostgreSQL \d+(?!.*emscripten)/i);
    for (const name of [
      ...['journey', 'order', 'idempotency', 'wallet', 'storage', 'payments'],
      ...['faults/requests', 'dashboard/dashboard', 'sandbox/views'],
    ]) {
      assert.ok(suites.includes(`${name}.test.ts`), name);
    }
  });
});

if (postgresMissing === false) {
  testOnPostgres();
  for (const file of suites) await import(new URL(file, folder).href);
}
