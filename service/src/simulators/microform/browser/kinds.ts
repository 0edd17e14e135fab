import {readPastedCard} from '../../../../../src/protocol/pasted-card.js';
import {hasUsualLength} from '../../../../../src/protocol/usual-length.js';
import {checkNumber, type Candidate} from '../../../platform/pages/card-number.js';
import type {InputKind} from './card-input.js';
import {digitLimit, gapsOf} from './grouping.js';
import type {CardData} from './messages.js';

/** What the page learns about a possible brand (wire 2.2). It contains no digit of the card. */
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

/** The card number. */
export const numberKind: InputKind = {
  autocomplete: 'cc-number',
  label: 'Card number',
  enterKey: 'next',
  mostDigits: 24,
  gapsFor: (digits) => gapsOf(checkNumber(digits)),
  limitFor: (digits) => digitLimit(checkNumber(digits)),
  validate(digits) {
    const {candidates, empty, valid, couldBeValid} = checkNumber(digits);
    const brands = candidates.map(({brand}) => brand.id);
    const usualLength = hasUsualLength(digits.length, brands);
    return {card: candidates.map(cardData), empty, valid, couldBeValid, ...(usualLength && {usualLength})};
  },
  read: (text) => readPastedCard(text, (digits) => checkNumber(digits).valid),
};

/** The security code. It has 3 or 4 digits while `exactLength` returns undefined. */
export function codeKind(exactLength: () => 3 | 4 | undefined): InputKind {
  return {
    autocomplete: 'cc-csc',
    label: 'Security code',
    enterKey: 'done',
    mostDigits: 8,
    gapsFor: () => [],
    limitFor: () => exactLength() ?? 4,
    validate(digits) {
      const exact = exactLength();
      const lengths: readonly number[] = exact === undefined ? [3, 4] : [exact];
      const valid = lengths.includes(digits.length);
      return {empty: !digits, valid, couldBeValid: valid || digits.length < (exact ?? 4)};
    },
  };
}

/** The length of the security code; undefined while possible brands differ in it. */
export function codeLengthFor(digits: string): 3 | 4 | undefined {
  const lengths = new Set(checkNumber(digits).candidates.map(({brand}) => brand.securityCode.length));
  return lengths.size === 1 ? [...lengths][0] : undefined;
}
