import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import * as offered from '../../src/element/offered.js';
import type {Manifest} from '../../tools/build/elements/manifest.js';
import {elementsOf, propertiesOf} from '../../tools/build/elements/typings.js';
import {differences, lacks, namesIn, unknownTypes} from './support/elements.js';

const text = readFileSync('dist/custom-elements.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const declarations = manifest.modules.flatMap((module) => module.declarations);
const elements = elementsOf(manifest);
const {version, ...about} = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;

describe('custom-elements.json', () => {
  it('names only files of the package, and is itself where package.json says', () => {
    const paths = [...text.matchAll(/"(?:path|module)": "([^"]+)"/g)].map(([, path]) => path!);
    assert.ok(paths.length > 0);
    for (const path of [...paths, String(about['customElements']), String(about['web-types'])])
      assert.ok(path.startsWith('dist/') && existsSync(path), path);
  });

  it('declares every class that card-vault exports', () => {
    const exported = JSON.parse(readFileSync('test/house/exports.json', 'utf8')) as Record<string, string[]>;
    const entries = manifest.modules.map(({path}) => path.slice('dist/'.length, -'.js'.length));
    const subpaths = entries.map((entry) => (entry === 'index' ? '.' : `./${entry}`));
    const classes = subpaths.flatMap((subpath) => exported[subpath]!);
    const declared = declarations.map(({name}) => name);
    assert.deepEqual(
      classes.filter((name) => !declared.includes(name)),
      [],
    );
    // The classes of some events come with the parts that are loaded when the fields are live.
    const asTypes = declared.filter((name) => !classes.includes(name));
    for (const name of asTypes) assert.match(name, /^CardVault\w+Event$/);
  });

  it('has every element that is registered', () => {
    const files = readdirSync('src/element/exports').filter((file) => /^define.*\.ts$/.test(file));
    const tags = files.flatMap((file) => [
      ...readFileSync(`src/element/exports/${file}`, 'utf8').matchAll(
        /customElements\.define\(\s*'([\w-]+)'/g,
      ),
    ]);
    assert.deepEqual(elements.map(({tagName}) => tagName).sort(), tags.map(([, tag]) => tag).sort());
  });

  it('has every event that a page can listen to by its type', () => {
    const sources = readdirSync('src/element', {recursive: true, encoding: 'utf8'})
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`src/element/${file}`, 'utf8'));
    const maps = sources.flatMap((source) => [...source.matchAll(/interface (\w*EventMap) \{([^}]*)\}/g)]);
    for (const [, name] of maps) assert.equal(name, 'GlobalEventHandlersEventMap');
    const typed = maps.flatMap(([, , body]) =>
      [...body!.matchAll(/'([\w-]+)': \w+;/g)].map(([, name]) => name!),
    );
    const told = new Set(elements.flatMap(({events = []}) => events.map(({name}) => name)));
    assert.deepEqual([...told].filter((name) => name.startsWith('card-vault-')).sort(), typed.sort());
  });

  for (const declaration of declarations)
    it(`describes and types everything of ${declaration.name}`, () => {
      assert.deepEqual(lacks(declaration), []);
      assert.doesNotMatch(JSON.stringify(declaration), /"privacy"|"#/);
      assert.ok(declaration.summary ?? declaration.description);
    });

  it('names types that a shop can import', () => {
    assert.deepEqual(unknownTypes(manifest), []);
  });

  for (const {tagName, events = []} of elements)
    it(`names the type of every event of <${tagName}>`, () => {
      // What every form control fires has no type of its own.
      for (const {name, type} of events) assert.match(type?.text ?? '', /^(CardVault\w+)?Event$/, name);
    });

  it('is refused where a member or an event is added without a sentence or a type', () => {
    const [element] = elements;
    const bare = {name: 'bare', kind: 'field'} as const;
    assert.equal(lacks({...element!, members: [bare]}).length, 2);
    assert.equal(lacks({...element!, events: [{name: 'bare'}]}).length, 2);
    assert.equal(lacks({...element!, slots: [{name: 'bare'}]}).length, 1);
    const method = {...bare, kind: 'method', description: 'Does it.'} as const;
    assert.equal(lacks({...element!, members: [method]}).length, 1);
  });
});

describe('what is made from it', () => {
  it('is in the package that is published', () => {
    const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    const [packed] = JSON.parse(said) as {files: {path: string}[]}[];
    const paths = packed!.files.map(({path}) => path);
    for (const file of ['custom-elements.json', 'typings.js', ...Object.keys(namesIn)])
      assert.ok(paths.includes(`dist/${file}`), file);
  });

  for (const file of Object.keys(namesIn)) {
    const made = readFileSync(`dist/${file}`, 'utf8');

    // shows: peers 82
    it(`${file} lists every name, and no other`, () => {
      assert.deepEqual(differences(file, made, manifest), []);
    });

    it(`${file} with an unknown name is found, and one that lacks a name`, () => {
      const other = made.replaceAll('card-vault-list', 'card-vault-cards');
      assert.notEqual(other, made);
      const found = differences(file, other, manifest).join('\n');
      assert.match(found, /knows card-vault-cards/);
      assert.match(found, /lacks card-vault-list/);
    });
  }

  it('web-types.json has the version of the package', () => {
    const made = JSON.parse(readFileSync('dist/web-types.json', 'utf8')) as {version: string};
    assert.equal(made.version, version);
  });
});

describe('what the wrappers pass on', () => {
  const tables = Object.values(offered as object).filter(
    (one): one is offered.Offered => typeof one === 'object' && one !== null && 'methods' in one,
  );
  const sorted = (names: readonly string[]) => [...names].sort();

  for (const element of elements)
    it(`is every event and every method of <${element.tagName}>`, () => {
      const {events = [], members = []} = element;
      const own = sorted(events.map(({name}) => name).filter((name) => name.startsWith('card-vault-')));
      const methods = sorted(members.filter(({kind}) => kind === 'method').map(({name}) => name));
      const table = tables.find(({tagName}) => tagName === element.tagName);
      assert.ok(table, 'it has a table in src/element/offered.ts');
      assert.deepEqual(sorted(table.methods), methods);
      // The list passes on what the form in it says of another card.
      const passed = sorted(Object.values(table.events));
      assert.deepEqual(
        own.filter((name) => !passed.includes(name)),
        [],
      );
      const strange = passed.filter((name) => !own.includes(name));
      assert.deepEqual(strange, element.tagName === 'card-vault-list' ? ['card-vault-saved'] : []);
    });

  it('are the components of React and Vue, one for each element, with all options', async () => {
    const vue = {
      ...(await import('../../src/vue/index.js')),
      ...(await import('../../src/vue/list.js')),
      ...(await import('../../src/vue/parts.js')),
    };
    const react = {
      ...(await import('../../src/react/index.js')),
      ...(await import('../../src/react/list.js')),
      ...(await import('../../src/react/parts.js')),
    };
    for (const element of elements) {
      const name = element.name.replace(/Element$/, '') as 'CardVault' | 'CardVaultList';
      assert.ok(react[name], `React has no ${name}`);
      const props = Object.keys((vue[name] as unknown as {props: object}).props).filter(
        (prop) => prop !== 'modelValue',
      );
      const options = propertiesOf(element).filter(({name}) => name !== 'value');
      assert.deepEqual(sorted(props), sorted(options.map(({name}) => name)));
    }
  });
});
