import {bestMatch, pseudoTags, type PseudoTag} from './match.js';

export {directionOf, pseudoTags} from './match.js';

interface Language {
  /** In the language itself. */
  readonly name: string;
}

/**
 * The languages that shoppers are spoken to in, by their BCP 47 tag, with their names in themselves. A new one
 * is a line here and a folder beside this file; `npm run docs` does the rest.
 */
export const languages = {
  en: {name: 'English'},
  ur: {name: 'اردو'},
  ar: {name: 'العربية'},
  fa: {name: 'فارسی'},
  he: {name: 'עברית'},
  hi: {name: 'हिन्दी'},
  bn: {name: 'বাংলা'},
  pa: {name: 'ਪੰਜਾਬੀ'},
  tr: {name: 'Türkçe'},
  fr: {name: 'Français'},
  de: {name: 'Deutsch'},
  es: {name: 'Español'},
  'pt-BR': {name: 'Português (Brasil)'},
  'pt-PT': {name: 'Português (Portugal)'},
  it: {name: 'Italiano'},
  nl: {name: 'Nederlands'},
  pl: {name: 'Polski'},
  cs: {name: 'Čeština'},
  ro: {name: 'Română'},
  sv: {name: 'Svenska'},
  da: {name: 'Dansk'},
  fi: {name: 'Suomi'},
  el: {name: 'Ελληνικά'},
  ru: {name: 'Русский'},
  uk: {name: 'Українська'},
  id: {name: 'Bahasa Indonesia'},
  ms: {name: 'Bahasa Melayu'},
  vi: {name: 'Tiếng Việt'},
  th: {name: 'ไทย'},
  ja: {name: '日本語'},
  ko: {name: '한국어'},
  'zh-Hans': {name: '简体中文'},
  'zh-Hant': {name: '繁體中文'},
} as const satisfies Readonly<Record<string, Language>>;

type ShippedTag = keyof typeof languages;
export type LanguageTag = ShippedTag | PseudoTag;
export type Direction = 'ltr' | 'rtl';

/** The name of each language in itself. */
export const languageNames = Object.fromEntries(
  Object.entries(languages).map(([tag, {name}]) => [tag, name]),
) as Readonly<Record<ShippedTag, string>>;

export const languageTags = Object.keys(languages) as readonly ShippedTag[];

/** The language for a BCP 47 tag, where there is one. */
export function knownLanguage(tag: string | null | undefined): LanguageTag | undefined {
  return pseudoTags.find((pseudo) => pseudo === tag) ?? bestMatch(languageTags, tag ?? '');
}
