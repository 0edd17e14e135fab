import type {NumberCheck} from '../../../platform/pages/card-number.js';
import {digitsOf} from '../../../platform/pages/card-number.js';

/** A text field's content and where its caret stands. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
}

const longest = 19;
const fours: readonly number[] = [4, 8, 12, 16];

/** The most digits that any brand still in question has. */
export function digitLimit({candidates}: NumberCheck): number {
  return candidates.length ? Math.max(...candidates.flatMap(({brand}) => brand.lengths)) : longest;
}

/** Where gaps stand: as the brand prints them once only one is left, in fours before. */
export function gapsOf({candidates}: NumberCheck): readonly number[] {
  const [only, other] = candidates;
  if (!only || other) return fours;
  // A number of 17 to 19 digits is easier to check against the card with its last digits apart.
  return only.brand.gaps.every((gap) => fours.includes(gap)) ? fours : only.brand.gaps;
}

/** Digits with gaps. A gap follows only when a digit follows it. */
export function group(digits: string, gaps: readonly number[]): string {
  let text = '';
  for (let i = 0; i < digits.length; i++) text += gaps.includes(i) ? ` ${digits[i]}` : digits[i];
  return text;
}

/** The place behind the first `count` digits; behind the gap too, where one follows. */
export function placeAfter(count: number, digits: string, gaps: readonly number[]): number {
  const before = Math.min(count, digits.length);
  const passed = gaps.filter(
    (gap) => gap < before || (gap === before && before < digits.length && before > 0),
  );
  return before + passed.length;
}

/**
 * What a person or a browser left in the field, brought into shape, with the caret behind the same digit as
 * before.
 */
export function regroup(
  edit: Edit,
  gaps: (digits: string) => readonly number[],
  limit: (digits: string) => number,
): Edit {
  const all = digitsOf(edit.text);
  const digits = all.slice(0, limit(all));
  const before = digitsOf(edit.text.slice(0, edit.caret)).length;
  const places = gaps(digits);
  return {text: group(digits, places), caret: placeAfter(before, digits, places)};
}

/**
 * Deleting a gap means the digit beside it: backspace behind `4111 |` takes the `1`. Answers undefined where
 * the browser's own deleting is right.
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
