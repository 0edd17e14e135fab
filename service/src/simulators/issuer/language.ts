import {chooseLocale, directionOf, fillMessage, moneyIn} from '../../platform/pages/locales.js';
import type {Locale} from '../../platform/pages/locales.js';
import {ar} from './messages/ar.js';
import {en} from './messages/en.js';
import type {Messages} from './messages/en.js';
import {ur} from './messages/ur.js';

const catalogues: Readonly<Record<Locale, Messages>> = {en, ur, ar};

export type MessageKey = keyof Messages;

/** Writes the texts of the bank's pages in one language. */
export interface Language {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly say: (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;
  /** Formats an amount, given as a decimal string in major units. */
  readonly money: (amount: string, currency: string) => string;
}

export function createLanguage(locale: Locale): Language {
  return {
    locale,
    direction: directionOf(locale),
    say: (key, values = {}) => fillMessage(locale, catalogues[locale][key], values),
    money: (amount, currency) => moneyIn(locale, {amount, currency}),
  };
}

/** The language of the shop's page, if the enrollment named one that the bank speaks; else the browser's. */
export const languageFor = (pageLanguage: string | null, acceptLanguage: string | undefined): Language =>
  createLanguage(chooseLocale([pageLanguage], acceptLanguage));
