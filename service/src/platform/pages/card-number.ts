import {brandsOf} from '../../../../src/protocol/brand-match.js';
import {cardBrands, type BrandId, type CardBrand} from '../../../../src/protocol/brands.js';

export {digitsOf} from '../../../../src/protocol/digits.js';

/** A brand that the digits typed so far may still become. */
export interface Candidate {
  readonly brand: CardBrand;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
}

/** The result of a check, which contains none of the digits. */
export interface NumberCheck {
  readonly candidates: readonly Candidate[];
  readonly empty: boolean;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
}

/** Whether the check digit is right (ISO/IEC 7812). False for an empty string. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = Number(digits[digits.length - 1 - i]);
    // Every second digit from the right counts twice; 9 is subtracted from a result of two digits.
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}

function candidateOf(brand: CardBrand, digits: string): Candidate {
  const valid = brand.lengths.includes(digits.length) && passesLuhn(digits);
  return {brand, valid, couldBeValid: valid || digits.length < Math.max(...brand.lengths)};
}

/** The brand of a complete number. Of a co-badged card it is the brand that most shops take. */
export function brandOfNumber(digits: string): BrandId | 'unknown' {
  return brandsOf(digits)[0] ?? 'unknown';
}

/**
 * Checks ASCII digits: which brands they may belong to, and whether the number is, or may become, valid.
 */
export function checkNumber(digits: string): NumberCheck {
  if (!digits) return {candidates: [], empty: true, valid: false, couldBeValid: true};
  const candidates = brandsOf(digits).map((id) => candidateOf(cardBrands[id], digits));
  return {
    candidates,
    empty: false,
    valid: candidates.some((candidate) => candidate.valid),
    couldBeValid: candidates.some((candidate) => candidate.couldBeValid),
  };
}
