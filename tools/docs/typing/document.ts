import {Window} from 'happy-dom';
import {sections, type Row, type Step} from './inputs.js';
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
  'ResizeObserver',
  'getComputedStyle',
] as const;

const names: Readonly<Record<TypedField, string>> = {
  number: 'number',
  expiry: 'expiry',
  'security-code': 'code',
};

/** The text of a cell: its blanks are seen, and marks that write nothing are named. */
function cell(text: string): string {
  const seen = text
    .replaceAll('\n', '↵')
    .replaceAll('\u00a0', '⍽')
    .replace(/[\u202a-\u202e]/g, (mark) => `‹U+${mark.codePointAt(0)!.toString(16).toUpperCase()}›`);
  return seen || '–';
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
    [...fields].map((field) => (isAlone ? say(field) : `${names[field]}: ${say(field)}`)).join(', ');
  return [
    row.map((step) => stepOf(step, row.length === 1)).join(', '),
    each((field) => cell(card.shown(field))),
    each((field) => card.validation(field)),
  ];
}

const linesOf = (title: string, says: string, cells: readonly (readonly string[])[]): readonly string[] => [
  `# ${title}`,
  `# ${says}`,
  ...cells.map((row) => row.join(' | ')),
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

/** What the code of the hosted fields and of the element makes of every input: `test/house/typing.txt`. */
export async function typingDocument(): Promise<string> {
  const lines = await inPage(async () => {
    const {TypedCard} = await import('./typed-card.js');
    return sections.flatMap(({title, says, rows}) =>
      linesOf(
        title,
        says,
        rows.map((row) => cellsOf(row, new TypedCard())),
      ),
    );
  });
  return `${[
    '# input | shown | judged when the field is left. “right” stands for the tick beside the entry, “nothing” for a field that is',
    '# empty and not complained about. Words in angle brackets are keys. Written by npm run docs; why it is so: decision 0067.',
    ...lines,
  ].join('\n')}\n`;
}
