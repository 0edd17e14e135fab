/** The kind of a variable's value: a `width` is a length that is no percentage, a `number` has no unit, a `font` is a list of families. */
export type VariableType = 'color' | 'width' | 'number' | 'weight' | 'font' | 'shadow';

/** Subject of a variable. */
export type Topic = 'everywhere' | 'fields' | 'labels' | 'messages' | 'button' | 'panels' | 'dialog' | 'list';

/** The part of a value that a hosted field takes, whose page is the card service's: all, some, or nothing as it has no such thing. */
export type InFrames = 'yes' | 'around' | 'own' | 'no web font';

export interface Variable {
  readonly type: VariableType;
  readonly on: Topic;
  /** The default as the sheets write it; a private name in it (`--_ink`) stands for the variable that it follows. */
  readonly otherwise: string;
  /** Of variables that a hosted field could have a part in. */
  readonly frames?: InFrames;
}

/**
 * The custom properties that make a form a shop's own, `--card-vault-…`. The manifest, site/looks.md and what editors know are made from
 * this table with these comments; `test/house/variables.test.ts` holds every sheet to its defaults. After a new one: `npm run golden`, which finds
 * the surfaces that it changes, and `npm run docs -- looks looks-variables`, which takes its picture.
 */
export const variables = {
  /** Text: what is typed, labels, titles. */
  text: {type: 'color', on: 'everywhere', otherwise: 'light-dark(#1b1f27, #eceef2)', frames: 'yes'},
  /** The notice and other secondary text. */
  muted: {type: 'color', on: 'everywhere', otherwise: 'light-dark(#5a6372, #a6adba)'},
  /** The fill of boxes, panels and the dialog. */
  surface: {type: 'color', on: 'everywhere', otherwise: 'light-dark(#fff, #1a1d24)', frames: 'yes'},
  /** Borders; 3:1 against the ground, or the box is not seen by everybody. */
  border: {type: 'color', on: 'everywhere', otherwise: 'light-dark(#7a818e, #737b8a)'},
  /** Focus, buttons, what is chosen; the page's `accent-color` where it has one. */
  accent: {
    type: 'color',
    on: 'everywhere',
    otherwise: 'var(--_page-accent, light-dark(#2456d6, #8fb1ff))',
  },
  /** Text on the accent: black or white, whichever reads, if it is not set. */
  'accent-text': {
    type: 'color',
    on: 'everywhere',
    otherwise: 'oklch(from var(--_button) clamp(0, (0.64 - l) * 1000, 1) 0 0)',
  },
  /** Errors. */
  danger: {type: 'color', on: 'everywhere', otherwise: 'light-dark(#b91f2b, #ff9a94)'},
  /** The tick of a right field, the sign of a saved card. */
  success: {type: 'color', on: 'everywhere', otherwise: 'light-dark(#11703a, #66d694)'},
  /** Corners; all others follow it. */
  radius: {type: 'width', on: 'everywhere', otherwise: '8px'},
  /** Borders of boxes, buttons and panels. */
  'border-width': {type: 'width', on: 'everywhere', otherwise: '1px'},

  /** Height of a box; at least 44 px under a finger, 33 px under a mouse. */
  'field-height': {type: 'width', on: 'fields', otherwise: 'calc(48 * var(--_u))'},
  /** From the edge of a box to its text. */
  inset: {type: 'width', on: 'fields', otherwise: '13px'},
  /** Between boxes of one row. */
  gap: {type: 'width', on: 'fields', otherwise: '12px'},
  /** Between the line for an error and the next label. */
  'row-gap': {type: 'width', on: 'fields', otherwise: '6px'},
  /** Font family of what is typed. */
  'field-font': {type: 'font', on: 'fields', otherwise: 'inherit', frames: 'no web font'},
  /** Size of what is typed; at least 16 px under a finger, as phones zoom into smaller text, and 12 px under a mouse. */
  'field-text-size': {type: 'width', on: 'fields', otherwise: 'calc(16 * var(--_u))', frames: 'yes'},
  /** Weight of what is typed. */
  'field-text-weight': {type: 'weight', on: 'fields', otherwise: '400', frames: 'yes'},
  /** Placeholders; 4.5:1 against the box. */
  placeholder: {type: 'color', on: 'fields', otherwise: 'light-dark(#6a7282, #9098a6)', frames: 'yes'},
  /** Ground of a box. */
  'field-background': {type: 'color', on: 'fields', otherwise: 'var(--_surface)', frames: 'yes'},
  /** Ground of a box under the pointer. */
  'field-background-hover': {type: 'color', on: 'fields', otherwise: 'var(--_ground)', frames: 'yes'},
  /** Ground of the box that has the focus. */
  'field-background-focus': {type: 'color', on: 'fields', otherwise: 'var(--_ground)', frames: 'yes'},
  /** Ground of a box with an error. */
  'field-background-invalid': {type: 'color', on: 'fields', otherwise: 'var(--_ground)', frames: 'yes'},
  /** Ground of a box that takes no entries. */
  'field-background-disabled': {type: 'color', on: 'fields', otherwise: 'var(--_ground)', frames: 'yes'},
  /** Ground of an entry that the browser has filled in. */
  'field-background-autofill': {
    type: 'color',
    on: 'fields',
    otherwise: 'color-mix(in srgb, var(--_accent) 12%, var(--_ground))',
    frames: 'own',
  },
  /** Corners of a box: one width, or up to four as `border-radius` takes them. */
  'field-radius': {type: 'width', on: 'fields', otherwise: 'var(--_radius)'},
  /** Shadow of a box. */
  'field-shadow': {type: 'shadow', on: 'fields', otherwise: 'none', frames: 'around'},
  /** Border of a box under the pointer. */
  'border-hover': {type: 'color', on: 'fields', otherwise: 'light-dark(#5f6776, #98a0ae)'},
  /** Border of the box that has the focus. */
  'border-focus': {type: 'color', on: 'fields', otherwise: 'var(--_accent)'},
  /** Border of a box with an error. */
  'border-invalid': {type: 'color', on: 'fields', otherwise: 'var(--_danger)'},
  /** Ring around the box that has the focus. */
  ring: {
    type: 'color',
    on: 'fields',
    otherwise: 'color-mix(in srgb, var(--_accent) 70%, transparent)',
    frames: 'around',
  },
  /** The same, of a box with an error. */
  'ring-invalid': {
    type: 'color',
    on: 'fields',
    otherwise: 'color-mix(in srgb, var(--_danger) 70%, transparent)',
    frames: 'around',
  },
  /** Width of the ring, of boxes and buttons. */
  'ring-width': {type: 'width', on: 'fields', otherwise: '3px'},
  /** From the border of a box to its ring; negative values put it on the border. */
  'ring-offset': {type: 'width', on: 'fields', otherwise: '0'},

  /** Text of a label. */
  'label-color': {type: 'color', on: 'labels', otherwise: 'var(--_ink)'},
  /** Size of a label above its box. */
  'label-size': {type: 'width', on: 'labels', otherwise: 'calc(14 * var(--_u))'},
  /** Height of a label's line, in its size. */
  'label-line-height': {type: 'number', on: 'labels', otherwise: 'calc(10 / 7)'},
  /** Weight of a label. */
  'label-weight': {type: 'weight', on: 'labels', otherwise: '500'},
  /** Space between the letters of a label; by default that of the page's text. */
  'label-letter-spacing': {type: 'width', on: 'labels', otherwise: 'inherit'},
  /** From a label to its box. */
  'label-gap': {type: 'width', on: 'labels', otherwise: '6px'},

  /** Text of an error. */
  'error-color': {type: 'color', on: 'messages', otherwise: 'var(--_danger)'},
  /** Size of an error. */
  'error-size': {type: 'width', on: 'messages', otherwise: 'calc(13 * var(--_u))'},
  /** Height of an error's line, which is always kept free, in its size. */
  'error-line-height': {type: 'number', on: 'messages', otherwise: 'calc(20 / 13)'},
  /** Text of the notice. */
  'notice-color': {type: 'color', on: 'messages', otherwise: 'var(--_muted)'},
  /** Size of the notice. */
  'notice-size': {type: 'width', on: 'messages', otherwise: 'calc(13 * var(--_u))'},
  /** Height of the notice's lines, in its size. */
  'notice-line-height': {type: 'number', on: 'messages', otherwise: 'calc(20 / 13)'},

  /** Ground of a button. */
  'button-background': {type: 'color', on: 'button', otherwise: 'var(--_accent)'},
  /** The same under the pointer. */
  'button-background-hover': {
    type: 'color',
    on: 'button',
    otherwise: 'color-mix(in oklab, var(--_button) 88%, var(--_ink))',
  },
  /** The same while it is pressed. */
  'button-background-active': {
    type: 'color',
    on: 'button',
    otherwise: 'color-mix(in oklab, var(--_button) 80%, var(--_ink))',
  },
  /** The same while it waits or takes no press. */
  'button-background-disabled': {type: 'color', on: 'button', otherwise: 'var(--_button)'},
  /** Text of a button. */
  'button-color': {
    type: 'color',
    on: 'button',
    otherwise: 'var(--card-vault-accent-text, oklch(from var(--_button) clamp(0, (0.64 - l) * 1000, 1) 0 0))',
  },
  /** Border of a button. */
  'button-border-color': {type: 'color', on: 'button', otherwise: 'transparent'},
  /** Corners of a button. */
  'button-radius': {type: 'width', on: 'button', otherwise: 'var(--_radius)'},
  /** Least height of a button; 44 px are a finger's. */
  'button-height': {type: 'width', on: 'button', otherwise: 'calc(48 * var(--_u))'},
  /** Size of a button's words. */
  'button-text-size': {type: 'width', on: 'button', otherwise: 'calc(16 * var(--_u))'},
  /** Weight of a button's words. */
  'button-text-weight': {type: 'weight', on: 'button', otherwise: '600'},
  /** Space between the letters of a button. */
  'button-letter-spacing': {type: 'width', on: 'button', otherwise: 'normal'},
  /** Shadow of a button. */
  'button-shadow': {type: 'shadow', on: 'button', otherwise: 'none'},
  /** Between the notice and the button. */
  'button-gap': {type: 'width', on: 'button', otherwise: '16px'},
  /** Ring around the button that has the focus. */
  'button-ring': {
    type: 'color',
    on: 'button',
    otherwise: 'color-mix(in srgb, var(--_accent) 75%, var(--_ink))',
  },
  /** Ground of a second button, such as the one that closes the dialog. */
  'quiet-background': {type: 'color', on: 'button', otherwise: 'transparent'},
  /** The same under the pointer. */
  'quiet-background-hover': {
    type: 'color',
    on: 'button',
    otherwise: 'color-mix(in srgb, var(--_ink) 6%, transparent)',
  },
  /** Text of a second button. */
  'quiet-color': {type: 'color', on: 'button', otherwise: 'var(--_ink)'},
  /** Border of a second button. */
  'quiet-border-color': {type: 'color', on: 'button', otherwise: 'var(--_border)'},

  /** Ground of the outcome, a saved card's line, the list. */
  'panel-background': {type: 'color', on: 'panels', otherwise: 'var(--_surface)'},
  /** Border of these, and of the dialog. */
  'panel-border-color': {
    type: 'color',
    on: 'panels',
    otherwise: 'color-mix(in srgb, var(--_border) 60%, transparent)',
  },
  /** Corners of these, and of the sentence above the button. */
  'panel-radius': {type: 'width', on: 'panels', otherwise: 'var(--_radius)'},
  /** Shadow of an outcome, a saved card's line, the list. */
  'panel-shadow': {type: 'shadow', on: 'panels', otherwise: 'none'},
  /** Size of an outcome's title. */
  'outcome-title-size': {type: 'width', on: 'panels', otherwise: 'calc(16 * var(--_u))'},
  /** Weight of the titles of an outcome and of the dialog. */
  'title-weight': {type: 'weight', on: 'panels', otherwise: '600'},
  /** How large the saved card is drawn: `1.2` is a fifth larger. */
  'card-scale': {type: 'number', on: 'panels', otherwise: '1'},

  /** Ground of the dialog's head and foot; the bank's page has its own. */
  'dialog-background': {type: 'color', on: 'dialog', otherwise: 'var(--_surface)'},
  /** Corners of the dialog. */
  'dialog-radius': {type: 'width', on: 'dialog', otherwise: 'calc(var(--_radius) * 1.5)'},
  /** Shadow of the dialog. */
  'dialog-shadow': {type: 'shadow', on: 'dialog', otherwise: '0 16px 48px rgb(0 0 0 / 28%)'},
  /** The layer over the page behind the dialog. */
  'dialog-backdrop': {type: 'color', on: 'dialog', otherwise: 'rgb(10 12 18 / 56%)'},
  /** Size of the dialog's title. */
  'dialog-title-size': {type: 'width', on: 'dialog', otherwise: 'calc(17 * var(--_u))'},

  /** How many rows the list keeps room for before its cards are there. */
  rows: {type: 'number', on: 'list', otherwise: '2'},
  /** Least height of a row; at least 44 px under a finger, 33 px under a mouse. */
  'list-row-height': {type: 'width', on: 'list', otherwise: 'calc(64 * var(--_u))'},
  /** Line between two rows. */
  'list-line-color': {
    type: 'color',
    on: 'list',
    otherwise: 'color-mix(in srgb, var(--_border) 32%, transparent)',
  },
  /** Ground of the chosen row. */
  'list-background-chosen': {
    type: 'color',
    on: 'list',
    otherwise: 'color-mix(in srgb, var(--_accent) 7%, transparent)',
  },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof variables;

const followed: Readonly<Record<string, string>> = {
  '--_ink': 'text',
  '--_muted': 'muted',
  '--_surface': 'surface',
  '--_border': 'border',
  '--_accent': 'accent',
  '--_danger': 'danger',
  '--_radius': 'radius',
  '--_ground': 'field-background',
  '--_button': 'button-background',
};

/** A default as a shop reads it: pixels, and the public names of what it follows. */
export function readableDefault(otherwise: string): string {
  return otherwise
    .replace(/^var\(--_page-accent, (.*)\)$/, '$1')
    .replace(/calc\((\d+) \* var\(--_u\)\)/g, '$1px')
    .replace(/var\(--card-vault-([\w-]+), .*\)/, 'var(--card-vault-$1)')
    .replace(/var\((--_[\w-]+)\)/g, (_, name: string) => `var(--card-vault-${followed[name] ?? name})`);
}
