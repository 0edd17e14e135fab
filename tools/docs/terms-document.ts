// Writes `src/texts/terms.md`: what each language calls a thing, and the public pages that its words were compared with.
import {readFileSync} from 'node:fs';
import {languages} from '../../src/texts/index.js';
import {sentencesOf} from './sentences.js';

/** A public page in the language, and its words for what the terms name. */
interface Compared extends Readonly<Partial<Record<Asked, string>>> {
  readonly page: string;
  /** What it calls a decline, a kept card, a one-time code. */
  readonly decline?: string;
  readonly save?: string;
  readonly otp?: string;
}

/** What `src/texts/terms.json` keeps of a language. */
interface Terms {
  readonly compared: readonly Compared[];
  /** Why the form's word is none of the pages'. */
  readonly differs?: Readonly<Partial<Record<Asked, string>>>;
  /** What a second reader of every sentence found and mended, by surface. */
  readonly reader: readonly {readonly surface: string; readonly found: string}[];
}

/** What the form asks for: the name in `terms.json`, the heading, and the sentence that says it. */
export const asked = {
  number: ['card number', 'first', 'number'],
  code: ['security code', 'first', 'securityCode'],
  expiry: ['expiry date', 'first', 'expiry'],
  name: ['name on card', 'first', 'name'],
} as const;
type Asked = keyof typeof asked;

const others = [
  ['card', 'later', 'unknownBrand'],
  ['saved cards', 'list', 'savedCards'],
  ['bank’s page', 'later', 'stepUpFrame'],
  ['confirm', 'bank', 'confirm'],
  ['one-time code', 'bank', 'codeLabel'],
  ['decline', 'bank', 'decline'],
] as const;

type Tag = keyof typeof languages;

export const terms = JSON.parse(readFileSync('src/texts/terms.json', 'utf8')) as Readonly<Record<Tag, Terms>>;

/** @throws Error for a language without an entry in `terms.json`. */
export function termsOf(tag: Tag): Terms {
  if (!(tag in terms))
    throw new Error(`src/texts/terms.json has no entry for ${tag}: see CONTRIBUTING, "Add a language".`);
  return terms[tag];
}

/** The word that a surface has for a thing. */
export const wordIn = async (tag: string, file: string, key: string): Promise<string> =>
  (await sentencesOf(tag, file)).get(`${file}.${key}`) ?? '';

async function row(tag: Tag): Promise<string> {
  const words = [...Object.values(asked), ...others].map(([, file, key]) => wordIn(tag, file, key));
  return `| ${[`\`${tag}\``, ...(await Promise.all(words))].join(' | ')} |`;
}

function comparison(tag: Tag): string {
  const {compared, differs = {}} = termsOf(tag);
  const pages = compared.map(({page, ...words}) => {
    const {hostname} = new URL(page);
    return `- [${hostname}](${page}): ${Object.values(words).join(', ')}`;
  });
  const reasons = Object.entries(differs).map(([name, why]) => `- _${asked[name as Asked][0]}_: ${why}.`);
  return `### ${languages[tag].name} (${tag})\n\n${[...pages, ...reasons].join('\n')}`;
}

export async function termsDocument(): Promise<string> {
  const tags = Object.keys(languages) as Tag[];
  const head = ['', ...Object.values(asked).map(([name]) => name), ...others.map(([name]) => name)];
  return `# Terms

Made by \`npm run docs\` from the texts and from \`terms.json\`. A sentence uses the words of this table and no others
for the same thing. Below it stand the public pages that each language was compared with and their own words, in
the order of the table, and why the form says another where it does.

| ${head.join(' | ')} |
| ${head.map(() => '---').join(' | ')} |
${(await Promise.all(tags.map(row))).join('\n')}

## Compared with

${tags.map(comparison).join('\n\n')}
`;
}
