/** Reads the name of a cardholder, the same way in the page and in the service (wire 1.6.1). */
import {digitsOf} from './digits.js';

/** Characters, as the service stores them; no name that people bear comes near. */
export const longestName = 256;

/** Fault of a name: nothing was typed, a card number was, or something that is no name in any script. */
export type NameFault = 'missing' | 'number' | 'letters';

/** Letters and their marks, digits and punctuation of every script, and what keyboards have for an apostrophe. */
const ofNames = /^[\p{L}\p{M}\p{N}\p{P}\p{Z}\p{Cc}\p{Cf}´ -~]*$/u;

/** Finds the fault of a name as it was typed; undefined for a right one. */
export function nameFault(typed: string): NameFault | undefined {
  if (typed.trim() === '') return 'missing';
  if (digitsOf(typed).length >= 12) return 'number';
  return /\p{L}/u.test(typed) && ofNames.test(typed) && typed.length <= longestName ? undefined : 'letters';
}

/**
 * The name as it was typed, without what no reader sees: line ends and other controls become spaces, marks of
 * direction go, accents are joined with their letters (NFC). Joiners stay, because Persian and the scripts of
 * India are spelt with them.
 */
export const readName = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .trim();
