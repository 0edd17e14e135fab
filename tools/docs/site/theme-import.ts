// A theme from the style sheet of a page: its tokens by their usual names, then the rules of body, fields and buttons.
import type {Scheme} from './theme.js';

/** A line of a rule, with the colours that it is for. */
export interface Declaration {
  readonly selector: string;
  readonly property: string;
  readonly value: string;
  readonly scheme: Scheme;
}

/** What a page's sheet says that the form could take. */
export interface Proposal {
  /** Name in a theme. */
  readonly name: string;
  readonly value: string;
  /** The page's own name for it: a custom property, or the selector and the property of a rule. */
  readonly from: string;
}

type Kind = 'color' | 'width' | 'font';

interface Role {
  readonly name: string;
  readonly kind: Kind;
  /** Where it is looked for, in this order: a token by what it is called, or a property of a rule. */
  readonly sources: readonly (RegExp | readonly [RegExp, string])[];
}

const body = /^(html|body|:root)$/;
const input =
  /(^|[\s>])(input|textarea|select|\.input|\.form-control|\.field)(\[type=["']?text["']?\]|:not\([^)]*\))?$/;
const button =
  /(^|[\s>])(a?\.(btn|button|btn-primary|button-primary)|button|(input|button)?\[type=["']?submit["']?\])$/;

const roles: readonly Role[] = [
  {
    name: 'page-background',
    kind: 'color',
    sources: [
      [body, 'background-color'],
      /^(body-)?(bg|background)(-color)?$/,
      /^(page|canvas|ground|paper|base-100|surface)(-bg|-color)?$/,
    ],
  },
  {
    name: 'surface',
    kind: 'color',
    sources: [
      [input, 'background-color'],
      /^(input|field|form-element|control)-(bg|background)(-color)?$/,
      /^(card|surface|panel|popover|raised)(-bg|-background)?(-color)?$/,
      /^(body-)?(bg|background)(-color)?$/,
      [body, 'background-color'],
    ],
  },
  {
    name: 'text',
    kind: 'color',
    sources: [
      [body, 'color'],
      /^(body|text|fg|foreground|ink|on-surface|on-background|base-content)(-color)?$/,
      /^(color-)?text(-primary|-main|-base)?$/,
    ],
  },
  {
    name: 'muted',
    kind: 'color',
    sources: [
      /^muted-foreground$/,
      /^(text-)?(muted|secondary|quiet|subtle)(-color|-text)?$/,
      /^on-surface-variant$/,
    ],
  },
  {
    name: 'accent',
    kind: 'color',
    sources: [
      [body, 'accent-color'],
      /^(primary|brand|accent)(-color|-500|-600|-background)?$/,
      [button, 'background-color'],
      /^(theme|link|action)(-color)?$/,
      [/^a(:link)?$/, 'color'],
    ],
  },
  {
    name: 'accent-text',
    kind: 'color',
    sources: [
      /^(primary|brand|accent)-(foreground|content|contrast|inverse|text)$/,
      /^on-(primary|accent|brand)$/,
      [button, 'color'],
    ],
  },
  {
    name: 'border',
    kind: 'color',
    sources: [
      [input, 'border-top-color'],
      /^(input|field|form-element|control)(-border)?(-color)?$/,
      /^(border|outline|line|divider)(-color)?$/,
    ],
  },
  {
    name: 'danger',
    kind: 'color',
    sources: [
      /^(danger|error|destructive|negative|invalid|red)(-color|-500|-600)?$/,
      /^form-element-invalid-border-color$/,
    ],
  },
  {name: 'success', kind: 'color', sources: [/^(success|positive|valid)(-color|-500|-600)?$/]},
  {
    name: 'radius',
    kind: 'width',
    sources: [
      [input, 'border-top-left-radius'],
      /^(border-)?(radius|rounded)(-md|-base)?$/,
      /^corner(-radius)?$/,
      [button, 'border-top-left-radius'],
    ],
  },
  {name: 'button-radius', kind: 'width', sources: [[button, 'border-top-left-radius']]},
  {
    name: 'page-font',
    kind: 'font',
    sources: [[body, 'font-family'], /^font(-family)?(-sans|-body|-base|-sans-serif)?$/],
  },
];

/** Properties of rules that say something of a form, with the shorthand that may say it in their place. */
export const readProperties: Readonly<Record<string, string>> = {
  'background-color': 'background',
  color: 'color',
  'accent-color': 'accent-color',
  'border-top-color': 'border',
  'border-top-left-radius': 'border-radius',
  'font-family': 'font',
};

/** Parts of the names by which frameworks keep their tokens apart from others. */
const prefix = /^--((bs|color|clr|pico|md-sys-color|sl-color|wa-color|tw|mui-palette|theme|ds|app|site|c)-)+/;

/**
 * Finds what a page's sheet says of ground, text, accent, border, corners and font.
 *
 * @param isColour whether a browser can paint it
 */
export function proposalsOf(
  declarations: readonly Declaration[],
  isColour: (text: string) => boolean,
): readonly Proposal[] {
  const of = (wanted: Scheme) => declarations.filter(({scheme}) => scheme === wanted);
  const light = read(of('light'), isColour);
  const dark = read([...of('light'), ...of('dark')], isColour);
  return roles.flatMap(({name, kind, sources}) => {
    const found = light(kind, sources);
    if (!found) return [];
    const inDark = kind === 'color' ? (dark(kind, sources)?.value ?? found.value) : found.value;
    const value = inDark === found.value ? inDark : `light-dark(${found.value}, ${inDark})`;
    return [{name, value, from: found.from}];
  });
}

function read(declarations: readonly Declaration[], isColour: (text: string) => boolean) {
  const tokens = new Map<string, string>();
  for (const {property, value} of declarations) if (property.startsWith('--')) tokens.set(property, value);
  const named = [...tokens.keys()].map((token) => ({
    token,
    name: token.replace(prefix, '').replace(/^--/, ''),
  }));

  const valueOf = (text: string, kind: Kind): string | undefined =>
    taken(resolved(text, tokens), kind, isColour);
  return (kind: Kind, sources: Role['sources']): {value: string; from: string} | undefined => {
    for (const source of sources) {
      const places: readonly (readonly [string, string])[] =
        source instanceof RegExp
          ? named.filter(({name}) => source.test(name)).map(({token}) => [token, tokens.get(token)!] as const)
          : declarations
              .filter(({property, selector}) => property === source[1] && isFor(selector, source[0]))
              .map(({selector, property, value}) => [`${selector} ${property}`, value] as const)
              .reverse();
      for (const [from, text] of places) {
        const value = valueOf(text, kind);
        if (value !== undefined) return {value, from};
      }
    }
    return undefined;
  };
}

/** A scheme's own words in front of a selector say nothing of what it is for. */
const isFor = (selector: string, pattern: RegExp): boolean =>
  selector
    .split(/,(?![^(]*\))/)
    .some((one) => pattern.test(one.trim().replace(/^(:root)?[.[][\w-]*(dark|light)[^\s]*\s+(?=\S)/i, '')));

/** A value with the page's own custom properties in the place of their names. */
function resolved(text: string, tokens: ReadonlyMap<string, string>): string {
  let value = text;
  for (let depth = 0; depth < 20 && /\bvar\(/.test(value); depth++)
    value = value.replace(
      /\bvar\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/,
      (_, name: string, otherwise = '') => (tokens.get(name) ?? String(otherwise)).trim(),
    );
  return value.replace(/\s*!important$/, '').trim();
}

/** What a declaration says of one kind; a shorthand has it among others. */
function taken(text: string, kind: Kind, isColour: (text: string) => boolean): string | undefined {
  if (/\bvar\(|[;{}]|^(inherit|initial|unset|revert|none|auto)$/.test(text) || text === '') return undefined;
  if (kind === 'font') return fontIn(text);
  if (kind === 'width') return /^\d*\.?\d+(px|rem|em)$/.exec(text)?.[0] ?? (text === '0' ? '0px' : undefined);
  // Some frameworks keep the three parts of a colour alone.
  const parts = /^(\d+(\.\d+)?)(deg)?\s+\d+(\.\d+)?%\s+\d+(\.\d+)?%$/.test(text) ? `hsl(${text})` : text;
  const words = [parts, ...(parts.match(/[\w-]+\((?:[^()]|\([^()]*\))*\)|#[\da-f]+|[\w-]+/gi) ?? [])];
  return words.find(
    (word) => isColour(word) && !/^(transparent|currentcolor|inherit)$|^rgba\(0, 0, 0, 0\)$/i.test(word),
  );
}

/** The families of a `font-family`, or of a `font` after its size. */
const fontIn = (text: string): string | undefined =>
  /(?:^|\d(?:px|rem|em|%)(?:\s*\/\s*[\w.%]+)?\s+)((?:["'][^"']+["']|[a-z][\w-]*(?: [a-z][\w-]*)*)(?:\s*,\s*(?:["'][^"']+["']|[\w -]+))*)$/i.exec(
    text,
  )?.[1];

/** Reads a sheet by the browser's own parser, which loads nothing that the sheet names. */
export function declarationsOf(css: string): readonly Declaration[] {
  const sheet = new CSSStyleSheet();
  // Tailwind's tokens stand in a rule that browsers do not know.
  sheet.replaceSync(css.replace(/@theme\b[^{;]*\{/g, ':root {'));
  return inRules(sheet.cssRules, 'light');
}

function inRules(rules: CSSRuleList, scheme: Scheme): readonly Declaration[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) {
      if (/\bprint\b/.test(rule.conditionText)) return [];
      const isDark = /prefers-color-scheme:\s*dark/.test(rule.conditionText);
      return inRules(rule.cssRules, isDark ? 'dark' : scheme);
    }
    if (rule instanceof CSSStyleRule) {
      const own = /dark/i.test(rule.selectorText) ? 'dark' : scheme;
      return [...inStyle(rule, own), ...inRules(rule.cssRules, own)];
    }
    return 'cssRules' in rule ? inRules(rule.cssRules as CSSRuleList, scheme) : [];
  });
}

function inStyle({selectorText: selector, style}: CSSStyleRule, scheme: Scheme): readonly Declaration[] {
  const tokens = [...style].filter((property) => property.startsWith('--'));
  const names = [
    ...tokens.map((property) => [property, property] as const),
    ...Object.entries(readProperties),
  ];
  return names.flatMap(([property, shorthand]) => {
    // Where a shorthand has a custom property in it, the browser does not know its parts yet.
    const value = style.getPropertyValue(property) || style.getPropertyValue(shorthand);
    return value ? [{selector, property, value: value.trim(), scheme}] : [];
  });
}
