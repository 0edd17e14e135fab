import {isCurrency} from '../../protocol/currencies.js';

/** Fault of a currency, as the end of a sentence; nothing for a code that is in use. */
export function currencyProblem(currency: unknown): string | undefined {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
    const given = currency === undefined ? 'nothing' : JSON.stringify(currency);
    return `must be three capital letters of ISO 4217, such as "USD", not ${given}.`;
  }
  if (isCurrency(currency)) return undefined;
  return `is "${currency}", which is not a currency of ISO 4217 that cards are charged in.`;
}
