import {first} from '../../texts/en/first.js';
import {loaders as onDemand} from '../../texts/on-demand.js';
import type {MessageKey, Messages} from '../../texts/shapes.js';

/** The words of one language. */
export interface Catalogue {
  readonly language: string;
  readonly element: Readonly<Partial<Record<MessageKey, string>>>;
}

export const english: Catalogue = {language: 'en', element: first};

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
  return loaders[language]?.().then((words) => ({language, ...words})) ?? english;
}

/** Puts values into `{name}` places; one without a value stays. */
export const fill = (text: string, values?: Readonly<Record<string, string | number>>): string =>
  text.replace(/{(\w+)}/g, (place, name: string) => String(values?.[name] ?? place));
