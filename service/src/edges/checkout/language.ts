import type {IntervalUnit} from '../../domain/plans/plan.js';
import {ar} from './messages/ar.js';
import {en} from './messages/en.js';
import type {Messages} from './messages/en.js';
import {ur} from './messages/ur.js';

/** Languages of the hosted pages. */
export const locales = ['en', 'ur', 'ar'] as const;
export type Locale = (typeof locales)[number];

const catalogues: Readonly<Record<Locale, Messages>> = {en, ur, ar};
const rightToLeft: readonly Locale[] = ['ur', 'ar'];

/** How often something is charged. */
export interface Rhythm {
  readonly interval_unit: IntervalUnit;
  readonly interval_count: number;
}

/** Everything a page says, in one language. */
export interface Language {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  /** A sentence with its blanks filled in. */
  readonly say: (key: keyof Messages, blanks?: Readonly<Record<string, string | number>>) => string;
  /** An amount in major units, as decimal text. */
  readonly money: (amount: string, currency: string) => string;
  /** A day on the calendar of a time zone. */
  readonly day: (instant: Date, timeZone: string) => string;
  /** Month and year of a card, such as `01/29`. */
  readonly expiry: (month: string, year: string) => string;
  /** Such as "every 3 months". */
  readonly every: (price: Rhythm) => string;
}

export const languageName = (locale: Locale): string => catalogues[locale].language;

/**
 * The first supported language, in this order: named in the URL, kept with the session, sent by the browser
 * (RFC 9110 section 12.5.4).
 */
export function chooseLocale(
  named: readonly (string | null | undefined)[],
  acceptLanguage: string | undefined,
): Locale {
  const accepted = (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return {tag, quality: quality === undefined ? 1 : Number(quality)};
    })
    .filter(({quality}) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({tag}) => tag);
  for (const tag of [...named, ...accepted]) {
    const base = tag?.toLowerCase().split(/[-_]/)[0];
    const known = locales.find((locale) => locale === base);
    if (known) return known;
  }
  return 'en';
}

const units = {DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year'} as const;
const single = {DAY: 'everyDay', WEEK: 'everyWeek', MONTH: 'everyMonth', YEAR: 'everyYear'} as const;
const unitNames = Object.keys(units) as IntervalUnit[];

export function speak(locale: Locale): Language {
  const messages = catalogues[locale];
  // Digits of one kind on a page: card numbers and codes come in these.
  const tag = `${locale}-u-nu-latn`;
  const isRightToLeft = rightToLeft.includes(locale);
  // Names and amounts may run the other way than the sentence around them (FSI … PDI).
  const apart = (text: string) => (isRightToLeft ? `\u2068${text}\u2069` : text);
  const say: Language['say'] = (key, blanks = {}) =>
    messages[key].replace(/\{(\w+)\}/g, (blank, name: string) =>
      name in blanks ? apart(String(blanks[name])) : blank,
    );
  return {
    locale,
    direction: isRightToLeft ? 'rtl' : 'ltr',
    say,
    money: (amount, currency) =>
      new Intl.NumberFormat(tag, {style: 'currency', currency}).format(Number(amount)),
    day: (instant, timeZone) => new Intl.DateTimeFormat(tag, {dateStyle: 'long', timeZone}).format(instant),
    expiry: (month, year) => `${month.padStart(2, '0')}/${year.slice(-2)}`,
    every({interval_unit: unit, interval_count: count}) {
      if (count === 1) return say(single[unit]);
      const dual = count === 2 && messages.everyTwo !== '';
      if (dual) return messages.everyTwo.split('|')[unitNames.indexOf(unit)]!;
      const format = new Intl.NumberFormat(tag, {style: 'unit', unit: units[unit], unitDisplay: 'long'});
      return say('every', {duration: format.format(count)});
    },
  };
}
