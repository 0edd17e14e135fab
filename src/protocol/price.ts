import type {Answer} from './answer.js';

/** An amount in the currency's own unit, as text: `24.00`. */
export interface Price {
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;

/** Whether a text is a plain decimal number. `Number` also takes `1e3`, `0x10`, blanks and no text at all. */
export const isDecimal = (text: string): text is `${number}` => decimal.test(text);

/** Whether a text is written like a currency. Which currencies there are is known to `currencies.ts`. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** Reads amount and currency of an answer. Throws `answer-unreadable`. */
export function readPrice(place: Answer): Price {
  const [amount, currency] = [place.at('amount'), place.at('currency')];
  if (!isDecimal(amount.text())) amount.refuse('a decimal amount');
  if (!isCurrencyCode(currency.text())) currency.refuse('a currency code');
  return {amount: amount.text(), currency: currency.text()};
}
