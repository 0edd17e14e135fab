import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {describe, it} from 'node:test';
import {furtherTests} from '../../tools/further.mjs';

interface Suite {
  readonly title: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly {readonly title: string}[];
}

const titlesOf = ({suites = [], specs}: Suite, above: readonly string[] = []): string[] => [
  ...specs.map(({title}) => [...above, title].join(' › ')),
  ...suites.flatMap((suite) => titlesOf(suite, [...above, suite.title])),
];

/** All tests of `test/e2e`, by file, as the runner lists them. */
function listed(matrix: string): ReadonlyMap<string, readonly string[]> {
  const runner = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'test/e2e/playwright.config.ts'];
  const {stdout, stderr} = spawnSync(process.execPath, [...runner, '--list', '--reporter=json'], {
    encoding: 'utf8',
    env: {...process.env, CARD_VAULT_MATRIX: matrix},
    maxBuffer: 100_000_000,
  });
  assert.ok(stdout, stderr);
  const {suites} = JSON.parse(stdout) as {suites: readonly Suite[]};
  return new Map(suites.map((suite) => [suite.title.replace('.spec.ts', ''), titlesOf(suite)]));
}

describe('the tests of test/e2e that npm test leaves out', () => {
  it('are named by the title of another test of their file, which npm test runs', () => {
    const [all, some] = [listed('whole'), listed('')];
    for (const [file, left] of Object.entries(furtherTests)) {
      const before = all.get(file) ?? [];
      const run = some.get(file) ?? [];
      const covered = left.flatMap(([title, cover]) => {
        const own = before.filter((one) => title.test(one));
        assert.notDeepEqual(own, [], `${file}: no test is called ${title.source}`);
        return own.map((one) => [one, one.replace(title, cover)] as const);
      });
      for (const [one, cover] of covered)
        assert.ok(
          run.includes(cover),
          `${file}: “${one}” is not covered by “${cover}”, which npm test does not run`,
        );
      const gone = before.filter((one) => !run.includes(one));
      assert.deepEqual(gone.sort(), covered.map(([one]) => one).sort(), file);
    }
    const drawn = /^(matrix|cards|bank-kinds)$/;
    for (const [file, before] of all)
      if (!(file in furtherTests) && !drawn.test(file)) assert.deepEqual(some.get(file), before, file);
  });
});
