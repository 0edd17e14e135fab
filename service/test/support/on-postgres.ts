import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {it} from 'node:test';
import {openTestDatabase} from './database.js';
import {postgresMissing, testOnPostgres} from './engine.js';

/** Suites about database folders and the database thread, which PostgreSQL does not have. */
const folderSuites = ['secrets.test.ts', 'thread.test.ts'];
/** Suites about pages in a browser. Other suites make the same requests. */
const pageSuites = [
  'openapi/docs-pages.test.ts',
  'dashboard/calendar.test.ts',
  'dashboard/calendar-page.test.ts',
  'dashboard/dashboard.test.ts',
  'dashboard/events-page.test.ts',
];
const folder = new URL('../', import.meta.url);

/** Paths of all files in a folder below `service/test`. */
const files = (within = ''): string[] =>
  readdirSync(new URL(within, folder), {withFileTypes: true}).flatMap((entry) =>
    entry.isDirectory() ? files(`${within}${entry.name}/`) : [`${within}${entry.name}`],
  );

/** All suites that use a database and can run on PostgreSQL. */
export const suites: readonly string[] = files().filter(
  (file) =>
    file.endsWith('.test.ts') &&
    !file.startsWith('postgres') &&
    ![...folderSuites, ...pageSuites].includes(file) &&
    /startTestService|startRealService|openTestDatabase/.test(readFileSync(new URL(file, folder), 'utf8')),
);

/**
 * Runs one half of the suites a second time, on PostgreSQL, with a new database for each service. Each half
 * has a process and a server of its own, so that two processors share the work.
 */
export async function repeatOnPostgres(half: 0 | 1): Promise<void> {
  if (postgresMissing !== false) return void it('every other suite, on PostgreSQL', {skip: postgresMissing});
  testOnPostgres();
  it('the engine of the repeated suites is a real server, and they are all there', async () => {
    const database = await openTestDatabase();
    const [row] = await database.query<{version: string}>('SELECT version()');
    await database.close();
    assert.match(row!.version, /^PostgreSQL \d+(?!.*emscripten)/i);
    for (const name of [
      ...['saving', 'order', 'idempotency', 'wallet', 'storage', 'payments', 'billing', 'webhooks'],
      ...['faults/requests', 'sandbox/views', 'sandbox/billing-views'],
    ]) {
      assert.ok(suites.includes(`${name}.test.ts`), name);
    }
  });
  for (const [index, file] of suites.entries()) {
    if (index % 2 === half) await import(new URL(file, folder).href);
  }
}
