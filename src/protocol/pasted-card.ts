import {westernDigits} from './digits.js';

/** An expiry in a text: two digits and four digits. */
export interface PastedExpiry {
  readonly month: string;
  readonly year: string;
}

/** Card details of a pasted text. */
export interface PastedCard {
  readonly number?: string;
  readonly expiry?: PastedExpiry;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Ways to write a date. A month, then a year of two or four digits; nothing that could be a part of a longer run. */
const end = String.raw`(?!\d|[/.-]\d|\s?/\s?\d)`;
const keyword = String.raw`(?:exp[a-z]*|valid|thru|through|until|till|good|mm\s?/\s?yy(?:yy)?)`;
const dates: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\d/.-])(?<month>0?[1-9]|1[0-2])\s?/\s?(?<year>20\d\d|\d\d)${end}`, 'gi'),
  new RegExp(String.raw`(?<![\d/.-])(?<year>20\d\d)\s?[/-]\s?(?<month>0[1-9]|1[0-2])${end}`, 'gi'),
  new RegExp(
    String.raw`(?<![a-z])(?<name>${monthNames.join('|')})[a-z]*\.?[\s,/-]*(?<year>20\d\d|\d\d)${end}`,
    'gi',
  ),
  // Where words say that a date follows, other separators, or none, are one too.
  new RegExp(
    String.raw`(?<=${keyword}[\s:.a-z]{0,12})(?<!\d)(?<month>0[1-9]|1[0-2])[\s.-]?(?<year>20\d\d|\d\d)${end}`,
    'gi',
  ),
];
/** Words before a date that is the end of validity, not its beginning. */
const isEnd = /(?:exp[a-z]*|thru|through|until|till|end[a-z]*)[\s:.]*(?:date|on|by)?[\s:.]*$/i;
/** A security code after its name, so that it is not taken for a part of the number. */
const code = /\b(?:cvv2?|cvc2?|cvn2?|cid|csc|security\s?code)\W{0,4}\d{3,4}(?!\d)/gi;

const spaces = /[\s\u200b\u2060\ufeff]+/g;
const invisible = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
const dashes = /[\u2010-\u2015\u2212\uff0d]/g;

interface DateInText {
  readonly expiry: PastedExpiry;
  readonly isEnd: boolean;
}

/** Reads the dates of a text, and removes them from it. */
function takeDates(text: string): {readonly rest: string; readonly found: readonly DateInText[]} {
  const found: DateInText[] = [];
  let rest = text;
  for (const pattern of dates) {
    rest = rest.replace(pattern, (match, ...args) => {
      const {month, name, year} = args.at(-1) as Record<string, string | undefined>;
      const at = args.at(-3) as number;
      const number = name ? monthNames.indexOf(name.toLowerCase()) + 1 : Number(month);
      found.push({
        expiry: {month: String(number).padStart(2, '0'), year: `20${year!.slice(-2)}`},
        isEnd: isEnd.test(rest.slice(0, at)),
      });
      // As long as the date, so that later matches keep their positions in the text.
      return '|'.repeat(match.length);
    });
  }
  return {rest, found};
}

/** The one date, or the one that is said to be the end; none where a text leaves it open. */
function onlyExpiry(found: readonly DateInText[]): PastedExpiry | undefined {
  const ends = found.filter(({isEnd: is}) => is);
  const values = new Map(
    (ends.length ? ends : found).map(({expiry}) => [`${expiry.year}-${expiry.month}`, expiry]),
  );
  return values.size === 1 ? [...values.values()][0] : undefined;
}

/** The first run of groups of digits that is a card number; a group that is one alone is taken before several. */
function findNumber(text: string, isNumber: (digits: string) => boolean): string | undefined {
  const runs = text.match(/\d+(?:[ .-]{1,2}\d+)*/g) ?? [];
  for (const run of runs) {
    const groups = run.match(/\d+/g) ?? [];
    for (let start = 0; start < groups.length; start++) {
      const near = groups.slice(start, start + 19);
      const windows = near.map((_, index) => near.slice(0, index + 1).join(''));
      const [alone = '', ...longer] = windows.filter((digits) => digits.length <= 19);
      if (isNumber(alone)) return alone;
      const number = longer.reverse().find(isNumber);
      if (number) return number;
    }
  }
  return undefined;
}

/** A run of digits as long as a card number, where none has a right check digit. */
function findSimilar(text: string): string | undefined {
  const runs = (text.match(/\d+(?:[ .-]{1,2}\d+)*/g) ?? []).map((run) => run.replace(/\D/g, ''));
  return runs.find((digits) => digits.length >= 13 && digits.length <= 19);
}

/** A letter with a card in it is shorter. In a longer text the search would hold the page. */
const longestText = 2000;

function plain(text: string): string {
  if (text.length > longestText) return '';
  return westernDigits(text)
    .replace(invisible, '')
    .replace(spaces, ' ')
    .replace(dashes, '-')
    .replaceAll('\uff0f', '/');
}

/** The expiry in a text of several words, such as `exp. 01/29`; undefined if there is none, or more than one. */
export function findExpiry(text: string): PastedExpiry | undefined {
  return onlyExpiry(takeDates(plain(text).replace(code, '|')).found);
}

/**
 * Reads a text in which a card stands, such as `Card: 4000 0000 0000 2701, exp 01/29, CVV 123`. The security code is
 * not read.
 *
 * @param isNumber whether digits are a card number.
 */
export function readPastedCard(text: string, isNumber: (digits: string) => boolean): PastedCard {
  const {rest, found} = takeDates(plain(text).replace(code, '|'));
  const number = findNumber(rest, isNumber) ?? findSimilar(rest);
  const expiry = onlyExpiry(found);
  return {...(number !== undefined && {number}), ...(expiry && {expiry})};
}
