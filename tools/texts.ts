// Writes what is made from the list of languages, `src/texts/index.ts`: `npm run docs`.
import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {format, resolveConfig} from 'prettier';

interface Language {
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
}
type Languages = Readonly<Record<string, Language>>;

/** Files of a language that servers need at once; of the others, pages load what they show. */
const servers = ['first', 'before', 'pages', 'bank', 'shop', 'boxes'] as const;

const head = '// Written by `npm run docs` from `index.ts`.\n';
const sheet = 'src/element/styles/first-paint.css';
const notices =
  /( *\/\* Notices, written by `npm run docs`: \*\/\n)[\s\S]*?( *\/\* End of the notices\. \*\/)/;

/** What is made from the languages of a repository, by path. */
export async function writtenTexts(root = '.'): Promise<Readonly<Record<string, string>>> {
  const load = (path: string) => import(pathToFileURL(resolve(root, 'src/texts', path)).href);
  const {languages} = (await load('index.ts')) as {readonly languages: Languages};
  const tags = Object.keys(languages);
  const noticeOf = async (tag: string) =>
    ((await load(`${tag}/first.ts`)) as {readonly first: {readonly notice: string}}).first.notice;
  const rules = await Promise.all(tags.map(async (tag) => noticeRule(tag, await noticeOf(tag))));
  const written = {
    'src/texts/at-once.ts': tables(tags),
    'src/texts/on-demand.ts': loaders(languages),
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
  const imports = servers.flatMap((file) =>
    tags.map((tag) => `import {${file} as ${file}_${tag}} from './${tag}/${file}.js';`),
  );
  const exports = servers.map(
    (file) => `export const ${file} = {${tags.map((tag) => `${tag}: ${file}_${tag}`).join(', ')}};`,
  );
  return `${head}${imports.join('\n')}\n\n${exports.join('\n')}\n`;
}

/** English comes with the element. */
function loaders(languages: Languages): string {
  const others = Object.keys(languages).filter((tag) => tag !== 'en');
  const fromRight = others.filter((tag) => languages[tag]?.direction === 'rtl');
  return `${head}
export const loaders = {${others.map((tag) => `${tag}: () => import('./${tag}/element.js')`).join(', ')}};

export const fromRight: readonly string[] = ${JSON.stringify(fromRight)};
`;
}

/** A page that gives words of its own has them in spite of these: they have no weight. */
function noticeRule(tag: string, notice: string): string {
  const chosen = `:where(:lang(${tag}):not([locale]), [locale='${tag}' i], [locale^='${tag}-' i])`;
  return `&${tag === 'en' ? '' : chosen}::after {content: ${JSON.stringify(notice)}}`;
}
