// Writes `docs/languages.md`: which surface speaks which language, and what its first screen weighs.
import {readdirSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import {directionOf, languages} from '../../src/texts/index.js';

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

/** The sentences of one file of a language, by where they stand in it. */
export async function sentencesOf(tag: string, file: string): Promise<Map<string, string>> {
  const module = (await import(`../../src/texts/${tag}/${file}.ts`)) as Record<string, unknown>;
  const found = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value);
    else for (const [key, inner] of Object.entries(value as object)) visit(inner, `${path}.${key}`);
  };
  for (const [name, value] of Object.entries(module)) visit(value, name);
  return found;
}

/** Files of English that hold sentences of their own; `element.ts` puts six of them together. */
export const files = (): string[] =>
  readdirSync('src/texts/en')
    .map((file) => file.replace('.ts', ''))
    .filter((file) => file !== 'element');

async function row(tag: keyof typeof languages): Promise<string> {
  const counts = await Promise.all(
    Object.values(surfaces).map(async (names) => {
      const each = names.map(async (name) => {
        const [own, english] = [await sentencesOf(tag, name), await sentencesOf('en', name)];
        return [[...english.keys()].filter((key) => own.has(key)).length, english.size] as const;
      });
      const [there, all] = (await Promise.all(each)).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
      return there === all ? String(all) : `${there} of ${all}`;
    }),
  );
  const first = JSON.stringify([...(await sentencesOf(tag, 'first')).values()]);
  const size = gzipSync(first, {level: 9}).length;
  const from = directionOf(tag) === 'rtl' ? 'right' : 'left';
  return `| ${[`\`${tag}\``, languages[tag].name, from, ...counts, size].join(' | ')} |`;
}

export async function languagesDocument(): Promise<string> {
  const head = ['language', 'name', 'from', ...Object.keys(surfaces), 'first screen'];
  const rows = await Promise.all((Object.keys(languages) as (keyof typeof languages)[]).map(row));
  return `# Languages of every surface

Made by \`npm run docs\` from \`src/texts\`: how many sentences each surface has in each language, and the words of the
form's first screen in bytes, gzip. \`test/house/texts.test.ts\` fails where a sentence is missing, is still
English, or has lost a place to fill, and where a page for shoppers is written in English alone. The dashboard, the
API reference and the demo's drawer for testers are in English only.

| ${head.join(' | ')} |
| ${head.map(() => '---').join(' | ')} |
${rows.join('\n')}

## Tags of regions

A page of a language that is not among these is in English, unless it gives \`messages\` of its own.

| readers | tags | shown in |
| --- | --- | --- |
${regional.map(([who, tags, language]) => `| ${who} | ${tags.replace(/\S+/g, '\`$&\`')} | ${language ? `\`${language}\`` : 'English'} |`).join('\n')}
`;
}
