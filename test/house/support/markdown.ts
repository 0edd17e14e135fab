import {readFileSync, readdirSync} from 'node:fs';

/** Documents for maintainers, without decisions, and the pages of the site: paths of Markdown files. */
export const documentsAndPages = (): readonly string[] =>
  [
    ...readdirSync('docs').map((name) => `docs/${name}`),
    ...readdirSync('site', {recursive: true, encoding: 'utf8'}).map(
      (name) => `site/${name.replaceAll('\\', '/')}`,
    ),
  ].filter((path) => path.endsWith('.md') && !/^site\/(dist|reference)\//.test(path));

/** A fenced code block of a document. */
export interface CodeBlock {
  readonly file: string;
  /** Line of the opening fence. */
  readonly line: number;
  /** What stands behind the fence; empty for a block that is no code. */
  readonly language: string;
  readonly text: string;
  /** A file of an example, which stands there too. */
  readonly isLent: boolean;
}

/** All fenced blocks of a Markdown file, in order. */
export function codeBlocksOf(file: string): readonly CodeBlock[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({index, 1: language = '', 2: text = ''}) => ({
    file,
    line: source.slice(0, index).split('\n').length,
    language,
    text,
    isLent: /<!-- code: \S+ -->\s*$/.test(source.slice(0, index)),
  }));
}

/** What is written for people who use or carry on the packages. */
export const documents = (): readonly string[] => [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'service/README.md',
  ...documentsAndPages(),
];

/** Their code. What the examples lend is compiled with them: `npm test -- stacks`. */
export const documentBlocks = (): readonly CodeBlock[] =>
  documents().flatMap((file) => codeBlocksOf(file).filter(({isLent}) => !isLent));

/** The rows of the first table below a heading, cell by cell, without its head. */
export function tableBelow(file: string, heading: string): readonly (readonly string[])[] {
  const [, section = ''] = readFileSync(file, 'utf8').split(`\n## ${heading}\n`);
  const lines = section.split('\n## ')[0]!.split('\n');
  const rows = lines.filter((line) => line.startsWith('|')).slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Tags of an HTML document or fragment with their attributes, in order. Throws where one is not closed, or closed twice. */
export function tagsOf(html: string): readonly {name: string; attributes: readonly string[]}[] {
  const tags: {name: string; attributes: readonly string[]}[] = [];
  const open: string[] = [];
  const rest = html
    .replace(/^\s*<!doctype html>/, '')
    .replace(
      /<(\/?)([a-z][\w-]*)((?:\s+[a-z][\w-]*(?:="[^"<]*")?)*)\s*(\/?)>/g,
      (_, slash: string, name: string, attributes: string, alone: string) => {
        if (slash === '/') {
          const expected = open.pop();
          if (expected !== name) throw new Error(`</${name}> closes <${expected ?? 'nothing'}>`);
        } else {
          tags.push({
            name,
            attributes: [...attributes.matchAll(/([a-z][\w-]*)(="[^"]*")?/g)].map(([, key = '']) => key),
          });
          if (alone === '') open.push(name);
        }
        return '';
      },
    );
  if (open.length > 0) throw new Error(`<${open.join('>, <')}> is not closed`);
  if (/[<>]/.test(rest)) throw new Error(`cannot be parsed: ${rest.trim()}`);
  return tags;
}
