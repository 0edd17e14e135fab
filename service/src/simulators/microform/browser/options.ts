/** Parts of a field that styles may be given for (wire 2.2). */
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

/** CSS that may be set inside a field (wire 2.2); anything else is left out with a warning. */
export const styleNames: ReadonlySet<string> = new Set([
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
 * Options of a field, at creation and in `update` (wire 2.2). The last four are ours; others may ignore them.
 */
export interface FieldOptions {
  readonly placeholder?: string;
  /** Title of the frame, read by screen readers when they enter it. */
  readonly title?: string;
  /** A longer explanation, read after the label. */
  readonly description?: string;
  readonly disabled?: boolean;
  /** 3 or 4, code only: a limit. Below it the length follows the brand of the number. */
  readonly maxLength?: number;
  readonly styles?: FieldStyles;
  readonly 'aria-label'?: string;
  readonly 'aria-required'?: boolean;
  /** Whether the number is grouped while it is typed. */
  readonly autoformat?: boolean;
  readonly 'aria-invalid'?: boolean;
  /** Language and direction of placeholder and label. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  /** `auto` (default) follows the page. */
  readonly colorScheme?: 'auto' | 'light' | 'dark';
  /**
   * The opaque color behind the field, as computed style spells it. The frame is transparent without it; with
   * it, tools that see only the frame compute the contrast of its text correctly.
   */
  readonly background?: string;
}

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === 'string' && value.length <= 500;
const flag: Check = (value) => typeof value === 'boolean';

const checks: Readonly<Record<keyof FieldOptions, Check>> = {
  placeholder: text,
  title: text,
  description: text,
  disabled: flag,
  maxLength: (value) => value === 3 || value === 4,
  styles: (value) => typeof value === 'object' && value !== null,
  'aria-label': text,
  'aria-required': flag,
  autoformat: flag,
  'aria-invalid': flag,
  lang: text,
  dir: (value) => value === 'ltr' || value === 'rtl',
  colorScheme: (value) => value === 'auto' || value === 'light' || value === 'dark',
  background: (value) =>
    typeof value === 'string' && /^(rgb|color|oklab|oklch|lab|lch)\([\w\s.,%-]{1,80}\)$/.test(value),
};

/** `fontSize` and `font-size` name the same. */
export const cssName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A value that could fetch something or hide what it is has no place in a field. */
const suspicious = /url\s*\(|image\s*\(|image-set|expression|[\\<>{};@]/i;

function readRule(rule: unknown, ignored: string[]): Record<string, string> {
  const kept: Record<string, string> = {};
  if (typeof rule !== 'object' || rule === null) return kept;
  for (const [key, value] of Object.entries(rule as Record<string, unknown>)) {
    const name = cssName(key);
    const content = typeof value === 'number' ? String(value) : value;
    if (
      styleNames.has(name) &&
      typeof content === 'string' &&
      content.length <= 200 &&
      !suspicious.test(content)
    ) {
      kept[name] = content;
    } else {
      ignored.push(name);
    }
  }
  return kept;
}

/** Only the styles that a field applies; the names of the rest are added to `ignored`. */
export function readStyles(value: unknown, ignored: string[] = []): FieldStyles {
  const styles: Partial<Record<StyleKey, Record<string, string>>> = {};
  if (typeof value !== 'object' || value === null) return styles;
  for (const [key, rule] of Object.entries(value as Record<string, unknown>)) {
    const known = styleKeys.find((one) => one === key);
    if (known) styles[known] = readRule(rule, ignored);
    else ignored.push(key);
  }
  return styles;
}

/** Only the options a field has, each of the right kind; the names of the rest are added to `ignored`. */
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
