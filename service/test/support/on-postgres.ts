import {readFileSync, readdirSync} from 'node:fs';
import {it} from 'node:test';
import {postgresMissing, testOnPostgres} from './engine.js';

/** About a database folder or the thread it is worked with in, which this engine has not. */
const ofFolders = ['secrets.test.ts', 'thread.test.ts'];
/** About pages in a browser: what they ask of the service is asked by other suites as well. */
const ofPages = [
  'openapi/docs-pages.test.ts',
  'dashboard/calendar.test.ts',
  'dashboard/calendar-page.test.ts',
  'dashboard/dashboard.test.ts',
];
const folder = new URL('../', import.meta.url);

/** Test files of the room, by their path from its folder. */
const files = (within = ''): string[] =>
  readdirSync(new URL(within, folder), {withFileTypes: true}).flatMap((entry) =>
    entry.isDirectory() ? files(`${within}${entry.name}/`) : [`${within}${entry.name}`],
  );

/** Every suite that works on a database of the engine under test. */
export const suites: readonly string[] = files().filter(
  (file) =>
    file.endsWith('.test.ts') &&
    !file.startsWith('postgres') &&
    ![...ofFolders, ...ofPages].includes(file) &&
    /startTestService|startRealService|openTestDatabase/.test(readFileSync(new URL(file, folder), 'utf8')),
);

/** Runs every other suite, beginning with the first or the second, a second time: on PostgreSQL, a database for each service. */
export async function repeatOnPostgres(half: 0 | 1): Promise<void> {
  if (postgresMissing !== false) return void it('every other suite, on PostgreSQL', {skip: postgresMissing});
  testOnPostgres();
  for (const [index, file] of suites.entries()) {
    if (index % 2 === half) await import(new URL(file, folder).href);
  }
}
