/** A card's expiry as the wire wants it: two digits and four digits. */
export interface Expiry {
  readonly month: string;
  readonly year: string;
}

export type ExpiryProblem = 'missing' | 'incomplete' | 'month' | 'past' | 'far';
export type ExpiryReading = {readonly expiry: Expiry} | {readonly problem: ExpiryProblem};

/** No card is issued for longer; a year beyond it is a slip of the finger. */
const longestLife = 20;

/** First code point of the decimal digits of the scripts a phone's keyboard may send. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Digits of any supported script as ASCII digits; everything else stays. */
export function westernDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** The digits alone, as ASCII digits. */
export const digitsOf = (text: string): string => westernDigits(text).replace(/\D/g, '');

/**
 * Reads every way people write, paste and autofill an expiry: `12/29`, `1229`, `12 / 2029`, `2029-12`, `1/29`, `012029`,
 * `Dec 2029`, Arabic-Indic and other digits. A card is good to the last day of its month.
 */
export function parseExpiry(text: string, now: Date): ExpiryReading {
  const western = westernDigits(text).trim();
  if (western === '') return {problem: 'missing'};
  const parts = split(western);
  if (parts === undefined) return {problem: 'incomplete'};
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

/** The same for a date that was pasted or filled in as a whole; undefined while it is being typed. */
export function wholeExpiry(text: string, now: Date): string | undefined {
  const western = westernDigits(text);
  const whole = /\d{4}\s*[-/.]|[a-z]{3}/i.test(western) || western.replace(/\D/g, '').length >= 6;
  return whole ? shownExpiry(western, now) : undefined;
}

export interface Typed {
  readonly text: string;
  readonly caret: number;
}

/**
 * Shapes what is being typed into `MM / YY` and keeps the caret behind the digit it was behind.
 * While deleting, no separator is put back, so that backspace always makes progress.
 */
export function formatExpiry(text: string, caret: number, deleting = false): Typed {
  const western = westernDigits(text);
  const slash = /[^\d\s]/.test(western);
  // A digit taken out of the middle: whatever is put in next belongs there, so nothing may move.
  if (deleting && slash && caret < text.length) return {text: western, caret};
  const before = western.slice(0, caret).replace(/\D/g, '').length;
  let digits = western.replace(/\D/g, '');
  let shift = 0;
  const first = /^\s*(\d)\s*[^\d\s]/.exec(western)?.[1];
  // `5`, `13…` and `1/` can only mean a month with a zero in front.
  if (digits.length > 0 && (digits[0]! > '1' || first !== undefined || Number(digits.slice(0, 2)) > 12)) {
    if (!(deleting && digits.length === 1)) {
      digits = `0${digits}`;
      shift = 1;
    }
  }
  const month = digits.slice(0, 2);
  const year = digits.slice(2, digits.slice(2, 4) === '20' ? 6 : 4);
  const separated =
    year !== '' || (month.length === 2 && !deleting) || (slash && month.length === 2 && !deleting);
  const shaped = separated ? `${month} / ${year}` : month;
  return {text: shaped, caret: caretAfter(shaped, before + (before > 0 ? shift : 0), caret >= text.length)};
}

/** The place behind the nth digit; behind the separator too when typing at the end or past the month. */
function caretAfter(shaped: string, digits: number, atEnd: boolean): number {
  if (atEnd) return shaped.length;
  let seen = 0;
  let place = 0;
  while (place < shaped.length && seen < digits) {
    if (/\d/.test(shaped[place]!)) seen += 1;
    place += 1;
  }
  return digits === 2 && shaped.length > 2 ? Math.min(5, shaped.length) : place;
}
