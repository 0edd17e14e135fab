import {first} from '../../texts/en/first.js';
import {fromRight, loaders as onDemand} from '../../texts/on-demand.js';
import type {MessageKey, Messages} from '../../texts/shapes.js';

/** The words of one language. */
export interface Catalogue {
  readonly language: string;
  readonly rightToLeft: boolean;
  readonly messages: Readonly<Partial<Record<MessageKey, string>>>;
}

export const english: Catalogue = {language: 'en', rightToLeft: false, messages: first};

const loaders: Readonly<Record<string, () => Promise<{readonly element: Messages}>>> = onDemand;

/**
 * The shipped language for a BCP 47 tag: `ur-PK` and `ur-Arab` are `ur`; an unknown one is English.
 * @see RFC 4647, lookup
 */
export function languageOf(locale: string): string {
  const language = locale.toLowerCase().split(/[-_]/)[0]!;
  return Object.hasOwn(loaders, language) ? language : 'en';
}

/** Loads a shipped language; English needs no loading. */
export function loadCatalogue(language: string): Catalogue | Promise<Catalogue> {
  return (
    loaders[language]?.().then(({element: messages}) => ({
      language,
      rightToLeft: fromRight.includes(language),
      messages,
    })) ?? english
  );
}

/** Puts values into `{name}` places. Most words have none, and a form that comes up is full of words. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  if (!text.includes('{')) return text;
  let filled = text;
  for (const [name, value] of Object.entries(values)) filled = filled.split(`{${name}}`).join(String(value));
  return filled;
}
