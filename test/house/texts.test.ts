import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {languages} from '../../src/texts/index.js';
import {writtenTexts} from '../../tools/texts.js';
import {filesBelow} from './support/source.js';

const others = Object.keys(languages).filter((tag) => tag !== 'en');

/** The sentences of one file of a language, by where they stand in it. */
async function sentencesOf(tag: string, file: string): Promise<Map<string, string>> {
  const module = (await import(`../../src/texts/${tag}/${file}`)) as Record<string, unknown>;
  const found = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value);
    else for (const [key, inner] of Object.entries(value as object)) visit(inner, `${path}.${key}`);
  };
  for (const [name, value] of Object.entries(module)) visit(value, name);
  return found;
}

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Digits and marks that are the same in every language, and a text that only some languages need. */
const isForAll = (key: string, text: string): boolean => !/\p{L}{3}/u.test(text) || key === 'pages.everyTwo';

describe('the sentences that shoppers read', () => {
  for (const file of readdirSync('src/texts/en'))
    it(`${file}: every language has every one, in its own words, with the same places to fill`, async () => {
      const english = await sentencesOf('en', file);
      for (const tag of others) {
        const translated = await sentencesOf(tag, file);
        assert.deepEqual([...translated.keys()].sort(), [...english.keys()].sort(), tag);
        for (const [key, text] of english) {
          if (isForAll(key, text)) continue;
          assert.notEqual(translated.get(key), text, `${tag} ${key}`);
          assert.ok(translated.get(key), `${tag} ${key}`);
          assert.deepEqual(placesOf(translated.get(key)!), placesOf(text), `${tag} ${key}`);
        }
      }
    });

  it('have their languages from the one list: no other file of the product names them', () => {
    const named = new RegExp(`['"](${others.join('|')})['"]|(?<![\\w-])(${others.join('|')}): [\`'"{(]`);
    const files = ['src', 'service/src', 'demo']
      .flatMap(filesBelow)
      .filter((file) => !/^src\/texts\//.test(file));
    const naming = files.filter((file) => named.test(readFileSync(file, 'utf8')));
    assert.deepEqual(naming, []);
  });

  it('are in all that is written from the list of languages', async () => {
    for (const [path, text] of Object.entries(await writtenTexts()))
      assert.equal(readFileSync(path, 'utf8'), text, `${path}: run npm run texts`);
  });
});
