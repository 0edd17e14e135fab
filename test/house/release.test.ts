// Further: a release of a copy; its scripts: `test/house/scripts.test.ts`.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';

const address = 'https://git.example/card-vault';
const release = resolve('tools/build/release.mjs');

interface Manifest {
  version: string;
  config?: {repository: string};
  readonly [key: string]: unknown;
}

describe('npm run release, on a copy', () => {
  const copy = mkdtempSync(join(tmpdir(), 'card-vault-copy-'));
  const read = (path: string) => readFileSync(join(copy, path), 'utf8');
  const write = (path: string, text: string) => writeFileSync(join(copy, path), text);
  const manifestOf = (path: string) => JSON.parse(read(path)) as Manifest;
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [release, ...args], {cwd: copy, encoding: 'utf8'});

  /** Sets the address, and puts a heading, a version and a guide back to what a release needs. */
  function prepare({repository = address, heading = '', service = '', guide = ''} = {}): void {
    write('site/support.md', `# Support\n\n${guide}\n`);
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
    write('package.json', JSON.stringify({...manifest, config: {repository}}));
    write('CHANGELOG.md', `# Changelog\n\n${heading || `## ${manifest.version} (1 May 2026)`}\n`);
    const own = JSON.parse(readFileSync('service/package.json', 'utf8')) as Manifest;
    write('service/package.json', JSON.stringify({...own, version: service || own.version}));
  }

  before(() => {
    for (const folder of ['service', 'create']) mkdirSync(join(copy, folder));
    const documents = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'LICENSE',
      'docs',
      'site',
      'src',
      'demo',
      'examples',
    ];
    const built = ['package-lock.json', 'dist', 'service/README.md', 'service/bin', 'service/dist'];
    const create = ['README.md', 'bin.mjs', 'package.json', 'templates.mjs', 'write.mjs'];
    for (const file of [...documents, ...built, ...create.map((name) => `create/${name}`)])
      cpSync(file, join(copy, file), {recursive: true, filter: (path) => !path.endsWith('.tar.gz')});
    // What is true before the first release.
    for (const file of ['README.md', 'create/README.md', 'site/start/index.md'])
      write(file, read(file).replace(/not on npm yet|after the release|unreleased/g, 'on npm'));
  });
  after(() => rmSync(copy, {recursive: true, force: true}));

  for (const [what, settings, said] of [
    ['an empty address', {repository: ''}, /config\.repository is empty/],
    ['a change log without the version', {heading: '## 0.0.1'}, /CHANGELOG\.md: there is no/],
    ['a version that is marked as unreleased', {heading: '## 0.1.0 (unreleased)'}, /unreleased/],
    ['packages of two versions', {service: '9.9.9'}, /9\.9\.9 is not/],
    [
      'a guide that says they are not published',
      {guide: 'Not on npm yet.'},
      /site\/support\.md:3: "Not on npm/,
    ],
  ] as const) {
    it(`refuses ${what}, and packs nothing`, () => {
      prepare(settings);
      const {status, stderr} = run();
      assert.equal(status, 1);
      assert.match(stderr, said);
      assert.ok(!readdirSync(copy).includes('dist-packages'));
    });
  }

  it('refuses a README with a link to a file that is not there', () => {
    prepare();
    write('service/README.md', 'See [this](docs/missing.md).');
    const {status, stderr} = run('--ready');
    cpSync('service/README.md', join(copy, 'service/README.md'));
    assert.equal(status, 1);
    assert.match(stderr, /docs\/missing\.md leads nowhere/);
  });

  it('packs all with the address, and with links that work from anywhere', () => {
    prepare();
    write(
      'service/README.md',
      '[a](../docs/flow.md#b) ![c](../docs/demo.png) `[d](e)` <https://f.example> [g](#h)',
    );
    const before = read('package.json');
    const {status, stderr} = run();
    assert.equal(status, 0, stderr);
    assert.equal(read('package.json'), before, 'the work tree stays as it is');

    const {version} = manifestOf('package.json');
    for (const [name, directory] of [
      ['card-vault', undefined],
      ['card-vault-service', 'service'],
      ['create-card-vault', 'create'],
    ] as const) {
      const folder = join(copy, name);
      mkdirSync(folder);
      execFileSync('tar', ['-xzf', join('..', 'dist-packages', `${name}-${version}.tgz`)], {cwd: folder});
      const packed = manifestOf(`${name}/package/package.json`);
      assert.deepEqual(packed['repository'], {
        ...{type: 'git', url: `git+${address}.git`},
        ...(directory && {directory}),
      });
      assert.deepEqual(packed['bugs'], {url: `${address}/issues`});
      assert.match(String(packed['homepage']), /^https:\/\/git\.example\/card-vault.*#readme$/);
      assert.ok(packed['keywords']);
      assert.ok(!('config' in packed) && !('devDependencies' in packed));
      const files = readdirSync(join(folder, 'package'));
      for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) assert.ok(files.includes(file), file);
    }
    assert.ok(read('create-card-vault/package/templates/stacks.json').includes('express'));
    const readme = read('card-vault/package/README.md').replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, target] of readme.matchAll(/\]\(([^)\s]+)/g)) assert.match(target!, /^(https?:\/\/|#)/);
    assert.equal(
      read('card-vault-service/package/README.md'),
      `[a](${address}/blob/v${version}/docs/flow.md#b) ![c](${address}/raw/v${version}/docs/demo.png) ` +
        '`[d](e)` <https://f.example> [g](#h)',
    );
  });
});
