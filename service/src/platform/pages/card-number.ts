import {brandIds, cardBrands} from '../../../../src/protocol/brands.js';
import type {BrandId, CardBrand} from '../../../../src/protocol/brands.js';

/** A brand that the digits typed so far may still become. */
export interface Candidate {
  readonly brand: CardBrand;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
}

/** What can be said of a number without telling any of it. */
export interface NumberCheck {
  readonly candidates: readonly Candidate[];
  readonly empty: boolean;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
}

/**
 * Zero of every decimal script that keyboards of our shoppers write: ASCII, Arabic-Indic, Persian,
 * Devanagari, Bengali, fullwidth.
 */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** The digits of a string, folded to ASCII, without everything else. */
export function digitsOf(text: string): string {
  let digits = '';
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code <= first + 9);
    if (zero !== undefined) digits += String(code - zero);
  }
  return digits;
}

/** ISO/IEC 7812 check digit. False for an empty string. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = Number(digits[digits.length - 1 - i]);
    if (i % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}

function matches(digits: string, [low, high]: readonly [string, string], whole: boolean): boolean {
  if (whole && digits.length < low.length) return false;
  const length = Math.min(digits.length, low.length);
  const head = digits.slice(0, length);
  return head >= low.slice(0, length) && head <= high.slice(0, length);
}

function candidate(brand: CardBrand, digits: string): Candidate {
  const whole = brand.ranges.some((range) => matches(digits, range, true));
  const valid = whole && brand.lengths.includes(digits.length) && passesLuhn(digits);
  return {brand, valid, couldBeValid: valid || digits.length < Math.max(...brand.lengths)};
}

/** The brand of a whole number: the one with the longest matching prefix. */
export function brandOfNumber(digits: string): BrandId | 'unknown' {
  const fitting = brandIds.flatMap((id) =>
    cardBrands[id].ranges
      .filter((range) => matches(digits, range, true))
      .map(([low]) => ({id, length: low.length})),
  );
  return fitting.sort((one, other) => other.length - one.length)[0]?.id ?? 'unknown';
}

/** Validates ASCII digits: the possible brands, and whether they are, or may become, a whole number. */
export function checkNumber(digits: string): NumberCheck {
  if (!digits) return {candidates: [], empty: true, valid: false, couldBeValid: true};
  const candidates = brandIds
    .map((id) => cardBrands[id])
    .filter((brand) => brand.ranges.some((range) => matches(digits, range, false)))
    .map((brand) => candidate(brand, digits));
  return {
    candidates,
    empty: false,
    valid: candidates.some((one) => one.valid),
    couldBeValid: candidates.some((one) => one.couldBeValid),
  };
}
