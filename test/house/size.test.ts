import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {languages} from '../../src/texts/index.js';

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

  it('the first screen of every language, and the address of every country, are at most 2 kB', () => {
    const {stdout} = spawnSync(process.execPath, ['tools/build/size.mjs'], {encoding: 'utf8'});
    const sizes = new Map(
      [...stdout.matchAll(/^ {2}on demand: (.+): (\d+) bytes/gm)].map(([, name, size]) => [
        name!,
        Number(size),
      ]),
    );
    const tags = Object.keys(languages).filter((tag) => tag !== 'en');
    const countries = [...sizes.keys()].filter((name) => name.startsWith('country-'));
    assert.ok(countries.length > 30, String(countries.length));
    for (const name of [...tags, ...countries])
      assert.ok(sizes.get(name)! <= 2000, `${name}: ${sizes.get(name)}`);
  });
});
