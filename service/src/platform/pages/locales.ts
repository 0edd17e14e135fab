import {moneyText} from '../../../../src/protocol/money-text.js';
import type {Price} from '../../../../src/protocol/price.js';
import {directionOf, type LanguageTag} from '../../../../src/texts/index.js';
import {fillNumber} from '../../../../src/texts/plural.js';
import {formatTag, unbroken} from '../../../../src/texts/written.js';

/** The language of the service's own pages: the hosted checkout and the simulated bank. */
export type Locale = LanguageTag;

export {directionOf} from '../../../../src/texts/index.js';
export {dayText, formatTag, unbroken} from '../../../../src/texts/written.js';

export {chooseLanguage as chooseLocale} from '../../../../src/texts/accepted.js';

/**
 * An amount, given as a decimal string in major units. Digits are those of `formatTag`. In a language written from the right the amount runs from the left for itself: the
 * Arabic one begins with a mark that turns it round otherwise, and "US$" becomes "$US".
 */
export function moneyIn(locale: Locale, price: Price): string {
  const text = unbroken(moneyText(price, formatTag(locale)));
  return directionOf(locale) === 'rtl' ? `\u2066${text}\u2069` : text;
}

/**
 * Fills the placeholders of a message; numbers choose its plural forms. In a language written from the right, values are isolated, because
 * names and amounts may be written in the other direction than the sentence (Unicode FSI … PDI).
 */
export function fillMessage(
  locale: Locale,
  message: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const isolate = (text: string) => (directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text);
  const counted = Object.entries(values).reduce(
    (text, [name, value]) =>
      typeof value === 'number' ? fillNumber(text, formatTag(locale), name, value) : text,
    message,
  );
  return counted.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    name in values ? isolate(String(values[name])) : placeholder,
  );
}
