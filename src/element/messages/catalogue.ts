import {en} from './en.js';
import type {Catalogue} from './language.js';

export const english: Catalogue = {language: 'en', rightToLeft: false, messages: en};

const loaders: Readonly<Record<string, () => Promise<Catalogue>>> = {
  ar: async () => (await import('./ar.js')).ar,
  ur: async () => (await import('./ur.js')).ur,
};

/** Languages that are shipped. */
const languages: readonly string[] = ['en', ...Object.keys(loaders)];

/**
 * The shipped language for a BCP 47 tag: `ur-PK` and `ur-Arab` are `ur`; an unknown one is English.
 * @see RFC 4647, lookup
 */
export function languageOf(locale: string): string {
  const language = locale.toLowerCase().replace('_', '-').split('-')[0]!;
  return languages.includes(language) ? language : 'en';
}

/** Loads a shipped language; English needs no loading. */
export function loadCatalogue(language: string): Catalogue | Promise<Catalogue> {
  return loaders[language]?.() ?? english;
}

/** Puts values into `{name}` places. Most words have none, and a form that comes up is full of words. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  if (!text.includes('{')) return text;
  let filled = text;
  for (const [name, value] of Object.entries(values)) filled = filled.split(`{${name}}`).join(String(value));
  return filled;
}
