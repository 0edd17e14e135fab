// Runs in the browser: which variables of the looks change what is seen of a surface.
import {
  variables,
  type Variable,
  type VariableName,
  type VariableType,
} from '../../src/element/styles/variables.js';

/** What a pointer or a key does to everything that can be used. */
export type Forced = '' | 'hover' | 'hover active' | 'focus focus-visible focus-within' | 'autofill';

/** A surface in one state. */
export interface Place {
  readonly group: string;
  readonly state: string;
  readonly forced?: Forced;
  /** It stands in the room of the form, whose size is not its own. */
  readonly inRoom?: true;
}

const focus = 'focus focus-visible focus-within';
const press = ['hover', 'hover active', focus] as const;

/** A state, and the same state with its controls as a pointer or a key leaves them. */
const withForced = (state: Place, ...forced: readonly Forced[]): readonly Place[] => [
  state,
  ...forced.map((one) => ({...state, forced: one})),
];

/** The surfaces of the elements: what each is made of, and states that show all of it. */
export const surfaces = {
  form: {
    of: '.form',
    places: [
      ...withForced({group: 'entry', state: 'empty'}, ...press),
      ...withForced({group: 'entry', state: 'complete'}, 'autofill'),
      ...withForced({group: 'errors', state: 'everything is missing'}, focus),
      {group: 'entry', state: 'disabled'},
      {group: 'saving', state: 'the card could not be sent'},
      {group: 'saving', state: 'the fields were renewed'},
    ],
  },
  parts: {
    of: '.field, .status, .save',
    places: [
      ...withForced({group: 'parts', state: 'two: empty'}, ...press),
      ...withForced({group: 'parts', state: 'two: filled'}, 'autofill'),
      ...withForced({group: 'parts', state: 'two: everything is missing'}, focus),
      {group: 'parts', state: 'one: switched off'},
      {group: 'parts', state: 'one: the connection is gone'},
    ],
  },
  'saved card': {
    of: '.paying, .saved-card',
    places: [
      {group: 'paying', state: 'asked'},
      {group: 'endings', state: 'saved', inRoom: true},
    ],
  },
  outcome: {
    of: '.outcome',
    places: [
      {group: 'endings', state: 'saved', inRoom: true},
      ...withForced(
        {group: 'endings', state: 'shop-server-unreachable while loading', inRoom: true},
        ...press,
      ),
    ],
  },
  'step-up': {
    of: 'dialog',
    places: withForced(
      {group: 'saving', state: "the bank's page, two minutes are left"},
      ...(['hover', focus] as const),
    ),
  },
  list: {
    of: '*',
    places: [
      ...withForced({group: 'list', state: 'cards'}, focus),
      {group: 'list', state: 'none chosen, and one is needed'},
      {group: 'list', state: 'loading'},
      {group: 'list', state: 'not loaded'},
      {group: 'list', state: 'no cards'},
    ],
  },
  'subscribe button': {
    of: '*',
    places: [
      ...withForced({group: 'subscribe', state: 'both buttons'}, ...press),
      {group: 'subscribe', state: 'switched off'},
      {group: 'subscribe', state: 'on the way to the checkout'},
      {group: 'subscribe', state: 'the checkout does not open'},
    ],
  },
} satisfies Readonly<Record<string, {readonly of: string; readonly places: readonly Place[]}>>;

export type SurfaceName = keyof typeof surfaces;

/** A value that no variable of the type has by itself. */
const other: Readonly<Record<VariableType, string>> = {
  color: 'rgb(1, 2, 3)',
  width: '77px',
  number: '3',
  weight: '850',
  font: 'monospace',
  shadow: '0 0 7px rgb(1, 2, 3)',
};

const seen = [
  ...['color', 'background-color', 'accent-color', 'box-shadow', 'font-family', 'font-size', 'font-weight'],
  ...['line-height', 'letter-spacing', 'outline-color', 'outline-width', 'outline-offset', 'outline-style'],
  ...['border-top-color', 'border-bottom-color', 'border-top-width', 'border-top-left-radius'],
  ...['margin-top', 'margin-bottom', 'padding-left', 'padding-right', 'column-gap', 'min-height'],
] as const;
const ofPseudo = ['color', 'background-color', 'border-bottom-color'] as const;
const pseudos = ['::before', '::after', '::placeholder', '::backdrop'];

/** The shadow trees of an element and of those in it. */
export const treesOf = (element: Element): ShadowRoot[] =>
  [element, ...element.querySelectorAll('*')].flatMap(({shadowRoot}) => shadowRoot ?? []);

/** What is seen of a surface: its elements with what is drawn of each. */
export function lookOf(element: Element, of: string, isSized = true): Map<Element, string> {
  const roots = treesOf(element).flatMap((root) => [...root.querySelectorAll(of)]);
  const parts = new Set(roots.flatMap((root) => [root, ...root.querySelectorAll('*')]));
  const visible = [...parts].filter((part) => part.checkVisibility({visibilityProperty: true}));
  return new Map(visible.map((part) => [part, lookOfPart(part, isSized)]));
}

function lookOfPart(part: Element, isSized: boolean): string {
  const style = getComputedStyle(part);
  const {width, height} = part.getBoundingClientRect();
  const size = isSized ? [width, height] : [];
  const around = pseudos.flatMap((pseudo) => {
    const {content} = getComputedStyle(part, pseudo);
    if (pseudo !== '::placeholder' && pseudo !== '::backdrop' && content === 'none') return [];
    if (pseudo === '::placeholder' && !(part instanceof HTMLInputElement)) return [];
    if (pseudo === '::backdrop' && part.localName !== 'dialog') return [];
    const own = getComputedStyle(part, pseudo);
    return ofPseudo.map((name) => own.getPropertyValue(name));
  });
  // A line that is not drawn has a colour and a width all the same.
  const outline = style.outlineStyle === 'none' ? 'no outline' : '';
  const properties = seen.filter((name) => !outline || !name.startsWith('outline'));
  return [...properties.map((name) => style.getPropertyValue(name)), ...around, outline, ...size].join('|');
}

/** The elements of a surface that a variable changes when it has another value than its own. */
export function changedBy(
  element: HTMLElement,
  of: string,
  name: VariableName,
  before: ReadonlyMap<Element, string>,
  isSized: boolean,
  value = other[(variables[name] as Variable).type],
): Element[] {
  element.style.setProperty(`--card-vault-${name}`, value);
  const after = lookOf(element, of, isSized);
  element.style.removeProperty(`--card-vault-${name}`);
  return [...after].filter(([part, look]) => before.get(part) !== look).map(([part]) => part);
}

/** A piece of the page, in pixels. */
export interface Piece {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const least = {width: 190, height: 64};
const most = {width: 240, height: 180};
const around = {width: 20, height: 12};

/** The smallest piece of what has changed, with what is around it, so that both looks fit in. */
export function pieceOf(changed: readonly Element[], change: () => void): Piece {
  const boxes = changed.map((part) => ({part, box: part.getBoundingClientRect()}));
  const [{part, box} = {part: document.body, box: new DOMRect()}] = boxes
    .filter(({box: {width, height}}) => width >= 14 && height >= 14)
    .sort((one, two) => one.box.width * one.box.height - two.box.width * two.box.height);
  change();
  const after = part.getBoundingClientRect();
  const [left, top] = [Math.min(box.left, after.left), Math.min(box.top, after.top)];
  const [right, bottom] = [Math.max(box.right, after.right), Math.max(box.bottom, after.bottom)];
  const sized = (from: number, to: number, side: 'width' | 'height') =>
    Math.min(Math.max(to - from + 2 * around[side], least[side]), most[side]);
  const width = sized(left, right, 'width');
  const height = sized(top, bottom, 'height');
  // In the middle where it is small, from its beginning where it is not all of it.
  const start = (from: number, to: number, side: 'width' | 'height', size: number) => {
    const isWhole = to - from <= size - 2 * around[side];
    return Math.max(0, Math.round(isWhole ? (from + to - size) / 2 : from - around[side]));
  };
  return {x: start(left, right, 'width', width), y: start(top, bottom, 'height', height), width, height};
}
