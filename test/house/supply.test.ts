import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {componentList, runtimeClosure} from '../../tools/build/sbom.js';

interface Locked {
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly link?: boolean;
}
const lock = readFileSync('package-lock.json', 'utf8');
const {packages} = JSON.parse(lock) as {packages: Readonly<Record<string, Locked>>};
const manifest = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly publishConfig?: {readonly provenance?: boolean};
  };

void describe('the supply chain (B10)', () => {
  it('card-vault installs at most two packages of others directly, the service at most twelve', () => {
    assert.ok(Object.keys(manifest('package.json').dependencies).length <= 2);
    assert.ok(Object.keys(manifest('service/package.json').dependencies).length <= 12);
  });

  // shows: attack 21
  it('no package that is installed to run has an install script, and packages are installed without scripts', () => {
    for (const folder of ['.', 'service'] as const)
      for (const path of runtimeClosure(lock, folder)) assert.ok(!packages[path]!.hasInstallScript, path);
    for (const file of ['tools/start/setup.mjs', '.ci/run'])
      assert.match(readFileSync(file, 'utf8'), /--ignore-scripts/, file);
  });

  it('every locked package has a hash', () => {
    for (const [path, {integrity, link}] of Object.entries(packages))
      if (path.includes('node_modules/') && !link) assert.match(integrity ?? '', /^sha512-/, path);
  });

  it('both packages are published with provenance', () => {
    for (const path of ['package.json', 'service/package.json'])
      assert.equal(manifest(path).publishConfig?.provenance, true, path);
  });

  // shows: attack 21
  it('the component lists name every package with version, hash and licence, and nothing that changes', () => {
    for (const [folder, known] of [
      ['.', ['lit', '@lit/context', '@lit/react']],
      ['service', ['hono', 'pg', '@electric-sql/pglite', 'pg-protocol']],
    ] as const) {
      const text = componentList(lock, folder);
      assert.equal(text, componentList(lock, folder));
      const list = JSON.parse(text) as {
        bomFormat: string;
        components: {
          name: string;
          purl: string;
          hashes?: {alg: string; content: string}[];
          licenses?: object[];
        }[];
      };
      assert.equal(list.bomFormat, 'CycloneDX');
      const names = list.components.map(({name}) => name);
      for (const name of known) assert.ok(names.includes(name), name);
      // What the build puts inside a package's files stands in their notices.
      const notices = readFileSync(`${folder}/dist/THIRD-PARTY.txt`, 'utf8');
      for (const [, name] of notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm))
        assert.ok(names.includes(name!), name);
      for (const {purl, hashes, licenses} of list.components) {
        assert.match(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
        assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, purl);
        assert.ok(licenses, purl);
      }
      assert.doesNotMatch(text, /timestamp|serialNumber/);
    }
  });
});
