import {currencyDigits, isCurrency} from './currencies.js';
import {isDecimal, type Price} from './price.js';

/**
 * A price as a language writes it, with every decimal of its currency: `PKR 4,800.00`. The text stays text, because a number
 * loses digits of a long one. A currency younger than the table keeps the decimals that it came with, and an amount that is no
 * decimal text is shown as it came.
 *
 * @param language What a page or a browser says is not always a language tag (`en_US`, `C`): then it is English.
 */
export function moneyText(
  {amount, currency}: Price,
  language: string,
  currencyDisplay: 'symbol' | 'code' = 'symbol',
): string {
  if (!isDecimal(amount)) return `${currency} ${amount}`;
  const given = amount.split('.')[1]?.length ?? 0;
  const digits = isCurrency(currency) ? Math.max(given, currencyDigits(currency)) : given;
  return new Intl.NumberFormat(languageTag(language), {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** The language of a text that is to be formatted, or English where there is no such language. */
export function languageTag(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
