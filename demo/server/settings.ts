import {directionOf as directionIn, languageTags, pseudoTags, type Direction} from '../../src/texts/index.js';

/** The switches of the demo: their names in the address, what they may be, and their defaults. */
export const switches = {
  'step-up': ['dialog', 'inline', 'redirect'],
  verification: ['off', 'on'],
  guest: ['off', 'on'],
  entry: ['flex', 'raw'],
  code: ['off', 'on'],
  theme: ['auto', 'light', 'dark'],
  lang: [...languageTags, ...pseudoTags],
  stay: ['off', 'on'],
} as const;

type Switches = typeof switches;
export type SwitchName = keyof Switches;
/** One value of each switch. */
export type Settings = {readonly [Name in SwitchName]: Switches[Name][number]};
export type Language = Settings['lang'];

const switchNames = Object.keys(switches) as SwitchName[];

/** The settings of an address; what is unknown becomes the default. */
export function settingsOf(url: URL): Settings {
  const settings = Object.entries<readonly string[]>(switches).map(([name, values]) => {
    const asked = url.searchParams.get(name);
    return [name, values.find((value) => value === asked) ?? values[0]];
  });
  return Object.fromEntries(settings) as Settings;
}

/** Settings as a query, without what is default; only the named ones when some are named. */
export function queryOf(settings: Settings, names: readonly SwitchName[] = switchNames): string {
  const query = new URLSearchParams();
  for (const name of names) if (settings[name] !== switches[name][0]) query.set(name, settings[name]);
  const text = query.toString();
  return text && `?${text}`;
}

/** What the shop's server must know to open a session. */
export const sessionUrl = (settings: Settings): string =>
  `/card-vault/session${queryOf(settings, ['verification', 'guest', 'entry'])}`;

/** The address of a page of the shop, with the settings and what else it is to know. */
export function pageUrl(
  path: string,
  settings: Settings,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(queryOf(settings));
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

export const directionOf = ({lang}: Settings): Direction => directionIn(lang);
