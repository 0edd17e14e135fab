import {decliningTestCards, type DecliningCase, type DecliningTestCard} from './declining-cards.js';
import {cardBrands, type AuthenticationStatus, type ValidationResult} from '../protocol/index.js';

/** Brands of the published table. */
export const testCardBrands = ['visa', 'mastercard', 'amex', 'discover'] as const;
export type TestCardBrand = (typeof testCardBrands)[number];

/** Rows of the published table; `2.9` to `2.12` ask for a step-up. */
export type TestCase =
  '2.1' | '2.2' | '2.3' | '2.4' | '2.5' | '2.6' | '2.7' | '2.8' | '2.9' | '2.10' | '2.11' | '2.12';

/** One published number and what saving it leads to. */
export interface TestCard {
  readonly case: TestCase;
  /** Description of the case. */
  readonly name: string;
  readonly brand: TestCardBrand;
  readonly number: string;
  /** Any code of the brand's length does. */
  readonly securityCode: string;
  /** `authentication_status` of the enrollment (spec 3.3). */
  readonly status: AuthenticationStatus;
  /** Indicator at the end of the authentication (spec 2.4), where the network gives one. */
  readonly eci: string | undefined;
  /** Result of the right one-time code; only where a step-up is asked for. */
  readonly stepUp: ValidationResult | undefined;
  /** How `<card-vault>` ends, when the shopper enters the right code if asked. */
  readonly outcome: 'saved' | 'stopped';
  /** Reason of a `stopped` outcome. */
  readonly reason: 'failed' | 'rejected' | 'unavailable' | 'not-eligible' | undefined;
}

/** The code that the test bank accepts. */
export const oneTimeCode = '1234';

type Row = Pick<TestCard, 'case' | 'name' | 'status' | 'reason'> & {
  /** Level of proof; decides the indicator by brand. */
  readonly proven: 'authenticated' | 'attempted' | 'unauthenticated' | 'not-enrolled' | undefined;
  readonly stepUp?: ValidationResult;
  /** In the order of `testCardBrands`. */
  readonly numbers: readonly (string | undefined)[];
};

const row = (
  id: TestCase,
  name: string,
  status: AuthenticationStatus,
  reason: TestCard['reason'],
  proven: Row['proven'],
  numbers: Row['numbers'],
  stepUp?: ValidationResult,
): Row => ({case: id, name, status, reason, proven, numbers, ...(stepUp !== undefined && {stepUp})});

/** CyberSource's payer authentication cases for 3-D Secure 2.2 with this project's statuses (spec 3.3). */
const rows: readonly Row[] = [
  row('2.1', 'frictionless success', 'FRICTIONLESS', undefined, 'authenticated', [
    '4000000000002701',
    '5200000000002235',
    '340000000002708',
    '6011000000002117',
  ]),
  row('2.2', 'frictionless failed', 'FAILED', 'failed', 'unauthenticated', [
    '4000000000002925',
    '5200000000002276',
    '340000000002096',
    '6011000000002364',
  ]),
  row('2.3', 'attempted (stand-in)', 'ATTEMPTED', undefined, 'attempted', [
    '4000000000002719',
    '5200000000002482',
    '340000000002872',
    '6011000000002646',
  ]),
  row('2.4', 'authentication unavailable', 'UNAVAILABLE', 'unavailable', 'unauthenticated', [
    '4000000000002313',
    '5200000000002268',
    '340000000002922',
  ]),
  row('2.5', 'rejected by the issuer', 'REJECTED', 'rejected', 'unauthenticated', [
    '4000000000002537',
    '5200000000002185',
    '340000000002062',
    '6011000000002711',
  ]),
  row('2.6', 'not available on lookup', 'NOT_ELIGIBLE', 'not-eligible', 'not-enrolled', [
    '4000000000002990',
    '5200000000002409',
    '340000000002468',
    '6011000000002836',
  ]),
  row('2.7', 'enrollment check error', 'UNAVAILABLE', 'unavailable', undefined, [
    '4000000000002446',
    '5200000000002037',
    '340000000002732',
  ]),
  row('2.8', 'directory time-out', 'UNAVAILABLE', 'unavailable', undefined, [
    '4000000000002354',
    '5200000000002326',
    '340000000002047',
    '6011000000002869',
  ]),
  row(
    '2.9',
    'step-up success',
    'REQUIRED',
    undefined,
    'authenticated',
    ['4000000000002503', '5200000000002151', '340000000002534'],
    'succeeded',
  ),
  row(
    '2.10',
    'step-up failed',
    'REQUIRED',
    'failed',
    undefined,
    ['4000000000002370', '5200000000002490', '340000000002237', '6011000000002695'],
    'failed',
  ),
  row(
    '2.11',
    'step-up unavailable',
    'REQUIRED',
    'unavailable',
    'unauthenticated',
    ['4000000000002420', '5200000000002664', '340000000002484'],
    'unavailable',
  ),
  row(
    '2.12',
    'error during step-up',
    'REQUIRED',
    'unavailable',
    undefined,
    ['4000000000002644', '5200000000002656', '340000000002351', '6011000000002570'],
    'error',
  ),
];

const indicators = {
  authenticated: {mastercard: '02', others: '05'},
  attempted: {mastercard: '01', others: '06'},
  unauthenticated: {mastercard: '00', others: '07'},
  'not-enrolled': {mastercard: '07', others: '07'},
} as const;

function cardOf({proven, numbers: _numbers, ...facts}: Row, brand: TestCardBrand, number: string): TestCard {
  const column = brand === 'mastercard' ? 'mastercard' : 'others';
  return {
    ...facts,
    brand,
    number,
    securityCode: '1234'.slice(0, cardBrands[brand].securityCode.length),
    eci: proven && indicators[proven][column],
    stepUp: facts.stepUp,
    outcome: facts.reason === undefined ? 'saved' : 'stopped',
  };
}

/** All 44 numbers of the published table. */
export const testCards: readonly TestCard[] = rows.flatMap((each) =>
  testCardBrands.flatMap((brand, column) => {
    const number = each.numbers[column];
    return number === undefined ? [] : [cardOf(each, brand, number)];
  }),
);

/** Visa, Mastercard and American Express of the pack before 3-D Secure 2.2: the same cases in the same order. */
const earlierNumbers: Readonly<Record<TestCase, readonly [string, string, string]>> = {
  '2.1': ['4000000000001000', '5200000000001005', '340000000001007'],
  '2.2': ['4000000000001018', '5200000000001013', '340000000001015'],
  '2.3': ['4000000000001026', '5200000000001021', '340000000001023'],
  '2.4': ['4000000000001034', '5200000000001039', '340000000001031'],
  '2.5': ['4000000000001042', '5200000000001047', '340000000001049'],
  '2.6': ['4000000000001059', '5200000000001054', '340000000001056'],
  '2.7': ['4000000000001067', '5200000000001062', '340000000001064'],
  '2.8': ['4000000000001075', '5200000000001070', '340000000001072'],
  '2.9': ['4000000000001091', '5200000000001096', '340000000001098'],
  '2.10': ['4000000000001109', '5200000000001104', '340000000001106'],
  '2.11': ['4000000000001117', '5200000000001112', '340000000001114'],
  '2.12': ['4000000000001125', '5200000000001120', '340000000001122'],
};

/**
 * Numbers that are published elsewhere and end as the case of `testCards` they name: the pack before 3-D Secure 2.2, and the
 * failure card that the real service documents. A number in no table saves without a step-up.
 */
export const furtherTestCards: readonly TestCard[] = rows.flatMap((each) => [
  ...earlierNumbers[each.case].map((number, column) => cardOf(each, testCardBrands[column]!, number)),
  ...(each.case === '2.2' ? [cardOf(each, 'visa', '4456530000001013')] : []),
]);

/**
 * The card of a case for a brand, Visa by default.
 * @throws RangeError where there is none (Discover has no 2.4, 2.7, 2.9, 2.11; cards that are declined are Visa).
 */
export function testCard(id: DecliningCase): DecliningTestCard;
export function testCard(id: TestCase, brand?: TestCardBrand): TestCard;
export function testCard(
  id: TestCase | DecliningCase,
  brand: TestCardBrand = 'visa',
): TestCard | DecliningTestCard {
  const cards = [...testCards, ...decliningTestCards];
  const found = cards.find((card) => card.case === id && card.brand === brand);
  if (found === undefined) throw new RangeError(`There is no ${brand} number for case ${id}.`);
  return found;
}

/** Numbers known by heart; all of them save without a step-up. */
export const everydayCards = [
  {brand: 'visa', number: '4111111111111111'},
  {brand: 'visa', number: '4242424242424242'},
  {brand: 'mastercard', number: '5555555555554444'},
  {brand: 'amex', number: '378282246310005'},
  {brand: 'discover', number: '6011111111111117'},
  {brand: 'jcb', number: '3530111333300000'},
  {brand: 'diners', number: '30569309025904'},
] as const;

/** An expiry in the forms that inputs and requests want. */
export interface TestExpiry {
  /** Two digits. */
  readonly month: string;
  /** Four digits. */
  readonly year: string;
  /** As a shopper types it: `01/29`. */
  readonly text: string;
}

/** The expiry the published table asks for: January, three years from `now`. */
export function testExpiry(now: Date = new Date()): TestExpiry {
  const year = String(now.getUTCFullYear() + 3);
  return {month: '01', year, text: `01/${year.slice(2)}`};
}
