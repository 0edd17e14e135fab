// The theme editor of the playground: a control for each variable, the contrast as it moves, the sheet that comes of it.
import {colourReader, contrasts} from '../../../src/element/contrast.js';
import type {DescribedVariable} from '../../build/elements/variables.js';
import {button, chosen, copier, keepChosen, make, valueOf} from './kept.js';
import type {Shown} from './stage.js';
import {
  cssOf,
  keepTheme,
  numberOf,
  rangeOf,
  schemesOf,
  themeOf,
  withScheme,
  type Scheme,
  type Theme,
} from './theme.js';
import {declarationsOf, proposalsOf, type Proposal} from './theme-import.js';

/** Set by the build: the table with its comments, the surfaces with their titles, the presets. */
declare const VARIABLES: readonly DescribedVariable[];
declare const TOPICS: Readonly<Record<string, string>>;
declare const PRESETS: Readonly<Record<string, string>>;

const schemes = ['light', 'dark'] as const satisfies readonly Scheme[];
const isColour = (text: string): boolean => CSS.supports('color', text);

/** How a value of each type is written into a style, so that the browser computes it. */
const probed = {
  color: 'color',
  width: 'margin-left',
  weight: 'font-weight',
  number: 'flex-grow',
  font: 'font-family',
  shadow: 'box-shadow',
} as const;

/** The editor, for the stage of the page. `follow` is told of each element that stands on it. */
export function themeEditor(stage: HTMLElement): {
  readonly controls: HTMLElement;
  readonly report: HTMLElement;
  readonly sheet: HTMLElement;
  follow(element: Shown): void;
} {
  const theme = themeOf(chosen);
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let shown: Shown | undefined;
  const written = make('code');
  const report = make('ul', {className: 'contrasts'});
  report.setAttribute('aria-live', 'polite');
  report.setAttribute('aria-label', 'Contrast');
  const scheme = (): Scheme => valueOf('colours', schemes) as Scheme;
  const set = (name: string, value: string): void => {
    if (value === '') theme.delete(name);
    else theme.set(name, value);
    changed();
  };
  const rows = VARIABLES.map((variable) => rowOf(variable, {theme, scheme, set, valueNow}));

  function valueNow({name, type, otherwise}: DescribedVariable, of = scheme()): string {
    const probe = make('i', {hidden: true});
    probe.style.colorScheme = of;
    probe.style.setProperty(probed[type], `var(--card-vault-${name}, ${otherwise})`);
    (shown?.renderRoot ?? stage).append(probe);
    const value = getComputedStyle(probe).getPropertyValue(probed[type]);
    probe.remove();
    return value;
  }

  function changed(): void {
    keepTheme(chosen, theme);
    keepChosen();
    draw();
  }

  function draw(): void {
    const css = cssOf(theme);
    sheet.replaceSync(css);
    stage.style.colorScheme = scheme();
    stage.style.background = theme.get('page-background') ?? 'Canvas';
    stage.style.fontFamily = theme.get('page-font') ?? '';
    written.textContent = css || '/* Nothing is set yet: the form has its own looks. */\n';
    rows.forEach(({update}) => update());
    measure();
  }

  function measure(): void {
    const found = shown?.renderRoot ? contrasts(shown.renderRoot) : [];
    report.replaceChildren(
      ...found.map(({what, ratio, least}) => {
        const item = make('li', {}, `${what} `, make('b', {textContent: `${ratio.toFixed(2)}:1`}));
        if (ratio >= least) return item;
        item.className = 'low';
        item.append(` below ${least}:1`);
        return item;
      }),
    );
  }

  const take = (values: Iterable<readonly [string, string]>, fresh = false): void => {
    if (fresh) theme.clear();
    for (const [name, value] of values) theme.set(name, value);
    changed();
  };
  return {
    controls: make(
      'section',
      {className: 'controls'},
      make('h2', {textContent: 'Variables'}),
      beginnings(scheme, take, draw),
      importer(take),
      ...groupsOf(rows),
    ),
    report,
    sheet: make(
      'section',
      {},
      make('h2', {textContent: 'CSS'}),
      Object.assign(make('pre', {tabIndex: 0}, written), {ariaLabel: 'The sheet'}),
      make(
        'p',
        {className: 'presses'},
        copier('Copy the CSS', () => cssOf(theme)),
        copier('Copy a link to this page as it is', () => location.href),
      ),
    ),
    follow(element) {
      shown = element;
      // Colours move for a moment, and what a late script draws has its own.
      element.renderRoot?.addEventListener('transitionend', measure);
      draw();
      void (element as Partial<{updateComplete: Promise<unknown>}>).updateComplete?.then(() => {
        element.renderRoot.addEventListener('transitionend', measure);
        draw();
      });
    },
  };
}

interface Row {
  readonly on: string;
  readonly element: HTMLElement;
  /** Shows what the variable is now. */
  readonly update: () => void;
}

interface Edited {
  readonly theme: Theme;
  readonly scheme: () => Scheme;
  readonly set: (name: string, value: string) => void;
  readonly valueNow: (variable: DescribedVariable, scheme?: Scheme) => string;
}

/** The variables by their topics, the first of them open. */
const groupsOf = (rows: readonly Row[]): readonly HTMLElement[] =>
  Object.entries(TOPICS).map(([topic, title], index) =>
    make(
      'details',
      {open: index === 0},
      make('summary', {textContent: title}),
      ...rows.filter(({on}) => on === topic).map(({element}) => element),
    ),
  );

/** Name, control, text, and what takes it back. */
function rowOf(variable: DescribedVariable, {theme, scheme, set, valueNow}: Edited): Row {
  const {name, type, description, shownDefault, on} = variable;
  const text = make('input', {
    type: 'text',
    id: `variable-${name}`,
    placeholder: shownDefault,
    spellcheck: false,
  });
  const note = make('small', {id: `about-${name}`, textContent: description.replaceAll('`', '')});
  text.setAttribute('aria-describedby', note.id);
  const isValid = () =>
    text.value === '' || CSS.supports(probed[type], text.value) || /\bvar\(/.test(text.value);
  text.addEventListener('input', () => {
    text.setAttribute('aria-invalid', `${!isValid()}`);
    if (isValid()) set(name, text.value.trim());
  });
  const pick = pickerOf(variable);
  pick?.addEventListener('input', () => {
    const {value} = pick;
    if (type === 'color') set(name, withScheme(theme.get(name) ?? shownDefault, scheme(), value));
    else set(name, type === 'width' ? `${value}px` : value);
  });
  const undo = button('Reset', () => {
    set(name, '');
    text.focus();
  });
  undo.setAttribute('aria-label', `Reset ${name}`);
  return {
    on,
    element: make(
      'div',
      {className: 'variable'},
      make('label', {htmlFor: text.id, textContent: name}),
      ...(pick ? [pick] : []),
      text,
      undo,
      note,
    ),
    update() {
      const value = theme.get(name) ?? '';
      // Not under the fingers of who types there.
      if (text.value.trim() !== value && document.activeElement !== text) text.value = value;
      undo.hidden = value === '';
      if (!pick) return;
      const now = valueNow(variable);
      pick.value = type === 'color' ? hexOf(now) : `${numberOf(now)}`;
    },
  };
}

/** A picker for a colour, a slider for a number; fonts and shadows are written. */
function pickerOf({name, type}: DescribedVariable): HTMLInputElement | undefined {
  if (type === 'font' || type === 'shadow') return undefined;
  if (type === 'color') return Object.assign(make('input', {type: 'color'}), {ariaLabel: `${name}, picker`});
  const [min, max, step] = rangeOf(name).map(String) as [string, string, string];
  return Object.assign(make('input', {type: 'range', min, max, step}), {ariaLabel: `${name}, slider`});
}

const read = colourReader();

/** A colour as a picker takes it, which knows no alpha. */
const hexOf = (colour: string): string =>
  `#${(read?.(colour) ?? [0, 0, 0])
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** Scheme, preset, and a button that empties the theme. */
function beginnings(
  scheme: () => Scheme,
  take: (values: Iterable<readonly [string, string]>, fresh?: boolean) => void,
  draw: () => void,
): HTMLElement {
  const colours = make('fieldset', {className: 'colours-of-form'}, make('legend', {textContent: 'Colours'}));
  for (const value of schemes) {
    const radio = make('input', {type: 'radio', name: 'colours', value, checked: value === scheme()});
    radio.addEventListener('change', () => {
      if (value === 'light') chosen.delete('colours');
      else chosen.set('colours', value);
      keepChosen();
      draw();
    });
    colours.append(make('label', {}, radio, ` ${value}`));
  }
  const preset = make(
    'select',
    {id: 'preset'},
    ...['', ...Object.keys(PRESETS)].map((value) => make('option', {value}, value || 'choose …')),
  );
  preset.addEventListener('change', () => {
    take(presetOf(PRESETS[preset.value] ?? ''), true);
    preset.value = '';
  });
  return make(
    'div',
    {className: 'choices'},
    colours,
    make('span', {}, make('label', {htmlFor: preset.id, textContent: 'begin with a preset'}), ' ', preset),
    button('Reset all', () => take([], true)),
  );
}

/** What a preset sets, by the names of a theme. */
function presetOf(css: string): readonly (readonly [string, string])[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const [rule] = sheet.cssRules;
  if (!(rule instanceof CSSStyleRule)) return [];
  const {style} = rule;
  return [...style].map((name) => [name.replace(/^--card-vault-/, ''), style.getPropertyValue(name).trim()]);
}

/** A page's sheet goes in, what it says of a form comes out, and the reader says what is taken of it. */
function importer(take: (values: Iterable<readonly [string, string]>) => void): HTMLElement {
  const text = make('textarea', {
    rows: 5,
    spellcheck: false,
    id: 'page-css',
    placeholder: ':root { --primary: #7a1f3d }',
  });
  const found = make('div', {className: 'proposals'});
  found.setAttribute('role', 'status');
  const look = button('Find its colours', () => {
    const proposals = proposalsOf(declarationsOf(text.value), isColour);
    const rows = proposals.map(proposalRow);
    found.replaceChildren(
      ...(rows.length
        ? [
            make('ul', {}, ...rows.map(({element}) => element)),
            button('Take what is ticked', () =>
              take(rows.flatMap(({box}, index) => (box.checked ? [entryOf(proposals[index]!)] : []))),
            ),
          ]
        : [make('p', {textContent: 'Nothing in this sheet looks like colours of a page.'})]),
    );
  });
  return make(
    'details',
    {},
    make('summary', {textContent: 'Take the colours of a page'}),
    make('label', {htmlFor: text.id, textContent: 'Paste its CSS. It stays in this page.'}),
    text,
    look,
    found,
  );
}

const entryOf = ({name, value}: Proposal): readonly [string, string] => [name, value];

function proposalRow({name, value, from}: Proposal): {
  readonly element: HTMLElement;
  readonly box: HTMLInputElement;
} {
  const box = make('input', {type: 'checkbox', checked: true});
  const swatches = isColour(value)
    ? [...new Set(Object.values(schemesOf(value)))].map((colour) => {
        const swatch = make('i', {className: 'swatch'});
        swatch.style.background = colour;
        return swatch;
      })
    : [];
  const label = make(
    'label',
    {},
    box,
    ` ${name.replace('page-', 'page: ')} `,
    ...swatches,
    ' ',
    make('code', {textContent: value}),
  );
  return {box, element: make('li', {}, label, ' ', make('small', {textContent: from}))};
}
