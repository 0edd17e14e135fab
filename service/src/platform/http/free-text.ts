/** Texts that people may write anything into, except card numbers (V12). */
import * as v from 'valibot';
import {checkNumber} from '../pages/card-number.js';
import {anyRecord, shortText} from './body.js';

/** 13 to 19 digits, also in groups, which are no part of a longer word or number. */
const digitRuns = /(?<![\p{L}\p{N}_])\d(?:[ .-]?\d){12,18}(?![\p{L}\p{N}_])/gu;

/**
 * Whether the text contains a card number: a number of a known brand, of that brand's length, whose check
 * digit is right. Order numbers and times are as long, but begin otherwise.
 */
export function containsCardNumber(text: string): boolean {
  return [...text.matchAll(digitRuns)].some(([run]) => checkNumber(run.replace(/\D/g, '')).valid);
}

function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return containsCardNumber(value);
  if (typeof value === 'number') return containsCardNumber(String(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => containsCardNumber(key) || holdsCardNumber(child));
}

const hasNone = (text: string) => !containsCardNumber(text);
const textExpected = 'a string without a card number';

/** A short text without a card number. */
export const freeText = v.pipe(shortText, v.check(hasNone, textExpected));

/** A string of any length without a card number. */
export const longFreeText = v.pipe(v.string('a string'), v.check(hasNone, textExpected));

/** An object with any fields, without card numbers. */
export const freeRecord = v.pipe(
  anyRecord,
  v.check((value) => !holdsCardNumber(value), 'an object without card numbers'),
);
