import {type NumberCheck, digitsOf} from '../../../platform/pages/card-number.js';
import type {EditState} from '../../../../../src/protocol/edit-history.js';

const longestCardNumber = 19;
const gapsOfFour: readonly number[] = [4, 8, 12, 16];

/** The most digits that a number of any still possible brand can have. */
export function digitLimit({candidates}: NumberCheck): number {
  return candidates.length ? Math.max(...candidates.flatMap(({brand}) => brand.lengths)) : longestCardNumber;
}

/** Where the gaps are: as the brand has them, or after every four digits while several brands are possible. */
export function gapsOf({candidates}: NumberCheck): readonly number[] {
  const [only, other] = candidates;
  if (!only || other) return gapsOfFour;
  // For a brand with gaps of four, this also adds a gap after digit 16, which makes long numbers easier to
  // compare with the card.
  return only.brand.gaps.every((gap) => gapsOfFour.includes(gap)) ? gapsOfFour : only.brand.gaps;
}

/** Inserts the gaps between digits. No gap follows the last digit. */
export function group(digits: string, gaps: readonly number[]): string {
  let text = '';
  for (let i = 0; i < digits.length; i++) text += gaps.includes(i) ? ` ${digits[i]}` : digits[i];
  return text;
}

/** The caret position behind the first `count` digits, and behind a gap that follows them. */
export function caretAfter(count: number, digits: string, gaps: readonly number[]): number {
  const digitsBefore = Math.min(count, digits.length);
  const isBetweenDigits = digitsBefore > 0 && digitsBefore < digits.length;
  const gapsBefore = gaps.filter((gap) => gap < digitsBefore || (gap === digitsBefore && isBetweenDigits));
  return digitsBefore + gapsBefore.length;
}

/**
 * Groups the digits of an edited text again, and keeps the caret behind the same digit. Digits that are too many stay:
 * without them, another number than the pasted one could be valid.
 *
 * @param most the digits after which the rest is dropped, more than any card has.
 */
export function regroup(
  edit: EditState,
  gapsFor: (digits: string) => readonly number[],
  most: number,
): EditState {
  const digits = digitsOf(edit.text).slice(0, most);
  const digitsBefore = digitsOf(edit.text.slice(0, edit.caret)).length;
  const gaps = gapsFor(digits);
  return {text: group(digits, gaps), caret: caretAfter(digitsBefore, digits, gaps)};
}

/**
 * Deletes the digit next to a gap when the shopper deletes the gap: backspace at `4111 |` deletes the `1`.
 *
 * @returns undefined if no gap is next to the caret; then the browser itself deletes the digit.
 */
export function deleteAcrossGap(edit: EditState, direction: 'backward' | 'forward'): EditState | undefined {
  const gapAt = direction === 'backward' ? edit.caret - 1 : edit.caret;
  if (edit.text[gapAt] !== ' ') return undefined;
  const digitAt = direction === 'backward' ? gapAt - 1 : gapAt + 1;
  return {
    text: edit.text.slice(0, digitAt) + edit.text.slice(digitAt + 1),
    caret: direction === 'backward' ? digitAt : gapAt,
  };
}
