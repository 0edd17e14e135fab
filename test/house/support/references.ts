import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {isReadable, passagesOf, type Passage} from './passages.js';

/** A reference as it is written, and why it leads nowhere, where it does. */
export interface Reference {
  readonly file: string;
  readonly line: number;
  readonly written: string;
  readonly dead?: string;
}

/** What can be referred to: `spec 3.1 step 3a`, `guarantees 2.6 rule 1`, `V19`, `decision 0016`, `flow rule 3`, each in lower case. */
export type Headings = ReadonlySet<string>;

const read = (path: string) => readFileSync(path, 'utf8');

/** The headings of the documents under docs. */
export function headings(): Headings {
  const found = new Set<string>();
  for (const [name, file] of [
    ['spec', 'specification'],
    ['wire', 'wire'],
    ['guarantees', 'guarantees'],
  ] as const) {
    for (const heading of numbered(read(`docs/${file}.md`))) {
      found.add(/^[a-fv]\d/.test(heading) ? heading : `${name} ${heading}`);
    }
  }
  for (const file of readdirSync('docs/decisions')) {
    const number = /^\d{4}/.exec(file)?.[0];
    if (number) found.add(`decision ${number}`);
    if (number === '0004') {
      for (const [, rule] of read(`docs/decisions/${file}`).matchAll(/^## Rule (\d+)/gm)) {
        found.add(`flow rule ${rule}`);
      }
    }
  }
  return found;
}

/** Numbers of a document's sections, with the steps, rules and items of each, and the names it speaks of. */
function numbered(content: string): string[] {
  const found: string[] = [];
  let section = '';
  for (const line of content.split('\n')) {
    const heading = /^#+ (?:(\d+(?:\.\d+)*)\.? |([A-FV]\d+) |(step|rule) (\d+[a-z]?))/i.exec(line);
    const [, number, name, kind, of] = heading ?? [];
    if (number) section = number;
    if (number || name) found.push((number ?? name!).toLowerCase());
    if (kind) found.push(`${section} ${kind.toLowerCase()} ${of}`);
    // `step 3` is both of its halves.
    if (kind && /\D$/.test(of!)) found.push(`${section} ${kind.toLowerCase()} ${of!.slice(0, -1)}`);
    for (const [, word] of line.matchAll(/`(\w+)`/g)) found.push(`${section} ${word!.toLowerCase()}`);
    const item = /^(\d+)\. /.exec(line)?.[1];
    if (item) found.push(`${section} rule ${item}`);
  }
  return found;
}

const number = String.raw`\d+(?:\.\d+)*(?![\w-])`;
const listOf = (item: string) => String.raw`${item}(?:(?:,|,?\s+and|\s+or|\s+to)\s+${item})*`;
const itemOf = String.raw`\d+[a-z]?(?![\w.])`;

/** Forms that lead to a heading, each with how to read what it leads to. */
const forms: readonly {form: RegExp; targets: (match: RegExpExecArray) => string[]}[] = [
  {
    // `spec 3.3 REQUIRED`, `spec 2.2 merchant_api_key`, `spec 4.3 payerAuthSetup`: a word that the section has
    form: /(?<![\w/.-])spec\s+(\d\.\d)\s+([A-Z][A-Z_]{3,}|[a-z]+_\w+|[a-z]+[A-Z]\w+)(?!\w)/g,
    targets: ([, section, word]) => [`spec ${section} ${word}`],
  },
  {
    // `spec 3.1 steps 7 and 8`, `wire 1.2, 1.9`, `guarantees 2.6 rule 1`
    form: new RegExp(
      String.raw`(?<![\w/.-])(spec|wire|guarantees)\s+(${listOf(number)})(?:\s+(step|rule)s?\s+(${listOf(itemOf)}))?`,
      'gi',
    ),
    targets: ([, document, sections, kind, items]) => {
      const all = sections!.match(/\d+(?:\.\d+)*/g)!;
      const below = items?.match(/\d+[a-z]?/g) ?? [];
      return [
        ...all.map((section) => `${document} ${section}`),
        ...below.map((item) => `${document} ${all.at(-1)} ${kind} ${item}`),
      ];
    },
  },
  {
    form: new RegExp(String.raw`\bdecisions?\s+(${listOf(String.raw`\d+`)})`, 'gi'),
    targets: ([, all]) => all!.match(/\d+/g)!.map((one) => `decision ${one}`),
  },
  {
    form: new RegExp(String.raw`\bflow\s+rules?\s+(${listOf(String.raw`\d+`)})`, 'gi'),
    targets: ([, all]) => all!.match(/\d+/g)!.map((one) => `flow rule ${one}`),
  },
  {
    // Steps of the tracker flow need no document: no other has any.
    form: new RegExp(String.raw`\bsteps?\s+(${listOf(itemOf)})`, 'gi'),
    targets: ([, all]) => all!.match(/\d+[a-z]?/g)!.map((one) => `spec 3.1 step ${one}`),
  },
  {
    // `V19`, `A12`; not a part of a path or an address, and no escape in one.
    form: /(?<![\w/#%.\\-])([A-FV]\d{1,2})(?![\w/]|\.\w)/g,
    targets: ([, name]) => [name!],
  },
];

/** Forms that a reader cannot follow, or only by guessing the document. */
const riddles: readonly {form: RegExp; why: string; except?: RegExp}[] = [
  {form: /\bdesign(?:\s+section)?s?\s+\d[\d.]*/gi, why: 'there is no such document; cite a decision'},
  {form: /\bspecification(?:\s+(?:section|table)s?)?\s+\d[\d.]*/gi, why: 'write `spec 3.1`'},
  {form: /\b(?:specification|wire|guarantees)\.md\s+\d[\d.]*/gi, why: 'write `wire 1.3`'},
  // Section 508 is a law of the United States.
  {form: /\b(?:section|table)s?\s+(?!508\b)\d[\d.]*/gi, why: 'of which document? Write `spec 3.1`'},
  {form: /\brules?\s+\d+/gi, why: 'of which document? Write `flow rule 3` or `spec 3.1 rule 2`'},
  {form: /\(\d\.\d+(?:, \d\.\d+)*\)/g, why: 'of which document? Write `spec 3.1`'},
];

/** Documents that refer to their own parts without their own name: by which word, and what it means. */
const own: Readonly<Record<string, readonly [word: string, document: string]>> = {
  'docs/specification.md': ['section', 'spec'],
  'docs/wire.md': ['section', 'wire'],
  'docs/guarantees.md': ['section', 'guarantees'],
  'docs/decisions/0004-rules-of-the-flow.md': ['rule', 'flow rule'],
};

const ownForm = ([word, document]: readonly [string, string]): (typeof forms)[number] => ({
  form: new RegExp(String.raw`\b${word}s?\s+(${listOf(number)})`, 'gi'),
  targets: ([, all]) => all!.match(/\d+(?:\.\d+)*/g)!.map((part) => `${document} ${part}`),
});

/** Every reference in the text of one file. */
export function referencesIn(file: string, content: string, known: Headings): Reference[] {
  return passagesOf(file, content)
    .flatMap((passage) => [...inPassage(file, passage, known), ...documentsIn(file, passage)])
    .map(({at, ...reference}) => ({...reference, line: content.slice(0, at).split('\n').length}))
    .sort((a, b) => a.line - b.line);
}

type Found = Omit<Reference, 'line'> & {readonly at: number};

function inPassage(file: string, {text, start}: Passage, known: Headings): Found[] {
  const found: Found[] = [];
  let rest = text;
  const note = ({0: match, index}: RegExpExecArray, dead?: string) => {
    found.push({file, at: start + index, written: match.replace(/\s+/g, ' '), ...(dead && {dead})});
    rest = rest.slice(0, index) + ' '.repeat(match.length) + rest.slice(index + match.length);
  };
  const ofItself = own[file];
  for (const {form, targets} of [...forms, ...(ofItself ? [ownForm(ofItself)] : [])]) {
    for (const match of rest.matchAll(form)) {
      const missing = targets(match).filter((target) => !known.has(target.toLowerCase()));
      note(match, missing.length > 0 ? `there is no ${missing.join(', no ')}` : undefined);
    }
  }
  for (const {form, why} of ofItself ? [] : riddles) {
    for (const match of rest.matchAll(form)) {
      if (!/RFC \d+,?\s+$/.test(text.slice(0, match.index))) note(match, why);
    }
  }
  return found;
}

/** Documents of the repository that are named (beside the file, from the root, or in docs), and links to them. */
function documentsIn(file: string, {text, start}: Passage): Found[] {
  const form =
    /\]\((?!\w+:)([^)\s]*\.md)?(?:#([\w-]+))?\)|(?<![\w/.<*@-])((?:[\w-]+\/|\.\.?\/)*[\w-]+\.md)\b/g;
  return [...text.matchAll(form)].flatMap((match) => {
    const [written, link, anchor, named] = match;
    const path = link ?? named;
    if (!path && !anchor) return [];
    const beside = join(dirname(file), path ?? '');
    const places = link
      ? [beside]
      : named
        ? [beside, named, join('docs', named), join('site', named)]
        : [file];
    const target = places.find((place) => existsSync(place) || isMade(place));
    const dead = !target
      ? `there is no ${path}`
      : anchor && !isMade(target) && !anchorsOf(target).has(anchor)
        ? `${target} has no heading #${anchor}`
        : undefined;
    return [{file, at: start + match.index, written: written.replace(/^\]/, ''), ...(dead && {dead})}];
  });
}

/** Pages that `npm run docs:site` makes; `test/e2e/site.spec.ts` looks at their headings. */
const isMade = (path: string) => /^site\/reference\/(element|kit|protocol|cli)\.md$/.test(path);

const anchorsOf = (path: string): ReadonlySet<string> =>
  new Set(
    [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    ),
  );

/** Documents of the root; the list of changes speaks of what there was at its time. */
const rootDocuments = () =>
  readdirSync('.').filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

const roots = ['src', 'service', 'test', 'bench', 'demo', 'tools', 'docs', 'site'];
const isBuilt = /(^|\/)(node_modules|dist|\.cache|\.card-vault)(\/|$)|^site\/reference\//;

/** Every reference in the repository. */
export function references(): Reference[] {
  const known = headings();
  const files = roots.flatMap((root) =>
    readdirSync(root, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [
    ...files.filter((file) => isReadable(file) && !isBuilt.test(file)).sort(),
    ...rootDocuments(),
  ].flatMap((file) => referencesIn(file, read(file), known));
}
