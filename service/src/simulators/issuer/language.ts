import {bank} from '../../../../src/texts/at-once.js';
import {chooseLocale, directionOf, fillMessage, moneyIn, type Locale} from '../../platform/pages/locales.js';

export type MessageKey = keyof (typeof bank)['en'];

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
    say: (key, values = {}) => fillMessage(locale, bank[locale][key], values),
    money: (amount, currency) => moneyIn(locale, {amount, currency}),
  };
}

/** The language of the shop's page, if the enrollment named one that the bank speaks; else the browser's. */
export const languageFor = (pageLanguage: string | null, acceptLanguage: string | undefined): Language =>
  createLanguage(chooseLocale([pageLanguage], acceptLanguage));
