import {brandIds, cardBrands} from '../../../../src/protocol/brands.js';
import type {BrandId, CardBrand} from '../../../../src/protocol/brands.js';

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

/**
 * The zero of each decimal script that shoppers' keyboards write: ASCII, Arabic-Indic, Persian, Devanagari,
 * Bengali, fullwidth.
 */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** The digits of a string as ASCII digits, without all other characters. */
export function digitsOf(text: string): string {
  let digits = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code <= first + 9);
    if (zero !== undefined) digits += String(code - zero);
  }
  return digits;
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

/**
 * Whether digits fall into a range of prefixes. With `isWhole`, digits shorter than the prefix do not match.
 */
function matches(digits: string, [low, high]: readonly [string, string], isWhole: boolean): boolean {
  if (isWhole && digits.length < low.length) return false;
  const length = Math.min(digits.length, low.length);
  const head = digits.slice(0, length);
  return head >= low.slice(0, length) && head <= high.slice(0, length);
}

function candidateOf(brand: CardBrand, digits: string): Candidate {
  const isWhole = brand.ranges.some((range) => matches(digits, range, true));
  const valid = isWhole && brand.lengths.includes(digits.length) && passesLuhn(digits);
  return {brand, valid, couldBeValid: valid || digits.length < Math.max(...brand.lengths)};
}

/** The brand of a complete number: the one with the longest matching prefix. */
export function brandOfNumber(digits: string): BrandId | 'unknown' {
  const fitting = brandIds.flatMap((id) =>
    cardBrands[id].ranges
      .filter((range) => matches(digits, range, true))
      .map(([low]) => ({id, length: low.length})),
  );
  return fitting.sort((candidate, other) => other.length - candidate.length)[0]?.id ?? 'unknown';
}

/**
 * Checks ASCII digits: which brands they may belong to, and whether the number is, or may become, valid.
 */
export function checkNumber(digits: string): NumberCheck {
  if (!digits) return {candidates: [], empty: true, valid: false, couldBeValid: true};
  const candidates = brandIds
    .map((id) => cardBrands[id])
    .filter((brand) => brand.ranges.some((range) => matches(digits, range, false)))
    .map((brand) => candidateOf(brand, digits));
  return {
    candidates,
    empty: false,
    valid: candidates.some((candidate) => candidate.valid),
    couldBeValid: candidates.some((candidate) => candidate.couldBeValid),
  };
}
