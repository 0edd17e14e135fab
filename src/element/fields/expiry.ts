import {westernDigits} from '../../protocol/digits.js';
import type {EditState} from '../../protocol/edit-history.js';
import {findExpiry} from '../../protocol/pasted-card.js';
import type {Edit} from './typing.js';

export {digitsOf, westernDigits} from '../../protocol/digits.js';

/** A card's expiry as the wire wants it: two digits and four digits. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

export type ExpiryProblem = 'missing' | 'incomplete' | 'month' | 'past' | 'far';
export type ExpiryReading = {readonly expiry: Expiry} | {readonly problem: ExpiryProblem};

/** No card is issued for longer; a year beyond it is a slip of the finger. */
const longestLife = 20;
/** More digits than a date has; a card number that was pasted here does not stay in the page. */
const mostDigits = 10;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Reads every way people write, paste and autofill an expiry: `12/29`, `1229`, `12 / 2029`, `2029-12`,
 * `1/29`, `012029`, `Dec 2029`, Arabic-Indic and other digits. A card is good to the last day of its month.
 */
export function parseExpiry(text: string, now: Date): ExpiryReading {
  const western = westernDigits(text).trim();
  if (western === '') return {problem: 'missing'};
  const parts = split(western);
  // `13 / ` is a wrong month already.
  if (parts === undefined)
    return {problem: /^(00|1[3-9]|[2-9]\d)(\D+\d?)?$/.test(western) ? 'month' : 'incomplete'};
  const month = Number(parts[0]);
  const year = Number(parts[1].length === 2 ? `20${parts[1]}` : parts[1]);
  if (month < 1 || month > 12) return {problem: 'month'};
  const distance = (year - now.getFullYear()) * 12 + (month - 1 - now.getMonth());
  if (distance < 0) return {problem: 'past'};
  if (distance > longestLife * 12) return {problem: 'far'};
  return {expiry: {month: String(month).padStart(2, '0'), year: String(year)}};
}

/** Month (1–2 digits) and year (2 or 4 digits), or nothing while the text says no date yet. */
function split(text: string): readonly [string, string] | undefined {
  const groups = named(text).match(/\d+/g) ?? [];
  if (groups.length === 1) return splitDigits(groups[0]!);
  const [first = '', second = '', day = ''] = groups;
  // `2029-12` and `2029-12-01` as month and date inputs write them.
  if (first.length === 4) return second.length > 2 || day.length > 2 ? undefined : [second, first];
  if (groups.length !== 2 || first.length > 2) return undefined;
  return second.length === 2 || second.length === 4 ? [first, second] : undefined;
}

function splitDigits(digits: string): readonly [string, string] | undefined {
  if (digits.length === 4) return [digits.slice(0, 2), digits.slice(2)];
  // `927` and `12027` can be read in one way; `127` is `1/27`, or the beginning of `12/7…`.
  const isShort = (digits.length === 3 && digits[0]! > '1') || /^[1-9]20\d\d$/.test(digits);
  if (isShort) return [digits[0]!, digits.slice(1)];
  if (digits.length !== 6) return undefined;
  const yearFirst = digits.startsWith('20') && Number(digits.slice(4)) <= 12;
  return yearFirst ? [digits.slice(4), digits.slice(0, 4)] : [digits.slice(0, 2), digits.slice(2)];
}

/** The name of a month becomes its number. */
function named(text: string): string {
  return text.replace(/[a-z]{3,}\.?/i, (word) => {
    const index = months.indexOf(word.slice(0, 3).toLowerCase());
    return index < 0 ? word : `${index + 1}/`;
  });
}

/** How the input shows an expiry. */
export function showExpiry({month, year}: Expiry): string {
  return `${month} / ${year.slice(2)}`;
}

/** A text as the input shows it; undefined when it is no date that can be taken. */
export function shownExpiry(text: string, now: Date): string | undefined {
  const reading = parseExpiry(text, now);
  return 'expiry' in reading ? showExpiry(reading.expiry) : undefined;
}

/**
 * A text that was pasted or filled in as a whole, as the input shows it. One that is no month and year stays
 * as it is, so that the shopper sees what is refused.
 */
export function wholeExpiry(text: string): EditState {
  const western = westernDigits(text).replace(/\s+/g, ' ').trim();
  const shown = shownWhole(western);
  return {text: shown, caret: shown.length};
}

function shownWhole(text: string): string {
  const parts = split(text);
  if (parts) {
    const [month, year] = parts;
    return `${month.padStart(2, '0')} / ${year.replace(/^20(?=\d\d$)/, '')}`;
  }
  const expiry = findExpiry(text);
  if (expiry) return showExpiry(expiry);
  const digits = text.replace(/\D/g, '');
  if (digits === '') return '';
  return digits.length > mostDigits ? digits.slice(0, 6) : text.slice(0, 2 * mostDigits);
}

/** Characters that cannot stand in the input. */
const notOfExpiry = /[^\d\s/.-]/g;

/**
 * Formats what is typed as `MM / YY` and keeps the caret behind the same digit. While deleting, no separator
 * is put back, so that backspace always makes progress. A digit that is too many changes nothing.
 *
 * @param previous the text before the edit.
 */
export function formatExpiry(text: string, caret: number, deleting = false, previous?: string): EditState {
  const western = westernDigits(text).replace(notOfExpiry, '');
  const before = westernDigits(text.slice(0, caret)).replace(notOfExpiry, '');
  const [, first, between, rest = ''] = /^(\d*)(\s*[/.-][\s/.-]*)(.*)$/s.exec(western.trimStart()) ?? [];
  // A third part, or a digit that was deleted in the middle: what is typed next belongs there, so nothing
  // moves.
  const hasMore = Boolean(first) && /\d\s*[/.-]/.test(rest);
  if (hasMore || (deleting && between !== undefined && caret < text.length))
    return {text: western, caret: before.length};
  const digits = western.replace(/\D/g, '');
  const isPadded = needsZero(digits, first, /[/.-]/.test(before)) && !(deleting && digits.length === 1);
  const all = isPadded ? `0${digits}` : digits;
  // A month in the middle of which the caret stands is not finished.
  const size = first !== undefined && first.length < 2 && !isPadded ? first.length : 2;
  const month = all.slice(0, size);
  const year = all.slice(size);
  const most = year.startsWith('20') ? 4 : 2;
  const isFull = year.length > most || (first !== undefined && first.length > 2);
  if (isFull && previous !== undefined) return {text: previous, caret: Math.max(0, caret - 1)};
  const isSeparated = year !== '' || (!deleting && (month.length === 2 || Boolean(first)));
  const shaped = isSeparated ? `${month} / ${year.slice(0, most)}` : month;
  const digitsBefore = before.replace(/\D/g, '').length;
  const shift = isPadded && digitsBefore > 0 ? 1 : 0;
  return {text: shaped, caret: caretAfter(shaped, digitsBefore + shift, size, caret >= text.length)};
}

/** Content of the input after an edit. */
export function editedExpiry({text, caret, kind, previous}: Edit): EditState {
  return kind === 'whole' ? wholeExpiry(text) : formatExpiry(text, caret, kind === 'deleted', previous);
}

/**
 * `5` and `1/` can only be a month with a zero in front. `13` is not `01/3`: no digit is read as another than
 * it is.
 */
function needsZero(digits: string, first: string | undefined, isPastSeparator: boolean): boolean {
  if (digits === '') return false;
  return first === undefined ? digits[0]! > '1' : first.length === 1 && first !== '0' && isPastSeparator;
}

/** The place behind the nth digit; behind the separator too when typing at the end or past the month. */
function caretAfter(shaped: string, digits: number, monthSize: number, atEnd: boolean): number {
  if (atEnd) return shaped.length;
  let seen = 0;
  let place = 0;
  while (place < shaped.length && seen < digits) {
    if (/\d/.test(shaped[place]!)) seen += 1;
    place += 1;
  }
  const isBehindMonth = digits === 2 && monthSize === 2 && shaped.length > 2;
  return isBehindMonth ? Math.min(5, shaped.length) : place;
}
