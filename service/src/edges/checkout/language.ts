import type {IntervalUnit} from '../../../../src/protocol/billing-words.js';
import {later, pages} from '../../../../src/texts/at-once.js';
import type {Texts} from '../../../../src/texts/shapes.js';
import {
  dayText,
  directionOf,
  fillMessage,
  formatTag,
  moneyIn,
  unbroken,
  type Locale,
} from '../../platform/pages/locales.js';

export {chooseLocale} from '../../platform/pages/locales.js';
export type {Locale} from '../../platform/pages/locales.js';

export type Messages = Texts<(typeof pages)['en']>;
type FormMessages = Texts<(typeof later)['en']>;

/** How often a subscription is charged. */
export interface BillingInterval {
  readonly interval_unit: IntervalUnit;
  readonly interval_count: number;
}

/** Writes the texts, amounts and dates of a page in one language. */
export interface Language {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  /** Returns a message of the catalogue with its placeholders filled in. */
  readonly say: (key: keyof Messages, values?: Readonly<Record<string, string | number>>) => string;
  /** Returns a message that the card form shares with the page. A placeholder without a value stays. */
  readonly sayInForm: (key: keyof FormMessages, values?: Readonly<Record<string, string>>) => string;
  /** Formats an amount, given as a decimal string in major units. */
  readonly money: (amount: string, currency: string) => string;
  /** Formats a date as a day in a time zone. */
  readonly day: (instant: Date, timeZone: string) => string;
  /** Formats the expiry date of a card, such as `01/29`. */
  readonly expiry: (month: string, year: string) => string;
  /** Formats an interval, such as "every 3 months". */
  readonly every: (price: BillingInterval) => string;
}

const intlUnits = {DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year'} as const;
const singularKeys = {DAY: 'everyDay', WEEK: 'everyWeek', MONTH: 'everyMonth', YEAR: 'everyYear'} as const;
/** In the order of the texts in the message `everyTwo`. */
const dualOrder: readonly IntervalUnit[] = ['DAY', 'WEEK', 'MONTH', 'YEAR'];

/** Creates the language of a page from its catalogue of messages. */
export function createLanguage(locale: Locale): Language {
  const messages: Messages = pages[locale];
  const tag = formatTag(locale);
  const say: Language['say'] = (key, values = {}) => fillMessage(locale, messages[key], values);
  return {
    locale,
    direction: directionOf(locale),
    say,
    sayInForm: (key, values = {}) => fillMessage(locale, (later[locale] as FormMessages)[key], values),
    money: (amount, currency) => moneyIn(locale, {amount, currency}),
    day: (instant, timeZone) => dayText(locale, instant, {dateStyle: 'long', timeZone}),
    expiry: (month, year) => `${month.padStart(2, '0')}/${year.slice(-2)}`,
    every({interval_unit: unit, interval_count: count}) {
      if (count === 1) return say(singularKeys[unit]);
      const hasDualForm = count === 2 && messages.everyTwo !== '';
      if (hasDualForm) return messages.everyTwo.split('|')[dualOrder.indexOf(unit)]!;
      const format = new Intl.NumberFormat(tag, {style: 'unit', unit: intlUnits[unit], unitDisplay: 'long'});
      return say('every', {duration: unbroken(format.format(count))});
    },
  };
}
