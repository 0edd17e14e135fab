import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';

interface Entry {
  readonly name: string;
  readonly description?: string;
  readonly type?: {readonly text: string};
}
type Listed = 'attributes' | 'members' | 'events' | 'slots' | 'cssParts' | 'cssProperties' | 'cssStates';

interface Declaration extends Partial<Record<Listed, readonly Entry[]>> {
  readonly name: string;
  readonly tagName?: string;
}

const text = readFileSync('dist/custom-elements.json', 'utf8');
const {modules} = JSON.parse(text) as {
  modules: readonly {path: string; declarations: readonly Declaration[]}[];
};
const declarations = modules.flatMap((module) => module.declarations);
const lists = ['attributes', 'members', 'events', 'slots', 'cssParts', 'cssProperties', 'cssStates'] as const;

describe('custom-elements.json', () => {
  it('names only files of the package', () => {
    const paths = [...text.matchAll(/"(?:path|module)": "([^"]+)"/g)].map(([, path]) => path!);
    assert.ok(paths.length > 0);
    for (const path of paths) assert.ok(path.startsWith('dist/') && existsSync(path), path);
  });

  it('declares every class that card-vault exports', () => {
    const exported = JSON.parse(readFileSync('test/house/exports.json', 'utf8')) as Record<string, string[]>;
    // Their classes come with the parts that are loaded when the fields are live.
    const asTypes = ['CardVaultCoveredEvent', 'CardVaultPaidEvent'];
    assert.deepEqual(
      declarations.map(({name}) => name).sort(),
      [...exported['.']!, ...exported['./list']!, ...asTypes].sort(),
    );
  });

  const elements = declarations.filter(({tagName}) => tagName);
  assert.equal(elements.length, 3);
  for (const element of elements) {
    it(`describes everything of <${element.tagName}>`, () => {
      for (const list of lists) {
        const bare = (element[list] ?? []).filter(({description}) => !description).map(({name}) => name);
        assert.deepEqual(bare, [], list);
      }
    });

    it(`has nothing private of <${element.tagName}>`, () => {
      assert.doesNotMatch(JSON.stringify(element), /"privacy"|"#/);
    });

    it(`names the class of every event of <${element.tagName}>`, () => {
      for (const {name, type} of element.events ?? [])
        assert.ok(
          // What every form control fires has no class of its own.
          type?.text === 'Event' || declarations.some((declaration) => declaration.name === type?.text),
          name,
        );
    });
  }
});
