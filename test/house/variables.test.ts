import assert from 'node:assert/strict';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {basename} from 'node:path';
import {describe, it} from 'node:test';
import {variables, type Variable} from '../../src/element/styles/variables.js';
import {readReaders} from '../golden/kept.js';
import {describedVariables} from '../../tools/build/elements/variables.js';
import {pictureOf} from '../../tools/docs/looks-document.js';

const table: Readonly<Record<string, Variable>> = variables;
const folder = 'src/element';
const sheets = readdirSync(folder, {recursive: true, encoding: 'utf8'})
  .filter((file) => /\.(ts|css)$/.test(file) && !/variables\.ts$|^presets/.test(file))
  .map((file) => `${folder}/${file}`)
  .concat('src/server/markup/styles.ts');

/** A value without the spaces and zeros that a short sheet leaves out. */
const plain = (value: string): string => value.replace(/\s+/g, '').replace(/\b0\./g, '.');

interface Use {
  readonly file: string;
  readonly name: string;
  readonly otherwise: string;
}

/** Every `var(--card-vault-…, default)` of a text, nested ones too. */
function usesIn(file: string, text: string): Use[] {
  return [...text.matchAll(/var\(\s*--card-vault-([\w-]+)\s*(,?)/g)].map(({0: start, 1: name, index}) => {
    let depth = 1;
    let end = index + start.length;
    for (; depth > 0; end++) depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    return {file, name: name!, otherwise: plain(text.slice(index + start.length, end - 1))};
  });
}

const uses = sheets.flatMap((file) => usesIn(file, readFileSync(file, 'utf8')));

/** Defaults that a sheet outside the element's tree writes out, as it has no private names of the element. */
const writtenOut: Readonly<Record<string, readonly string[]>> = {
  // A box with its label inside is 56 px high at least, whatever is set.
  'field-height': ['0px'],
  accent: [plain('light-dark(#2456d6, #8fb1ff)')],
};

describe('the variables of the looks', () => {
  it('are seen: each is used by a sheet, and no sheet uses another', () => {
    const used = new Set(uses.map(({name}) => name));
    assert.deepEqual(
      [...used].filter((name) => !table[name]),
      [],
    );
    assert.deepEqual(
      Object.keys(table).filter((name) => !used.has(name)),
      [],
    );
    assert.ok(used.size >= 45, `${used.size}`);
  });

  it('have one default each, which every sheet writes', () => {
    const wrong = uses.filter(
      ({name, otherwise}) =>
        otherwise !== plain(table[name]!.otherwise) && !writtenOut[name]?.includes(otherwise),
    );
    assert.deepEqual(wrong, []);
  });

  it('change a surface each, and say what a hosted field takes where it could take something', () => {
    for (const {name, surfaces, type, frames} of describedVariables()) {
      assert.ok(surfaces.length > 0, `${name}: run npm run golden`);
      if (/^field-(font|text)|^placeholder$/.test(name)) assert.ok(frames, name);
      if (type === 'font') assert.equal(frames, 'no web font');
    }
    assert.deepEqual(Object.keys(readReaders()), Object.keys(table));
  });

  it('have a picture each, and all pictures together weigh little', () => {
    const files = readdirSync('site/looks/variables');
    assert.deepEqual(
      files,
      Object.keys(table)
        .map((name) => basename(pictureOf(name)))
        .sort(),
    );
    const bytes = files.reduce((sum, file) => sum + statSync(`site/looks/variables/${file}`).size, 0);
    assert.ok(bytes < 400_000, `${bytes} bytes`);
  });

  it('are in the manifest of the element that they change', () => {
    const {modules} = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as {
      modules: {declarations: {tagName?: string; cssProperties?: {name: string; default: string}[]}[]}[];
    };
    const elements = modules.flatMap(({declarations}) => declarations).filter(({tagName}) => tagName);
    for (const [tag, only] of Object.entries({
      'card-vault': 'form',
      'card-vault-list': 'list',
      'card-vault-subscribe': 'subscribe button',
    })) {
      const told = elements.find(({tagName}) => tagName === tag)!.cssProperties!;
      const names = told.map(({name}) => name.replace('--card-vault-', ''));
      const wanted = describedVariables().filter(({surfaces}) => surfaces.includes(only));
      for (const {name} of wanted) assert.ok(names.includes(name), `${tag}: ${name}`);
      assert.doesNotMatch(JSON.stringify(told), /--_/);
    }
  });
});
