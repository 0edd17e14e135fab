// Writes what is made from the list of languages, `src/texts/index.ts`: `npm run docs`.
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {format, resolveConfig} from 'prettier';
import {pseudoTags} from '../../src/texts/match.js';

/**
 * Languages whose rules in a style sheet name more than their own tag: `:lang()` compares prefixes, and does not
 * guess a script or a region. A later rule wins: `zh` is for what no other names.
 */
export const rangesOf: Readonly<Record<string, readonly string[]>> = {
  he: ['he', 'iw'],
  id: ['id', 'in'],
  'pt-BR': ['pt'],
  'pt-PT': 'PT AO CH CV GQ GW LU MO MZ ST TL'.split(' ').map((region) => `pt-${region}`),
  'zh-Hans': ['zh'],
  'zh-Hant': ['zh-Hant', 'zh-TW', 'zh-HK', 'zh-MO'],
};

/** Ranges below a language's own tag whose readers read another script: they are English, as in `match.ts`. */
export const otherScriptsOf: Readonly<Record<string, readonly string[]>> = {
  pa: ['pa-PK', 'pa-Arab'],
  ms: ['ms-Arab'],
};

/** Files of a language that servers need at once; of the others, pages load what they show. */
const servers = ['first', 'later', 'address', 'before', 'pages', 'bank', 'shop', 'boxes'] as const;

const head = '// Written by `npm run docs` from `index.ts`.\n';
const sheet = 'src/element/styles/first-paint.css';
const notices =
  /( *\/\* Notices, written by `npm run docs`: \*\/\n)[\s\S]*?( *\/\* End of the notices\. \*\/)/;

/** What is made from the languages of a repository, by path. */
export async function writtenTexts(root = '.'): Promise<Readonly<Record<string, string>>> {
  const load = (path: string) => import(pathToFileURL(resolve(root, 'src/texts', path)).href);
  const {languages} = (await load('index.ts')) as {readonly languages: object};
  const tags = Object.keys(languages);
  const noticeOf = async (tag: string) =>
    ((await load(`${tag}/first.ts`)) as {readonly first: {readonly notice: string}}).first.notice;
  const cardForIn = async (tag: string) =>
    ((await load(`${tag}/pages.ts`)) as {readonly pages: {readonly cardFor: string}}).pages.cardFor;
  const rules = await Promise.all(tags.map(async (tag) => noticeRule(tag, await noticeOf(tag))));
  const written = {
    'src/texts/at-once.ts': tables(tags),
    'src/texts/on-demand.ts': loaders(tags),
    'src/texts/card-for.ts': cardFor(await Promise.all(tags.map(async (tag) => [tag, await cardForIn(tag)]))),
    [sheet]: readFileSync(join(root, sheet), 'utf8').replace(
      notices,
      (_, begin: string, end: string) => begin + rules.join('\n') + '\n' + end,
    ),
  };
  const options = await resolveConfig('src/texts/index.ts');
  const formatted = Object.entries(written).map(
    async ([path, text]) => [path, await format(text, {...options, filepath: path})] as const,
  );
  return Object.fromEntries(await Promise.all(formatted));
}

function tables(tags: readonly string[]): string {
  const local = (file: string, tag: string): string => `${file}_${tag.replace('-', '_')}`;
  const imports = servers.flatMap((file) =>
    tags.map((tag) => `import {${file} as ${local(file, tag)}} from './${tag}/${file}.js';`),
  );
  const exports = servers.map((file) => {
    const own = tags.map((tag) => `'${tag}': ${local(file, tag)}`);
    const forDevelopment = pseudoTags.map((tag) => `'${tag}': /* @__PURE__ */ pseudo(${file}_en, '${tag}')`);
    return `export const ${file} = {${[...own, ...forDevelopment].join(', ')}};`;
  });
  const pseudo = "import {pseudo} from './pseudo.js';";
  return `${head}${imports.join('\n')}\n${pseudo}\n\n${exports.join('\n')}\n`;
}

/** The one sentence that a hosted card field says by itself, without the rest of the pages. */
function cardFor(words: readonly (readonly string[])[]): string {
  const lines = words.map(([tag = '', text]) => `${JSON.stringify(tag)}: ${JSON.stringify(text)}`);
  return `${head}\nexport const cardFor: Readonly<Record<string, string>> = {${lines.join(', ')}};\n`;
}

/** English comes with the element. */
function loaders(tags: readonly string[]): string {
  const others = tags.filter((tag) => tag !== 'en');
  const lines = others.map((tag) => `'${tag}': () => import('./${tag}/start.js')`);
  return `${head}\nexport const loaders = {${lines.join(', ')}};\n`;
}

/** A page that gives words of its own has them in spite of these: they have no weight. */
function noticeRule(tag: string, notice: string): string {
  const ranges = rangesOf[tag] ?? [tag];
  const others = otherScriptsOf[tag] ?? [];
  const notLang = others.length ? `:not(:lang(${others.join(', ')}))` : '';
  const notLocale = others.map((range) => `:not([locale^='${range}' i])`).join('');
  const chosen = [
    `:lang(${ranges.join(', ')}):not([locale])${notLang}`,
    ...ranges.map((range) => `[locale='${range}' i], [locale^='${range}-' i]${notLocale}`),
  ];
  return `&${tag === 'en' ? '' : `:where(${chosen.join(', ')})`}::after {content: ${JSON.stringify(notice)}}`;
}
