// Writes `docs/languages.md`: which surface speaks which language, and what its first screen weighs.
import {gzipSync} from 'node:zlib';
import {directionOf, languages} from '../../src/texts/index.js';
import {sentencesOf} from './sentences.js';
import {termsOf} from './terms-document.js';

/** Surfaces that shoppers read, by the files of `src/texts/<language>`. */
export const surfaces: Readonly<Record<string, readonly string[]>> = {
  'card form': ['first', 'later', 'address'],
  list: ['list'],
  'placed parts': ['pieces'],
  'subscribe button': ['subscribe'],
  'markup, bank’s frame': ['before'],
  'hosted pages': ['pages'],
  'test bank': ['bank'],
  'demo shop': ['shop', 'boxes'],
};

/** What tags of regions find, by RFC 4647 with likely scripts. */
export const regional: readonly (readonly [who: string, tags: string, language: string | undefined])[] = [
  ['Chinese in Hong Kong, Macao, Taiwan', 'zh-HK zh-MO zh-TW zh-Hant-HK', 'zh-Hant'],
  ['Chinese elsewhere', 'zh zh-CN zh-SG cmn', 'zh-Hans'],
  ['Portuguese of Brazil, and without a region', 'pt pt-BR', 'pt-BR'],
  ['Portuguese of other countries', 'pt-PT pt-AO pt-MZ', 'pt-PT'],
  ['Hebrew by its old tag', 'iw', 'he'],
  ['Indonesian by its old tag', 'in', 'id'],
  ['Moldavian', 'mo ro-MD', 'ro'],
  ['Dari', 'prs fa-AF', 'fa'],
  ['Norwegian', 'no nb nn nb-NO', undefined],
  ['Serbian, Croatian, Bosnian', 'sr sr-Latn sr-Cyrl hr bs sh', undefined],
  ['Filipino', 'fil tl', undefined],
  ['Cantonese', 'yue', undefined],
  ['Punjabi and Malay in Arabic letters', 'pa-PK pa-Arab ms-Arab', undefined],
  ['Hindi, Urdu and Russian in Latin letters', 'hi-Latn ur-Latn ru-Latn', undefined],
];

async function row(tag: keyof typeof languages): Promise<string> {
  const counts = await Promise.all(Object.keys(surfaces).map(async (surface) => await countOf(tag, surface)));
  const incomplete = counts.filter(({there, all}) => there < all);
  const from = directionOf(tag) === 'rtl' ? 'right' : 'left';
  const cells = [
    ...[`\`${tag}\``, languages[tag].name, from],
    incomplete.map(({surface, there, all}) => `${surface}: ${there} of ${all}`).join(', ') || 'all',
    await sizeOf(tag, ['first']),
    await sizeOf(tag, ['later', 'address', 'list', 'pieces', 'subscribe']),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** How many sentences of a surface a language has, of those of English. */
async function countOf(tag: string, surface: string) {
  const sentences = async (language: string) =>
    (
      await Promise.all(
        surfaces[surface]!.map(async (name) => [...(await sentencesOf(language, name)).keys()]),
      )
    ).flat();
  const [own, english] = [new Set(await sentences(tag)), await sentences('en')];
  return {surface, there: english.filter((key) => own.has(key)).length, all: english.length};
}

/** The words of some files of a language in bytes, gzip. */
async function sizeOf(tag: string, names: readonly string[]): Promise<number> {
  const words = await Promise.all(names.map(async (name) => [...(await sentencesOf(tag, name)).values()]));
  return gzipSync(JSON.stringify(words.flat()), {level: 9}).length;
}

/** What a second reader of every sentence found and mended, of one language. */
function readerRow(tag: keyof typeof languages): string {
  const found = termsOf(tag).reader.map(({surface, found: what}) => `${surface}: ${what}`);
  return found.length > 0 ? `| \`${tag}\` | ${found.join('. ')}. |\n` : '';
}

export async function languagesDocument(): Promise<string> {
  const head = ['language', 'name', 'from', 'surfaces', 'first screen', 'rest'];
  const english = await Promise.all(
    Object.keys(surfaces).map(async (surface) => await countOf('en', surface)),
  );
  const rows = await Promise.all((Object.keys(languages) as (keyof typeof languages)[]).map(row));
  return `# Languages of every surface

Made by \`npm run docs\` from \`src/texts\`: the surfaces that each language speaks, with the sentences that are missing,
and what a page loads for the form's first screen and for the rest of the elements, in bytes, gzip. \`test/house/texts.test.ts\`
fails where a sentence is missing, is still English, or has lost a place to fill, and where a page for shoppers is
written in English alone. The dashboard, the API reference and the demo's drawer for testers are in English only.

Sentences: ${english.map(({surface, all}) => `${surface} ${all}`).join('; ')}.

| ${head.join(' | ')} |
| ${head.map(() => '---').join(' | ')} |
${rows.join('\n')}

## Second reader

Another reader has read every sentence of every surface against English, the [terms](../src/texts/terms.md), the
register of a payment page and the length of a button. What was found is mended; in languages that are not below there was nothing. No native speaker has
confirmed a language yet.

| language | found and mended |
| --- | --- |
${(Object.keys(languages) as (keyof typeof languages)[]).map(readerRow).join('')}

## Digits

Amounts, counts and dates are in the digits of CLDR: Persian and Bengali in those of their own, all others in Latin
ones, as on cards. Arabic and Urdu are in Latin digits in every country, although CLDR has others for some:
cards, amounts and codes beside each other are then in one kind. Numbers on a card (number,
code, month and year) stay as they are printed. Dates follow the calendar of the language: Persian and Thai years.
Fields take the digits of every script.

## Tags of regions

A page of a language that is not among these is in English, unless it gives \`messages\` of its own.

| readers | tags | shown in |
| --- | --- | --- |
${regional.map(([who, tags, language]) => `| ${who} | ${tags.replace(/\S+/g, '\`$&\`')} | ${language ? `\`${language}\`` : 'English'} |`).join('\n')}
`;
}
