import {Window} from 'happy-dom';
import {format, resolveConfig} from 'prettier';
import {sections, type Row, type Section, type Step} from './inputs.js';
import type {TypedCard, TypedField} from './typed-card.js';

/** What a page gives its scripts, as far as the inputs use it. */
const globals = [
  'document',
  'HTMLElement',
  'Event',
  'CustomEvent',
  'InputEvent',
  'KeyboardEvent',
  'ShadowRoot',
] as const;

const names: Readonly<Record<TypedField, string>> = {
  number: 'number',
  expiry: 'expiry',
  'security-code': 'code',
};

const isAscii = /^[\x20-\x7e]*$/;

/** The text of a cell: its blanks are seen, and marks that write nothing are named. */
function cell(text: string): string {
  const seen = text
    .replaceAll('\n', '↵')
    .replaceAll('\u00a0', '⍽')
    .replace(/[\u202a-\u202e]/g, (mark) => `‹U+${mark.codePointAt(0)!.toString(16).toUpperCase()}›`)
    .replaceAll('|', '\\|');
  return seen === '' ? '–' : `\`${isAscii.test(seen) ? seen : `\u200e${seen}`}\``.replaceAll('\u200e', '');
}

function stepOf({field, way, text}: Step, isAlone: boolean): string {
  const words = [...(isAlone ? [] : [`${names[field]}:`]), ...(way === 'typed' ? [] : [way]), cell(text)];
  return words.join(' ');
}

function cellsOf(row: Row, card: TypedCard): readonly string[] {
  const fields = new Set(row.map(({field}) => field));
  for (const {field, way, text} of row) card.enter(field, way, text);
  if (card.shown('expiry')) fields.add('expiry');
  const isAlone = fields.size === 1;
  const each = (say: (field: TypedField) => string): string =>
    [...fields].map((field) => (isAlone ? say(field) : `${names[field]}: ${say(field)}`)).join('<br>');
  return [
    row.map((step) => stepOf(step, row.length === 1)).join('<br>'),
    each((field) => cell(card.shown(field))),
    each((field) => card.validation(field)),
  ];
}

/** Every which row of a section the page shows. */
const nth = 4;

type Validated = Section & {readonly cells: readonly (readonly string[])[]};

function sectionOf({title, says, cells}: Validated): readonly string[] {
  const lines = cells.filter((_, index) => index % nth === 0).map((row) => `| ${row.join(' | ')} |`);
  return [`## ${title}`, '', says, '', '| input | shown | judged |', '| --- | --- | --- |', ...lines, ''];
}

const linesOf = ({title, cells}: Validated): readonly string[] => [
  `# ${title}`,
  ...cells.map((row) => row.join(' | ').replaceAll('<br>', ', ').replaceAll('`', '')),
];

/** Does something with the globals of a page, which are gone afterwards: other tests run in this process. */
async function inPage<T>(action: () => Promise<T>): Promise<T> {
  const window = new Window({url: 'https://shop.test/'});
  const before = globals.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const name of globals)
    Object.defineProperty(globalThis, name, {value: window[name], configurable: true});
  try {
    return await action();
  } finally {
    globals.forEach((name, index) => {
      const own = before[index];
      if (own) Object.defineProperty(globalThis, name, own);
      else Reflect.deleteProperty(globalThis, name);
    });
    await window.happyDOM.close();
  }
}

/** What the code of the hosted fields and of the element makes of every input: a page with some, and a list of all. */
export async function typingDocuments(): Promise<{readonly page: string; readonly all: string}> {
  const validated = await inPage(async () => {
    const {TypedCard} = await import('./typed-card.js');
    return sections.map((section) => ({
      ...section,
      cells: section.rows.map((row) => cellsOf(row, new TypedCard())),
    }));
  });
  const text = [
    '# What is typed, and what comes of it',
    '',
    'Inputs, what the shopper then sees, and what is said when the field is left. `npm run docs` writes it with the code',
    'of the hosted fields and of the element; `test/house/typing.txt` has more inputs. Why it is so: decision 0067.',
    '',
    '“right” stands for the tick beside the entry. “nothing” is a field that is empty and not complained about.',
    '',
    ...validated.flatMap(sectionOf),
  ].join('\n');
  const page = await format(text, {...(await resolveConfig('docs/typing.md')), parser: 'markdown'});
  return {page, all: `${validated.flatMap(linesOf).join('\n')}\n`};
}
