import type {NumberCheck} from '../../../platform/pages/card-number.js';
import {digitsOf} from '../../../platform/pages/card-number.js';

/** The content of a text field, and the position of its caret. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

const longestCardNumber = 19;
const gapsOfFour: readonly number[] = [4, 8, 12, 16];

/** The highest number of digits that any possible brand has. */
export function digitLimit({candidates}: NumberCheck): number {
  return candidates.length ? Math.max(...candidates.flatMap(({brand}) => brand.lengths)) : longestCardNumber;
}

/** Positions of the gaps: those of the brand, or one after every four digits while several are possible. */
export function gapsOf({candidates}: NumberCheck): readonly number[] {
  const [only, other] = candidates;
  if (!only || other) return gapsOfFour;
  // Also adds a gap after digit 16 if the brand has gaps of four: long numbers are easier to compare with it.
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
  const before = Math.min(count, digits.length);
  const gapsBefore = gaps.filter(
    (gap) => gap < before || (gap === before && before < digits.length && before > 0),
  );
  return before + gapsBefore.length;
}

/** Groups the digits of an edited text again, and keeps the caret behind the same digit. */
export function regroup(
  edit: Edit,
  gaps: (digits: string) => readonly number[],
  limit: (digits: string) => number,
): Edit {
  const all = digitsOf(edit.text);
  const digits = all.slice(0, limit(all));
  const before = digitsOf(edit.text.slice(0, edit.caret)).length;
  const positions = gaps(digits);
  return {text: group(digits, positions), caret: caretAfter(before, digits, positions)};
}

/**
 * Deletes the digit next to a gap when the shopper deletes the gap: backspace at `4111 |` deletes the `1`.
 *
 * @returns undefined if there is no gap, so that the browser's own deletion is right.
 */
export function deleteAcrossGap(edit: Edit, direction: 'backward' | 'forward'): Edit | undefined {
  const gapAt = direction === 'backward' ? edit.caret - 1 : edit.caret;
  if (edit.text[gapAt] !== ' ') return undefined;
  const digitAt = direction === 'backward' ? gapAt - 1 : gapAt + 1;
  return {
    text: edit.text.slice(0, digitAt) + edit.text.slice(digitAt + 1),
    caret: direction === 'backward' ? digitAt : gapAt,
  };
}
