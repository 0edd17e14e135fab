import {moneyText} from 'card-vault/protocol';
import {formatTag, unbroken} from '../../src/texts/written.js';

/** Price of a box: decimal amount and currency. */
export const boxPrice = ['24.00', 'USD'] as const;

/**
 * The shop's one way to write an amount: as the page's language writes it, and never turned round by the text beside it (an
 * Arabic price begins with a mark that would turn "US$" round).
 */
export function priceText(amount: string, currency: string, language: string): string {
  return `\u2066${unbroken(moneyText({amount, currency}, formatTag(language)))}\u2069`;
}
