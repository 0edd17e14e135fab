import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {describe, it} from 'node:test';

describe('npm run check on sizes', () => {
  // shows: peers 59
  it('the form stays within its budgets, and every element and late part is weighed', () => {
    const {status, stdout} = spawnSync(process.execPath, ['tools/build/size.mjs'], {encoding: 'utf8'});
    assert.equal(status, 0, stdout);
    for (const tag of ['card-vault-list', 'card-vault-subscribe'])
      assert.match(stdout, new RegExp(`\\(${tag}\\): \\d+ bytes`), tag);
    const parts = readdirSync('dist/card-vault').filter((file) => file.endsWith('.js'));
    const weighed = [...stdout.matchAll(/^ {2}on demand: .+: \d+ bytes/gm)].length;
    // The others are the form and what brings its fields to life.
    assert.ok(weighed >= parts.length - 3 && weighed > 0, `${weighed} of ${parts.length}`);
  });
});
