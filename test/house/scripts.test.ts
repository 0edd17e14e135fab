import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, describe, it} from 'node:test';
import {flowDocument} from '../../tools/docs/flow-document.js';
import {tableBelow} from './support/markdown.js';

const {scripts} = JSON.parse(readFileSync('package.json', 'utf8')) as {scripts: Record<string, string>};

describe('the scripts of package.json', () => {
  it('are at most 16, and each has its line in CONTRIBUTING', () => {
    const names = Object.keys(scripts);
    assert.ok(names.length <= 16, `${names.length} scripts`);
    const lines = tableBelow('CONTRIBUTING.md', 'Scripts').map(([name = '']) => name.replaceAll('`', ''));
    assert.deepEqual(lines, names);
  });

  it('are the ones that sources, documents and messages name', () => {
    const texts = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.ci/run'];
    const folders = ['docs', 'site', 'src', 'service/src', 'service/test', 'test', 'demo', 'bench', 'tools'];
    const below = (folder: string) =>
      readdirSync(folder, {recursive: true, encoding: 'utf8'}).map((name) => join(folder, name));
    const named = [...texts, ...folders.flatMap(below)]
      .filter((file) => /(\.(tsx?|mjs|md|css)|run)$/.test(file) && !/node_modules|\bdist\b/.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bnpm run ([a-z][\w:-]*)/g)])
      .map(([, name]) => name!);
    assert.ok(named.length > 50, `${named.length} found`);
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    );
  });
});

describe('npm run docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-docs-'));
  const file = join(folder, 'docs/flow.md');
  const tool = resolve('tools/docs/docs.ts');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), tool, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  mkdirSync(join(folder, 'docs'));
  after(() => rmSync(folder, {recursive: true, force: true}));

  it('writes a file that is not what its source gives; with --check it only says so, and fails', () => {
    writeFileSync(file, 'of another day');
    const {status, stderr} = run('flow', '--check');
    assert.equal(status, 1);
    assert.match(stderr, /^docs\/flow\.md is not what its source gives\. Run: npm run docs -- flow$/m);
    assert.equal(readFileSync(file, 'utf8'), 'of another day');
    assert.equal(run('flow').status, 0);
    assert.equal(readFileSync(file, 'utf8'), flowDocument());
    assert.equal(run('flow', '--check').status, 0);
  });

  it('refuses a generator that there is not, and names those that there are', () => {
    const {status, stderr} = run('flows');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /^flows is no generator\. Generators: flow, (?:[\w-]+, )+pictures, looks-pictures, looks-variables, shopper-pictures\.$/m,
    );
  });
});
