import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | {types: string; default: string}>;
  version: string;
  dependencies: Record<string, string>;
};

/** What each subpath exports at run time. Adding is fine and is done here too; renaming is not. */
const exported = JSON.parse(readFileSync('test/house/exports.json', 'utf8')) as Record<string, string[]>;

describe('the public subpaths', () => {
  it('are those of the design', () => {
    const subpaths = [
      '.',
      './define',
      './list',
      './define-list',
      './parts',
      './define-parts',
      './react',
      './react/list',
      './react/parts',
      './vue',
      './vue/list',
      './vue/parts',
      './server',
      './server/node',
      './protocol',
      './contract',
      './inspector',
      './define-inspector',
      './card-vault-inspector.js',
      './testing',
      './elements',
      './jsx',
      './vue/global',
      './svelte',
      './custom-elements.json',
      './web-types.json',
      './vscode.html-custom-data.json',
      './first-paint.css',
      './presets/*.css',
      './integrity.json',
      './card-vault.js',
      './card-vault-list.js',
      './card-vault-parts.js',
    ];
    for (const subpath of subpaths) assert.ok(manifest.exports[subpath], `${subpath} is missing`);
  });

  for (const [subpath, names] of Object.entries(exported)) {
    // shows: peers 50
    it(`card-vault${subpath.slice(1)} exports exactly what is listed, and can be imported on a server`, async () => {
      const target = manifest.exports[subpath];
      assert.ok(typeof target === 'object', `${subpath} has types and a module`);
      assert.ok(existsSync(target.default), `${target.default} is not built`);
      const module = (await import(`card-vault${subpath.slice(1)}`)) as Record<string, unknown>;
      assert.deepEqual(Object.keys(module).sort(), [...names].sort());
    });
  }

  for (const [script, subpath] of [
    ['card-vault', '.'],
    ['card-vault-list', './list'],
    ['card-vault-parts', './parts'],
    ['card-vault-inspector', './inspector'],
  ] as const)
    it(`the ready script ${script}.js exports what card-vault${subpath.slice(1)} exports`, () => {
      // It registers the elements, so it can only run in a browser.
      const code = readFileSync(`dist/${script}.js`, 'utf8');
      const [, list = ''] = /export(?: const)?\{([^}]*)\}/.exec(code) ?? [];
      const names = list.split(',').map((entry) =>
        entry
          .split(/\s+as\s+/)
          .at(-1)
          ?.trim(),
      );
      assert.deepEqual(names.sort(), [...exported[subpath]!].sort());
    });

  it('every subpath with a module has its list', () => {
    const withModules = Object.entries(manifest.exports)
      .filter(([subpath, target]) => typeof target === 'object' && !subpath.endsWith('.js'))
      .map(([subpath]) => subpath);
    assert.deepEqual(Object.keys(exported).sort(), withModules.sort());
  });

  it('the page needs Lit and nothing else', () => {
    assert.deepEqual(Object.keys(manifest.dependencies).sort(), ['@lit/context', 'lit']);
  });

  it('card-vault-service exports exactly what is listed', async () => {
    const module: Record<string, unknown> = await import('card-vault-service');
    assert.deepEqual(Object.keys(module).sort(), ['OptionError', 'developmentKeys', 'startService']);
  });

  it('both packages have one version, and neither depends on the other', () => {
    const service = JSON.parse(readFileSync('service/package.json', 'utf8')) as typeof manifest;
    assert.equal(service.version, manifest.version);
    assert.ok(!('card-vault' in service.dependencies));
    assert.ok(!('card-vault-service' in manifest.dependencies));
  });
});
