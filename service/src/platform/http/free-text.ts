/** Finds card numbers in what people write (V12, decision 0021). */
import {passesLuhn} from '../pages/card-number.js';
import {isIssuedNumber, longestNumber, shortestNumber} from './card-ranges.js';

/** How many characters may stand between two groups of one number. */
const longestGap = 3;

/** Digits that stand together, and the characters before them. */
interface Group {
  /** Where they begin and end in all digits of the text. */
  readonly from: number;
  readonly to: number;
  /** The characters between this group and the one before it; undefined if they are too many. */
  readonly gap: string | undefined;
  /** Whether it is the fraction of a decimal number, such as 0.5432. */
  readonly isFraction: boolean;
  /** Whether a plus sign stands before it, as before a phone number. */
  readonly isInternational: boolean;
}

/**
 * Whether the text contains a card number: a number of a known brand, of that brand's length, whose check
 * digit is right, in digits of any script, alone or in groups. Its time grows with the text's length only.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < shortestNumber) return false;
  const plain = inPlainDigits(text);
  return holdsOne(plain) || (plain.includes('%') && holdsOne(inPlainDigits(withoutEscapes(plain))));
}

/** Whether a value of JSON contains a card number, in its names, texts or numbers. */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'string') return containsCardNumber(value);
  if (typeof value === 'number') return containsCardNumber(String(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => containsCardNumber(key) || holdsCardNumber(child));
}

/** For `v.check`, and for texts that come without a schema. */
export const hasNoCardNumber = (text: string): boolean => !containsCardNumber(text);

/** E.164 allows no more digits. */
const longestPhoneNumber = 15;

/**
 * Whether a phone number may be one. It is as long as many cards, and one in ten passes for one by chance. So
 * only its length is limited, and American Express, the one brand in use that is as short, is looked for.
 */
export function isNoCardAsPhone(text: string): boolean {
  const digits = inPlainDigits(text).replace(/\D/g, '');
  return digits.length <= longestPhoneNumber && !(/^3[47]\d{13}$/.test(digits) && passesLuhn(digits));
}

/** The text with every decimal digit as an ASCII digit; compatibility forms (NFKC) too. */
function inPlainDigits(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text;
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

const digitValues = new Map<string, number>();

/** Scripts have their digits from 0 to 9 in one block, so a digit is as many places from its block's start. */
function valueOf(digit: string): number {
  const known = digitValues.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  digitValues.set(digit, before % 10);
  return before % 10;
}

/** A part of an address as people read it: %20 is a space, not the digits 2 and 0. */
const withoutEscapes = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return ' ';
    }
  });

/** UUIDs and digests, in hexadecimal. They contain many digits, and some pass for a card number by chance. */
const ids = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?<![\p{L}\p{N}])(?=\d*[a-f])[\da-f]{32,}/giu;
/** Looks like the number of a bank account (IBAN). Its own check digits tell whether it is one. */
const accountNumbers =
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,3})?(?![\p{L}\p{N}])/gu;
const noDigits = '    ';

const withoutIds = (text: string): string =>
  text
    .replace(ids, noDigits)
    .replace(accountNumbers, (number) => (isAccountNumber(number) ? noDigits : number));

/** Whether the check digits of an IBAN are right (ISO 13616). */
function isAccountNumber(text: string): boolean {
  const letters = text.replaceAll(' ', '');
  const turned = letters.slice(4) + letters.slice(0, 4);
  let rest = 0;
  for (const letter of turned)
    for (const digit of String(parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

function holdsOne(text: string): boolean {
  if (text.replace(/\D/g, '').length < shortestNumber) return false;
  const words = withoutIds(text);
  const digits = words.replace(/\D/g, '');
  const groups = groupsOf(words);
  const hasCheckDigit = checkDigitsOf(digits);
  const isOne = (start: number, end: number) => {
    const {from, isFraction} = groups[start]!;
    const {to} = groups[end]!;
    if (!hasCheckDigit(from, to) || !isIssuedNumber(digits.slice(from, to))) return false;
    return start === end ? !isFraction : looksLikeOneNumber(groups.slice(start, end + 1));
  };
  return groups.some((_, start) => endsFrom(groups, start).some((end) => isOne(start, end)));
}

function groupsOf(text: string): readonly Group[] {
  const groups: Group[] = [];
  let end = 0;
  let to = 0;
  for (const {0: digits, index} of text.matchAll(/\d+/g)) {
    const between = text.slice(end, index);
    const isNear = groups.length > 0 && [...between.slice(0, 2 * longestGap + 1)].length <= longestGap;
    groups.push({
      from: to,
      to: to + digits.length,
      gap: isNear ? between : undefined,
      isFraction: isNear && between === '.',
      isInternational: between.endsWith('+'),
    });
    end = index + digits.length;
    to += digits.length;
  }
  return groups;
}

/** The groups with which a number that begins with the group `start` may end: those that give its length. */
function endsFrom(groups: readonly Group[], start: number): readonly number[] {
  const {from, isInternational} = groups[start]!;
  const least = isInternational ? longestPhoneNumber + 1 : shortestNumber;
  const ends: number[] = [];
  for (let end = start; end < groups.length; end++) {
    const {to, gap} = groups[end]!;
    if (to - from > longestNumber || (end > start && gap === undefined)) break;
    if (to - from >= least) ends.push(end);
  }
  return ends;
}

/**
 * Tells of any part of the digits whether its check digit is right (ISO/IEC 7812). The sums up to each place
 * are counted once: those in which the digits at even places count twice, and those at odd places.
 */
function checkDigitsOf(digits: string): (from: number, to: number) => boolean {
  const sums = [0, 1].map((parity) => {
    const sum = new Uint32Array(digits.length + 1);
    for (let i = 0; i < digits.length; i++) {
      const digit = digits.charCodeAt(i) - 48;
      const counted = i % 2 === parity ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
      sum[i + 1] = sum[i]! + counted;
    }
    return sum;
  });
  return (from, to) => {
    const sum = sums[to % 2]!;
    return (sum[to]! - sum[from]!) % 10 === 0;
  };
}

const printedGroups = /^(?:4-4-4-4(?:-[123])?|4-6-[45])$/;

/**
 * Whether these groups are one number, and not a list of prices, sizes or dates: groups as a card has them
 * printed, with any characters between them; large groups without letters between them; or groups of any
 * size with the same sign between all of them.
 */
function looksLikeOneNumber(groups: readonly Group[]): boolean {
  const sizes = groups.map(({from, to}) => to - from);
  const gaps = groups.slice(1).map(({gap}) => gap!);
  if (printedGroups.test(sizes.join('-'))) return true;
  if (gaps.some((gap) => /\p{L}/u.test(gap))) return false;
  return sizes.slice(0, -1).every((size) => size >= 4) || gaps.every((gap) => gap === gaps[0]);
}
