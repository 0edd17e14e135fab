import {checkNumber} from '../../../platform/pages/card-number.js';
import type {Candidate} from '../../../platform/pages/card-number.js';
import type {InputKind} from './card-input.js';
import {digitLimit, gapsOf} from './grouping.js';
import type {CardData} from './messages.js';

/**
 * What the page learns about a candidate brand (wire 2.2): only what follows from the brand and its verdict.
 */
export function cardData({brand, valid, couldBeValid}: Candidate): CardData {
  return {
    name: brand.id,
    brandedName: brand.name,
    cybsCardType: brand.typeCode,
    spaces: brand.gaps,
    lengths: brand.lengths,
    securityCode: brand.securityCode,
    luhn: true,
    valid,
    couldBeValid,
  };
}

export const numberKind: InputKind = {
  autocomplete: 'cc-number',
  label: 'Card number',
  masked: false,
  gaps: (digits) => gapsOf(checkNumber(digits)),
  limit: (digits) => digitLimit(checkNumber(digits)),
  validate(digits) {
    const {candidates, empty, valid, couldBeValid} = checkNumber(digits);
    return {card: candidates.map(cardData), empty, valid, couldBeValid};
  },
};

/** Digits of a security code: exactly so many once the brand is known, 3 or 4 before. */
export function codeKind(length: () => 3 | 4 | undefined): InputKind {
  return {
    autocomplete: 'cc-csc',
    label: 'Security code',
    masked: true,
    gaps: () => [],
    limit: () => length() ?? 4,
    validate(digits) {
      const wanted = length();
      const valid =
        wanted === undefined ? digits.length === 3 || digits.length === 4 : digits.length === wanted;
      return {empty: !digits, valid, couldBeValid: valid || digits.length < (wanted ?? 4)};
    },
  };
}

/** The code length that all brands still in question agree on. */
export function codeLengthFor(digits: string): 3 | 4 | undefined {
  const lengths = new Set(checkNumber(digits).candidates.map(({brand}) => brand.securityCode.length));
  return lengths.size === 1 ? [...lengths][0] : undefined;
}
