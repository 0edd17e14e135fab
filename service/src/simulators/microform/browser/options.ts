/** Selectors of a field's styles (wire 2.2). */
export const styleKeys = [
  'input',
  '::placeholder',
  ':focus',
  ':hover',
  ':disabled',
  'valid',
  'invalid',
] as const;
export type StyleKey = (typeof styleKeys)[number];
export type FieldStyles = Readonly<Partial<Record<StyleKey, Readonly<Record<string, string>>>>>;

/** CSS properties that a field accepts (wire 2.2). Others are dropped with a warning. */
const cssProperties: ReadonlySet<string> = new Set([
  'color',
  'cursor',
  'font',
  'font-family',
  'font-kerning',
  'font-size',
  'font-size-adjust',
  'font-stretch',
  'font-style',
  'font-variant',
  'font-variant-alternates',
  'font-variant-caps',
  'font-variant-east-asian',
  'font-variant-ligatures',
  'font-variant-numeric',
  'font-weight',
  'line-height',
  'opacity',
  'text-rendering',
  'text-shadow',
  'transition',
  '-moz-osx-font-smoothing',
  '-moz-tap-highlight-color',
  '-moz-transition',
  '-o-transition',
  '-webkit-font-smoothing',
  '-webkit-tap-highlight-color',
  '-webkit-transition',
]);

/**
 * Options of a field, at creation and in `update` (wire 2.2). The options from `aria-invalid` on are
 * extensions of this service; other microforms may ignore them.
 */
export interface FieldOptions {
  readonly placeholder?: string;
  /** Title of the frame, read by screen readers when they enter it. */
  readonly title?: string;
  /** A longer explanation, read after the label. */
  readonly description?: string;
  readonly disabled?: boolean;
  /** The longest security code that is accepted, 3 or 4. The card's brand may require a shorter one. */
  readonly maxLength?: number;
  readonly styles?: FieldStyles;
  readonly 'aria-label'?: string;
  readonly 'aria-required'?: boolean;
  /** Whether the card number is grouped as the shopper types. */
  readonly autoformat?: boolean;
  readonly 'aria-invalid'?: boolean;
  /** Language and direction of placeholder and label. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** `auto`, the default, follows the page. */
  readonly colorScheme?: 'auto' | 'light' | 'dark';
  /**
   * The opaque color behind the field, spelled as in a computed style. Without it the frame is transparent,
   * and accessibility tools that see only the frame cannot compute the contrast of its text.
   */
  readonly background?: string;
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string' && value.length <= 500;
const isFlag: Check = (value) => typeof value === 'boolean';

const checks: Readonly<Record<keyof FieldOptions, Check>> = {
  placeholder: isText,
  title: isText,
  description: isText,
  disabled: isFlag,
  maxLength: (value) => value === 3 || value === 4,
  styles: (value) => typeof value === 'object' && value !== null,
  'aria-label': isText,
  'aria-required': isFlag,
  autoformat: isFlag,
  'aria-invalid': isFlag,
  lang: isText,
  dir: (value) => value === 'ltr' || value === 'rtl',
  colorScheme: (value) => value === 'auto' || value === 'light' || value === 'dark',
  background: (value) =>
    typeof value === 'string' && /^(rgb|color|oklab|oklch|lab|lch)\([\w\s.,%-]{1,80}\)$/.test(value),
};

/** Converts `fontSize` to `font-size`; pages may send either spelling. */
const cssName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Matches values that could load a resource or end their declaration. They are dropped. */
const unsafeValue = /url\s*\(|image\s*\(|image-set|expression|[\\<>{};@]/i;

function readRule(rule: unknown, ignored: string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  if (typeof rule !== 'object' || rule === null) return kept;
  for (const [key, value] of Object.entries(rule as Record<string, unknown>)) {
    const name = cssName(key);
    const content = typeof value === 'number' ? String(value) : value;
    if (
      cssProperties.has(name) &&
      typeof content === 'string' &&
      content.length <= 200 &&
      !unsafeValue.test(content)
    ) {
      kept[name] = content;
    } else {
      ignored.push(name);
    }
  }
  return kept;
}

/** Keeps the styles that a field applies, and adds the names of all others to `ignored`. */
export function readStyles(value: unknown, ignored: string[] = []): FieldStyles {
  const styles: Partial<Record<StyleKey, Record<string, string>>> = {};
  if (typeof value !== 'object' || value === null) return styles;
  for (const [key, rule] of Object.entries(value as Record<string, unknown>)) {
    const selector = styleKeys.find((known) => known === key);
    if (selector) styles[selector] = readRule(rule, ignored);
    else ignored.push(key);
  }
  return styles;
}

/** Keeps the known options that have a valid value, and adds the names of all others to `ignored`. */
export function readOptions(value: unknown, ignored: string[] = []): FieldOptions {
  const options: Record<string, unknown> = {};
  if (typeof value !== 'object' || value === null) return options;
  for (const [key, option] of Object.entries(value as Record<string, unknown>)) {
    if (option === undefined) continue;
    if (!Object.hasOwn(checks, key) || !checks[key as keyof FieldOptions](option)) ignored.push(key);
    else options[key] = key === 'styles' ? readStyles(option, ignored) : option;
  }
  return options;
}
