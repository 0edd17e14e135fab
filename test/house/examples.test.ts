import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {describe, it} from 'node:test';
import {manifestOf, stacks} from '../stacks/support/stacks.js';

/** Servers on the sources: test/runtimes/examples.test.ts. */
const onSources = ['express', 'fastify', 'hono', 'koa', 'php', 'python'];
const folders = readdirSync('examples').filter((name) => !onSources.includes(name));
const versions = [
  ['card-vault', 'package.json'],
  ['card-vault-service', 'service/package.json'],
].map(([name, file]) => {
  const {version} = JSON.parse(readFileSync(file!, 'utf8')) as {readonly version: string};
  return [name!, `file:../../${name}-${version}.tgz`] as const;
});

/** The files that a reader copies; what npm and the frameworks make is not there in a fresh clone. */
const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(join('examples', folder), {recursive: true, encoding: 'utf8'})
    .filter((path) => !/(^|\/)(node_modules|dist|build|\.\w[\w-]*)\//.test(path))
    .filter((path) => /\.(ts|tsx|vue|svelte|astro|mjs|html|json)$/.test(path))
    .filter((path) => !/^(package(-lock)?|tsconfig)\.json$/.test(basename(path)))
    .map((path) => join('examples', folder, path));

/**
 * Lines that are there for card-vault: those that name the packages or the kit, and what they open until it is closed. Comments,
 * lines of brackets alone and imports of the shop's own files are not counted.
 */
function linesForCardVault(text: string): readonly string[] {
  const code = text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->/g, '').replace(/(^|\s)\/\/ .*$/gm, '');
  const found: string[] = [];
  let open = 0;
  for (const line of code.split('\n')) {
    const names = /card-?vault|\bvault\b/i.test(line) && !/from '(\.|#lib)/.test(line);
    if (!names && open <= 0) continue;
    if (/\w/.test(line)) found.push(line.trim());
    open = Math.max(open, 0) + (line.match(/[([{]/g) ?? []).length - (line.match(/[)\]}]/g) ?? []).length;
  }
  return found;
}

describe('the example of each framework', () => {
  it('is in the table of those that are run', () => {
    assert.deepEqual(folders.toSorted(), Object.keys(stacks).toSorted());
  });

  it('counts what a line opens, and neither comments nor files of its own', () => {
    const text =
      "import {vault} from './vault.ts';\n// vault\nf(vault, {\n  a: 1,\n});\nb();\n<card-vault></card-vault>\n";
    assert.deepEqual(linesForCardVault(text), ['f(vault, {', 'a: 1,', '<card-vault></card-vault>']);
  });

  it('on Express has the lines that the comparison with others counts', () => {
    const lines = readFileSync('examples/express/shop.mjs', 'utf8').split('\n');
    const code = lines.filter((line) => /\S/.test(line) && !/^\s*\/\//.test(line));
    const [, counted] =
      /\[Here, on Express\].*?\|\s*(\d+) \|/.exec(readFileSync('site/compare.md', 'utf8')) ?? [];
    assert.equal(Number(counted), code.length);
  });

  for (const name of folders) {
    it(`${name} has at most fifteen lines for card-vault, on page and server together`, () => {
      const lines = sourcesOf(name).flatMap((file) => linesForCardVault(readFileSync(file, 'utf8')));
      assert.ok(lines.length > 8 && lines.length <= 15, `${lines.length}:\n${lines.join('\n')}`);
    });

    it(`${name} names both packages as npm packs them here, and all others by exact versions`, () => {
      const {dependencies, devDependencies} = manifestOf(name);
      const all = {...dependencies, ...devDependencies};
      for (const [packed, file] of versions) assert.equal(all[packed], file);
      const others = Object.entries(all).filter(([one]) => !versions.some(([packed]) => packed === one));
      assert.deepEqual(
        others.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
        [],
      );
    });

    it(`${name} has a README of at most 20 lines and a page of the site with its code`, () => {
      assert.ok(readFileSync(`examples/${name}/README.md`, 'utf8').split('\n').length <= 20);
      assert.ok(
        readFileSync(`site/start/${name}.md`, 'utf8').includes(`](../../examples/${name}/README.md)`),
      );
    });
  }
});
