// A theme of the playground: values of variables, as CSS writes them. Nothing here asks a browser.
import {readableDefault, variables, type Variable} from '../../../src/element/styles/variables.js';

export type Scheme = 'light' | 'dark';

/** CSS texts by the names of their variables. `page-background` and `page-font` are the page's, on which the form stands. */
export type Theme = Map<string, string>;

const table: Readonly<Record<string, Variable>> = variables;
const ofPage = ['page-background', 'page-font'];
/** Set by a sheet that is dark at all times. */
const colorScheme = 'color-scheme';

/** Names that a theme may have, in the order in which they are written. */
export const themeNames: readonly string[] = [...ofPage, colorScheme, ...Object.keys(variables)];

const isPart = (text: string): boolean => !/[;{}]|\/\*/.test(text);

/** The two values of a colour: those of `light-dark()`, any other text for both. */
export function schemesOf(value: string): Readonly<Record<Scheme, string>> {
  const inside = /^\s*light-dark\(([^]*)\)\s*$/.exec(value)?.[1];
  if (inside === undefined) return {light: value, dark: value};
  let depth = 0;
  const comma = [...inside].findIndex((letter) => {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    return letter === ',' && depth === 0;
  });
  return comma < 0
    ? {light: value, dark: value}
    : {light: inside.slice(0, comma).trim(), dark: inside.slice(comma + 1).trim()};
}

/** A colour of which one scheme is another now. One that was the same in both stays so. */
export function withScheme(value: string, scheme: Scheme, colour: string): string {
  const schemes = schemesOf(value);
  if (schemes.light === value && schemes.dark === value) return colour;
  const [light, dark] = scheme === 'light' ? [colour, schemes.dark] : [schemes.light, colour];
  return light === dark ? light : `light-dark(${light}, ${dark})`;
}

/** The default of a variable as a shop would write it. */
export const defaultOf = (name: string): string => readableDefault(table[name]?.otherwise ?? '');

/** The sheet for a page: what is as it would be anyway is left out. Empty where nothing is set. */
export function cssOf(theme: Theme): string {
  const lines = themeNames.flatMap((name) => {
    const value = theme.get(name);
    if (value === undefined || ofPage.includes(name) || value === defaultOf(name)) return [];
    return name === colorScheme ? [`  ${name}: ${value};`] : [`  --card-vault-${name}: ${value};`];
  });
  if (lines.length === 0) return '';
  return ['card-vault,', 'card-vault-list,', 'card-vault-subscribe {', ...lines, '}', ''].join('\n');
}

/** The theme that an address carries; a name or text that cannot be one is left out. */
export function themeOf(parameters: URLSearchParams): Theme {
  const kept = [...parameters].filter(([key]) => key.startsWith('--'));
  return new Map(
    kept
      .map(([key, value]) => [key.slice(2), value] as const)
      .filter(([name, value]) => themeNames.includes(name) && value !== '' && isPart(value)),
  );
}

/** Puts a theme into the parameters of an address, in the place of the one that was there. */
export function keepTheme(parameters: URLSearchParams, theme: Theme): void {
  for (const name of themeNames) parameters.delete(`--${name}`);
  for (const [name, value] of theme) if (isPart(value)) parameters.set(`--${name}`, value);
}

/** The number of a value, such as `8px`; of `calc(10 / 7)`, what it comes to. Zero where there is none. */
export function numberOf(value: string): number {
  const [first = 0, part = 1] = (value.match(/-?[\d.]+/g) ?? []).map(Number);
  return value.includes(' / ') ? first / part : first;
}

/** What a slider of a variable reaches: least, most, step. In pixels, or without a unit. */
export function rangeOf(name: string): readonly [number, number, number] {
  const {type, otherwise} = table[name]!;
  if (type === 'weight') return [100, 900, 100];
  const usual = numberOf(readableDefault(otherwise));
  if (name === 'rows') return [0, 10, 1];
  if (type === 'number') return [usual / 2, usual * 2, 0.05];
  if (name.endsWith('-letter-spacing')) return [-1, 4, 0.1];
  if (/^ring-|^border-width/.test(name)) return [name === 'ring-offset' ? -4 : 0, 8, 0.5];
  return [0, Math.max(32, usual * 2), 1];
}
