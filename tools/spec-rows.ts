// Prints each row of the specification with the tests that show it: `node --import tsx tools/spec-rows.ts`.
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {suites} from '../service/test/support/on-postgres.js';
import {rows} from '../service/test/rules/rows.js';

const folder = new URL('../service/test/', import.meta.url);

export interface RowTest {
  /** File, by its path from the repository. */
  readonly file: string;
  readonly title: string;
}

export interface SpecRow {
  /** Its address in the specification, such as `3.1 step 9`. */
  readonly address: string;
  readonly says: string;
  /** Tests named after the row; each runs on PGlite and on PostgreSQL. */
  readonly tests: readonly RowTest[];
}

const string = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")`;
/** `rule('3.1 step 9', 'says', …)`. */
const ruled = new RegExp(String.raw`\brule\(\s*${string},\s*${string}`, 'g');
/** `it('… (spec 8.2)', …)`. */
const named = new RegExp(String.raw`\bit\(\s*${string}`, 'g');

function testsOf(source: string): readonly {readonly address: string; readonly title: string}[] {
  const byRule = [...source.matchAll(ruled)].map(([, one, other, says, said]) => ({
    address: one ?? other ?? '',
    title: says ?? said ?? '',
  }));
  const byTitle = [...source.matchAll(named)].flatMap(([, one, other]) => {
    const title = one ?? other ?? '';
    return Object.keys(rows)
      .filter((address) => new RegExp(String.raw`\bspec ${address}(?![\w.])`).test(title))
      .map((address) => ({address, title}));
  });
  return [...byRule, ...byTitle];
}

/** Every row with its tests, in the order of the specification. */
export function specRows(): readonly SpecRow[] {
  const tests = suites.flatMap((file) =>
    testsOf(readFileSync(new URL(file, folder), 'utf8')).map((test) => ({
      ...test,
      file: `service/test/${file}`,
    })),
  );
  return Object.entries(rows).map(([address, says]) => ({
    ...{address, says},
    tests: tests.filter((test) => test.address === address).map(({file, title}) => ({file, title})),
  }));
}

/** The table, for people. */
export function specTable(): string {
  const table = specRows();
  const lines = table.map(({address, says, tests}) =>
    [
      `| ${address} | ${says} |`,
      tests.map(({file, title}) => `${title} (\`${file}\`)`).join('<br>') || '**none**',
      '|',
    ].join(' '),
  );
  const empty = table.filter(({tests}) => tests.length === 0).length;
  const count = table.reduce((sum, {tests}) => sum + tests.length, 0);
  return [
    '| row | what the specification says | tests, on PGlite and PostgreSQL |',
    '| --- | --- | --- |',
    ...lines,
    '',
    `${table.length} rows, ${count} tests, ${empty} rows without a test.`,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(specTable());
  if (specRows().some(({tests}) => tests.length === 0)) process.exitCode = 1;
}
