import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {knownLanguage, languages} from '../../src/texts/index.js';
import {cardName} from '../../service/src/edges/checkout/pages/card-mark.js';
import {createLanguage} from '../../service/src/edges/checkout/language.js';
import {placesOf, pluralsOf} from '../../src/texts/plural.js';
import {dayText, formatTag} from '../../src/texts/written.js';
import {regional, surfaces} from '../../tools/docs/languages-document.js';
import {files, sentencesOf} from '../../tools/docs/sentences.js';
import {asked, terms, termsOf, wordIn} from '../../tools/docs/terms-document.js';
import {otherScriptsOf, rangesOf, writtenTexts} from '../../tools/build/texts.js';
import {filesBelow} from './support/source.js';

const others = Object.keys(languages).filter((tag) => tag !== 'en');

/** Digits, marks and names that are the same in every language, and a text that only some languages need. */
const isForAll = (key: string, text: string): boolean =>
  !/\p{L}{3}/u.test(text) || key === 'pages.everyTwo' || text === 'Eircode';

/** Words for addresses, which stand in their file and among all of the element. */
const ofAddress = (words: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, tags]) => [
      [`address.${key}`, tags],
      [`element.${key}`, tags],
    ]),
  );

/** Sentences that some languages write as English does. */
const equals: Readonly<Record<string, string>> = {
  ...ofAddress({district: 'fr ro', cityDistrict: 'fr ro', province: 'fr'}),
  ...ofAddress({region: 'cs da de pl sv', optional: 'de', postcode: 'nl'}),
  'pages.date': 'fr',
  'pages.open': 'nl',
  'later.unknownBrand': 'ro',
  'element.unknownBrand': 'ro',
  'pages.card': 'ro',
  'bank.card': 'ro',
};

/** The plural categories that whole numbers have in a language. */
const categoriesOf = (tag: string): Set<string> => {
  const rules = new Intl.PluralRules(tag);
  return new Set(Array.from({length: 201}, (_, number) => rules.select(number)));
};

describe('the sentences that shoppers read', () => {
  it('have every form of a plural that their language has, and no other', async () => {
    for (const tag of Object.keys(languages))
      for (const file of readdirSync('src/texts/en'))
        for (const [key, text] of await sentencesOf(tag, file.replace('.ts', '')))
          for (const {name, forms} of pluralsOf(text)) {
            const expected = categoriesOf(tag).add('other');
            assert.deepEqual(Object.keys(forms).sort(), [...expected].sort(), `${tag} ${key} ${name}`);
            assert.ok(forms['other']!.includes('#'), `${tag} ${key}: the number itself`);
          }
  });

  it('end with one full stop where a date brings its own', async () => {
    const brings = (tag: string) => dayText(tag, new Date(), {dateStyle: 'long'}).endsWith('.');
    const tags = Object.keys(languages).filter(brings);
    assert.deepEqual(tags, ['ru', 'uk']);
    for (const tag of tags)
      for (const file of readdirSync('src/texts/en'))
        for (const [key, text] of await sentencesOf(tag, file.replace('.ts', '')))
          assert.doesNotMatch(text, /{date}\./, `${tag} ${key}`);
  });

  it('are chosen by the ranges of the style sheet as by the script', () => {
    for (const [tag, ranges] of Object.entries(rangesOf))
      for (const range of ranges) if (tag in languages) assert.equal(knownLanguage(range), tag, range);
    for (const range of Object.values(otherScriptsOf).flat())
      assert.equal(knownLanguage(range), undefined, range);
  });

  it('are found by a tag of any region, and are English where readers of the tag read none of ours', () => {
    for (const [who, tags, language] of regional)
      for (const tag of tags.split(' ')) assert.equal(knownLanguage(tag), language, `${who}: ${tag}`);
  });

  for (const file of readdirSync('src/texts/en'))
    // shows: peers 69, wcag 3.2.4
    it(`${file}: every language has every one, in its own words, with the same places to fill`, async () => {
      const name = file.replace('.ts', '');
      const english = await sentencesOf('en', name);
      for (const tag of others) {
        const translated = await sentencesOf(tag, name);
        assert.deepEqual([...translated.keys()].sort(), [...english.keys()].sort(), tag);
        for (const [key, text] of english) {
          if (isForAll(key, text) || equals[key]?.split(' ').includes(tag)) continue;
          assert.notEqual(translated.get(key), text, `${tag} ${key}`);
          assert.ok(translated.get(key), `${tag} ${key}`);
          assert.deepEqual(placesOf(translated.get(key)!), placesOf(text), `${tag} ${key}`);
        }
      }
    });

  it('call what the form asks for as two public pages do, or their list of terms says why not', async () => {
    const plain = (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim();
    for (const tag of Object.keys(languages) as (keyof typeof languages)[]) {
      const {compared, differs = {}, reader} = termsOf(tag);
      assert.ok(new Set(compared.map(({page}) => new URL(page).href)).size > 1, `${tag}: two pages`);
      for (const [name, [, file, key]] of Object.entries(asked)) {
        const own = plain(await wordIn(tag, file, key));
        const theirs = compared.flatMap((page) => plain(page[name as keyof typeof asked] ?? ''));
        const isSame = theirs.some((word) => word && (word.includes(own) || own.includes(word)));
        assert.equal(name in differs, !isSame, `${tag} ${name}: ${own}, ${theirs.join(', ')}`);
      }
      const found = reader.flatMap(({surface}) => surface.split(', '));
      assert.deepEqual(
        found.filter((surface) => surface !== 'all' && !(surface in surfaces)),
        [],
        tag,
      );
    }
    assert.deepEqual(Object.keys(terms), Object.keys(languages));
  });

  it('say in every language that the details are encrypted, as in English', async () => {
    const encrypted =
      /crypt|cript|krypt|chiffr|cifrat|cifrad|salattu|versleuteld|verschlüsselt|szyfr|šifr|şifrele|шифр|κρυπτογρ|disulit|dienkripsi|mã hóa|เข้ารหัส|加密|暗号|암호|مشفّر|رمزگذاری|انکرپٹ|מוצפנ|एन्क्रिप्ट|এনক্রিপ্ট|ਐਨਕ੍ਰਿਪਟ/i;
    for (const tag of Object.keys(languages))
      assert.match((await sentencesOf(tag, 'first')).get('first.notice')!, encrypted, tag);
  });

  it('have the digits of CLDR, but for Arabic and Urdu, which have those of cards in every country', () => {
    const digitsOf = (tag: string) => new Intl.NumberFormat(tag).resolvedOptions().numberingSystem;
    for (const tag of Object.keys(languages))
      assert.equal(digitsOf(formatTag(tag)), tag === 'ar' ? 'latn' : digitsOf(tag), tag);
    for (const tag of ['ar-EG', 'ar-SA', 'ar-AE', 'ar-MA', 'ur-IN', 'ur-PK'])
      assert.equal(digitsOf(formatTag(tag)), 'latn', tag);
  });

  it('have amounts, days, periods and cards in which no line can end', () => {
    const lineEnd =
      /(?![\u00a0\u202f])[\s\u00ad\u200b]|\p{Nd}[\p{scx=Han}\p{scx=Hang}]|[\p{scx=Han}\p{scx=Hang}]\p{Nd}/u;
    const price = {interval_unit: 'MONTH', interval_count: 3} as const;
    const card = {brand: 'visa', last_four: '4242'} as Parameters<typeof cardName>[0];
    for (const tag of Object.keys(languages) as (keyof typeof languages)[]) {
      const language = createLanguage(tag);
      const amounts = ['USD', 'EUR', 'INR', 'PKR', 'IRR', 'JPY', 'CHF', 'BHD'].map((currency) =>
        language.money('1234567.5', currency),
      );
      for (const text of [...amounts, language.day(new Date(0), 'UTC'), cardName(card, language).slice(6)])
        assert.doesNotMatch(text, lineEnd, tag);
      assert.match(language.every(price), /3|۳|৩/, tag);
      assert.doesNotMatch(/[3۳৩]../u.exec(language.every(price))![0], lineEnd, tag);
    }
  });

  it('belong each to a surface of the table of languages', () => {
    assert.deepEqual(Object.values(surfaces).flat().sort(), files().sort());
  });

  it('are on every page: none for shoppers is written in English alone', () => {
    const english = ['src', 'service/src', 'demo']
      .flatMap(filesBelow)
      .filter((file) => /<html lang=\\?["']en/.test(readFileSync(file, 'utf8')));
    // Pages for merchants, testers and developers; documents of frames that show no words, or are told the language by the form.
    assert.deepEqual(english.sort(), [
      'demo/server/bench-page.ts',
      'demo/server/shops.ts',
      'service/src/edges/dashboard/page.ts',
      'service/src/edges/docs/page.ts',
      'service/src/simulators/issuer/device-data-page.ts',
      'service/src/simulators/microform/field-page.ts',
      'src/server/inventory.ts',
    ]);
  });

  it('have their languages from the one list: no other file of the product names them', () => {
    // `id` is a word of code, `th` a tag of HTML.
    const tags = others.filter((tag) => !['id', 'th'].includes(tag)).join('|');
    const named = new RegExp(`['"](${tags})['"]|(?:^|[{,])\\s*(${tags}): [\`'"{(]`, 'm');
    // A country's own language is a fact of the country.
    const files = ['src', 'service/src', 'demo']
      .flatMap(filesBelow)
      .filter((file) => !/^src\/(texts|addresses\/data)\//.test(file));
    const naming = files.filter((file) => named.test(readFileSync(file, 'utf8')));
    assert.deepEqual(naming, []);
  });

  it('are in all that is written from the list of languages', async () => {
    for (const [path, text] of Object.entries(await writtenTexts()))
      assert.equal(readFileSync(path, 'utf8'), text, `${path}: run npm run docs`);
  });
});

describe('a new language', () => {
  // Below the repository, whose packages and build it uses. Mongolian: dates have no Latin words in it either.
  const copy = '.cache/new-language';
  const folder = join(copy, 'src/texts/mn');
  const list = join(copy, 'src/texts/index.ts');

  /** What stands between quotes is said in Cyrillic letters, but for the places to fill. */
  const translated = (source: string): string =>
    source.replace(/(?<=[:[,] *\n? *)(['"])((?:(?!\1).)*)\1/g, (_, quote: string, text: string) => {
      const parts = text
        .split(/(\{\w+(?:, plural, \w+ \{)?|\} (?:zero|one|two|few|many|other) \{|\}+)/)
        .map((part, i) => (i % 2 ? part : part.replace(/[A-Za-z]/g, 'ж')));
      return `${quote}${parts.join('')}${quote}`;
    });

  before(async () => {
    rmSync(copy, {recursive: true, force: true});
    for (const path of ['src', 'service/src', 'demo', 'test/house/support/shown-in.ts']) {
      mkdirSync(dirname(join(copy, path)), {recursive: true});
      cpSync(path, join(copy, path), {recursive: true});
    }
    mkdirSync(folder);
    cpSync('src/texts/ur/start.ts', join(folder, 'start.ts'));
    for (const file of readdirSync('src/texts/en'))
      writeFileSync(join(folder, file), translated(readFileSync(join('src/texts/en', file), 'utf8')));
    const line = "  mn: {name: 'Жж'},\n} as const satisfies";
    writeFileSync(list, readFileSync(list, 'utf8').replace('} as const satisfies', line));
    for (const [path, text] of Object.entries(await writtenTexts(copy)))
      writeFileSync(join(copy, path), text);
  });
  after(() => rmSync(copy, {recursive: true, force: true}));

  it('is a folder and a line of the list: no surface stays English', () => {
    const script = join(copy, 'test/house/support/shown-in.ts');
    const shown = execFileSync(process.execPath, ['--import', 'tsx', script, 'mn'], {encoding: 'utf8'});
    const surfaces = Object.entries(JSON.parse(shown) as Readonly<Record<string, string>>);
    assert.ok(surfaces.length > 15);
    const english = surfaces.filter(([, html]) => wordsOf(html).length > 0 || !html.includes('ж'));
    assert.deepEqual(Object.fromEntries(english.map(([name, html]) => [name, wordsOf(html)])), {});
    assert.match(
      readFileSync(join(copy, 'src/element/styles/first-paint.css'), 'utf8'),
      /:lang\(mn\)[^{]*\{\s*content: 'ж+ жж/,
    );
  });

  it('does not compile where it lacks a sentence', () => {
    const file = join(folder, 'list.ts');
    writeFileSync(file, readFileSync('src/texts/ur/list.ts', 'utf8').replace(/ {2}undo: .*\n/, ''));
    const compiler = ['node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--target', 'es2022'];
    const {status, stdout} = spawnSync(
      process.execPath,
      [...compiler, '--ignoreConfig', '--module', 'nodenext', file],
      {encoding: 'utf8'},
    );
    assert.notEqual(status, 0);
    assert.match(stdout, /mn\/list\.ts.*'undo' is missing/);
  });
});

/** Latin words that a page shows or has read out. Names, and what is the tester's, are no sentences. */
function wordsOf(html: string): string[] {
  const shown = html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>|<svg[\s\S]*?<\/svg>|<aside[\s\S]*?<\/aside>/g, ' ')
    .replace(/<strong lang="en"[\s\S]*?<\/strong>|<a [^>]*hreflang[\s\S]*?<\/a>/g, ' ')
    .replace(/<[^>]*>/g, (tag) => {
      const said = tag.matchAll(/\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g);
      return ` ${[...said].map(([, text]) => text).join(' ')} `;
    })
    .replace(/\{\w+\}|&\w+;|Example Bank|Sorrel/g, ' ');
  return shown.match(/[A-Za-z]{3,}/g) ?? [];
}
