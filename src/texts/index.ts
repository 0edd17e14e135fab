/**
 * The languages that shoppers are spoken to in, by their BCP 47 tag, with their names in themselves. A new one
 * is a line here and a folder beside this file; `npm run docs` does the rest.
 */
export const languages = {
  en: {name: 'English', direction: 'ltr'},
  ur: {name: 'اردو', direction: 'rtl'},
  ar: {name: 'العربية', direction: 'rtl'},
} as const;

export type LanguageTag = keyof typeof languages;
export type Direction = 'ltr' | 'rtl';

/** The name of each language in itself. */
export const languageNames = Object.fromEntries(
  Object.entries(languages).map(([tag, {name}]) => [tag, name]),
) as Readonly<Record<LanguageTag, string>>;

export const languageTags = Object.keys(languages) as readonly LanguageTag[];

/**
 * The language for a BCP 47 tag, where there is one: `ur-PK` and `ur_Arab` are `ur`.
 * @see RFC 4647, lookup
 */
export function knownLanguage(tag: string | null | undefined): LanguageTag | undefined {
  const base = tag?.toLowerCase().split(/[-_]/)[0];
  return languageTags.find((known) => known === base);
}
