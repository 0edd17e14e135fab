import {readFileSync} from 'node:fs';

export interface Brand {
  readonly code: string;
  /** As an action's card names it. */
  readonly type: string;
  /** As the reporter names it; only five names are recorded. */
  readonly scheme: string;
  /** Place in that list of five, which is what two clients' models read from the wallet. */
  readonly schemeNumber: number;
}

const unbranded = {scheme: 'Unbranded', schemeNumber: 0};
const brands: readonly (readonly [RegExp, Brand])[] = [
  [/^3[47]/, {code: '003', type: 'AMEX', scheme: 'AmericanExpress', schemeNumber: 3}],
  [/^(30|36|38|39)/, {code: '005', type: 'DINERSCLUB', ...unbranded}],
  [/^35/, {code: '007', type: 'JCB', ...unbranded}],
  [/^4/, {code: '001', type: 'VISA', scheme: 'Visa', schemeNumber: 1}],
  [/^(5[1-5]|2[2-7]|520)/, {code: '002', type: 'MASTERCARD', scheme: 'Mastercard', schemeNumber: 2}],
  [/^(6011|64|65)/, {code: '004', type: 'DISCOVER', ...unbranded}],
  [/^62/, {code: '062', type: 'CUP', scheme: 'UnionPay', schemeNumber: 4}],
  [/^(5|6)/, {code: '042', type: 'MAESTRO', ...unbranded}],
];

export const brandOf = (number: string): Brand =>
  brands.find(([pattern]) => pattern.test(number))?.[1] ?? {code: '', type: 'UNKNOWN', ...unbranded};

/** What the directory and the issuer say about a published test card. */
export interface TestCase {
  readonly id: string;
  readonly enrollment_status: string;
  readonly veres: string;
  readonly pares: string | null;
  /** After a challenge that was answered rightly. */
  readonly pares_after?: string;
  readonly eci: Readonly<Record<string, string>>;
  readonly authentication_status: string;
}

type Row = Readonly<Record<string, unknown>>;
interface Published {
  readonly cases: readonly (TestCase & Row)[];
  readonly everyday: readonly {readonly number: string; readonly behaves_like: string}[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const {cases, everyday} = read('../support/test-cards.json') as Published;
const {behaves_like} = read('more-cards.json') as {behaves_like: Readonly<Record<string, string>>};

/** The case of a number; one that is not published passes without a challenge, like case 2.1. */
export function caseOf(number: string): TestCase {
  const id = everyday.find((one) => one.number === number)?.behaves_like ?? behaves_like[number];
  const found = cases.find((one) => one.id === id || Object.values(one).includes(number)) ?? cases[0];
  if (!found) throw new Error('The table of test cards is empty.');
  return found;
}

/** The indicator of a case for the card's brand; none where the network sets none. */
export function eciOf({eci}: TestCase, number: string): string | undefined {
  return eci[brandOf(number).type.toLowerCase()] ?? eci['visa'];
}
