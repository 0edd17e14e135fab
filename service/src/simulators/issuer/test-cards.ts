import type {BrandId} from '../../../../src/protocol/index.js';

/** How the bank answers for a card: a row of CyberSource's 3-D Secure 2.2 test cases (wire 5). */
export interface IssuerCase {
  readonly id: CaseId;
  readonly name: string;
  readonly enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_FAILED' | 'PENDING_AUTHENTICATION';
  /** Whether the card is enrolled: yes (`Y`) or unavailable (`U`). */
  readonly veres: 'Y' | 'U';
  /**
   * The authentication: successful (`Y`), failed (`N`), attempted (`A`), unavailable (`U`), rejected (`R`), or
   * open until the challenge (`C`).
   */
  readonly pares: 'Y' | 'N' | 'A' | 'U' | 'R' | 'C' | null;
  /** The outcome after the right code; only for cards whose shopper the bank can ask. */
  readonly afterStepUp?: 'succeeded' | 'failed' | 'unavailable' | 'error';
  /** Why the issuer did not answer. */
  readonly lookup?: 'not-available' | 'error' | 'timed-out';
  /** How far the cardholder was authenticated; it decides the ECI. `none` means that there is no ECI. */
  readonly indicator: 'authenticated' | 'attempted' | 'unauthenticated' | 'not-enrolled' | 'none';
}

// What several rows have in common.
const frictionless = {veres: 'Y', enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL'} as const;
const refused = {
  veres: 'Y',
  enrollmentStatus: 'AUTHENTICATION_FAILED',
  indicator: 'unauthenticated',
} as const;
const silent = {
  veres: 'U',
  pares: null,
  enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL',
  indicator: 'none',
} as const;
const stepUp = {veres: 'Y', pares: 'C', enrollmentStatus: 'PENDING_AUTHENTICATION'} as const;

const rows = {
  '2.1': {
    ...{name: 'frictionless success', ...frictionless, pares: 'Y', indicator: 'authenticated'},
    afterStepUp: 'succeeded',
  },
  '2.2': {name: 'frictionless failed', ...refused, pares: 'N'},
  '2.3': {name: 'attempted (stand-in)', ...frictionless, pares: 'A', indicator: 'attempted'},
  '2.4': {name: 'authentication unavailable', ...frictionless, pares: 'U', indicator: 'unauthenticated'},
  '2.5': {name: 'rejected by the issuer', ...refused, pares: 'R'},
  '2.6': {name: 'not available on lookup', ...silent, indicator: 'not-enrolled', lookup: 'not-available'},
  '2.7': {name: 'enrollment check error', ...silent, lookup: 'error'},
  '2.8': {name: 'directory time-out (10-12 s)', ...silent, lookup: 'timed-out'},
  '2.9': {name: 'step-up success', ...stepUp, afterStepUp: 'succeeded', indicator: 'authenticated'},
  '2.10': {name: 'step-up failed', ...stepUp, afterStepUp: 'failed', indicator: 'none'},
  '2.11': {name: 'step-up unavailable', ...stepUp, afterStepUp: 'unavailable', indicator: 'unauthenticated'},
  '2.12': {name: 'error during step-up', ...stepUp, afterStepUp: 'error', indicator: 'none'},
  '2a': {name: 'exemption denied', ...refused, pares: 'N'},
} as const satisfies Record<string, Omit<IssuerCase, 'id'>>;

export type CaseId = keyof typeof rows;

export const issuerCases = Object.fromEntries(
  Object.entries(rows).map(([id, row]) => [id, {id, ...row}]),
) as unknown as Readonly<Record<CaseId, IssuerCase>>;

/** The ECI for each indicator (spec 2.4). Mastercard has its own values, and Maestro uses them too. */
const indicators = {
  authenticated: {mastercard: '02', others: '05'},
  attempted: {mastercard: '01', others: '06'},
  unauthenticated: {mastercard: '00', others: '07'},
  'not-enrolled': {mastercard: '07', others: '07'},
} as const;

export function eciOf(indicator: IssuerCase['indicator'], brand: BrandId | 'unknown'): string | undefined {
  if (indicator === 'none') return undefined;
  return indicators[indicator][brand === 'mastercard' || brand === 'maestro' ? 'mastercard' : 'others'];
}

/** A test card, and the case that decides its answers. */
export interface TestCard {
  readonly number: string;
  readonly brand: BrandId;
  readonly case: CaseId;
}

/** The published numbers of each case, in the order of `columns`. Some cases have no number for a brand. */
const numbers: Readonly<Record<CaseId, readonly [string, string?, string?, string?]>> = {
  '2.1': ['4000000000002701', '5200000000002235', '340000000002708', '6011000000002117'],
  '2.2': ['4000000000002925', '5200000000002276', '340000000002096', '6011000000002364'],
  '2.3': ['4000000000002719', '5200000000002482', '340000000002872', '6011000000002646'],
  '2.4': ['4000000000002313', '5200000000002268', '340000000002922'],
  '2.5': ['4000000000002537', '5200000000002185', '340000000002062', '6011000000002711'],
  '2.6': ['4000000000002990', '5200000000002409', '340000000002468', '6011000000002836'],
  '2.7': ['4000000000002446', '5200000000002037', '340000000002732'],
  '2.8': ['4000000000002354', '5200000000002326', '340000000002047', '6011000000002869'],
  '2.9': ['4000000000002503', '5200000000002151', '340000000002534'],
  '2.10': ['4000000000002370', '5200000000002490', '340000000002237', '6011000000002695'],
  '2.11': ['4000000000002420', '5200000000002664', '340000000002484'],
  '2.12': ['4000000000002644', '5200000000002656', '340000000002351', '6011000000002570'],
  '2a': ['4000000000002040'],
};

const columns: readonly BrandId[] = ['visa', 'mastercard', 'amex', 'discover'];

/** All test cards of CyberSource's table, and the card of wire 5 for case `2a`. */
export const testCards: readonly TestCard[] = Object.entries(numbers).flatMap(([id, row]) =>
  row.flatMap((number, column) => (number ? [{number, brand: columns[column]!, case: id as CaseId}] : [])),
);

/** Test card numbers that developers know from other payment services. */
export const everydayCards: readonly TestCard[] = [
  {number: '4111111111111111', brand: 'visa', case: '2.1'},
  {number: '4242424242424242', brand: 'visa', case: '2.1'},
  {number: '5555555555554444', brand: 'mastercard', case: '2.1'},
  {number: '378282246310005', brand: 'amex', case: '2.1'},
  {number: '6011111111111117', brand: 'discover', case: '2.1'},
  {number: '3530111333300000', brand: 'jcb', case: '2.1'},
  {number: '30569309025904', brand: 'diners', case: '2.1'},
];

/** Visa, Mastercard and American Express of Cardinal's pack before 3-D Secure 2.2; its cases are in the same order. */
const earlierNumbers: Readonly<Record<string, readonly [string, string, string]>> = {
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

/** Numbers published elsewhere: the earlier pack, and the failure card that the real service documents. */
export const furtherTestCards: readonly TestCard[] = [
  ...Object.entries(earlierNumbers).flatMap(([id, row]) =>
    row.map((number, column) => ({number, brand: columns[column]!, case: id as CaseId})),
  ),
  {number: '4456530000001013', brand: 'visa', case: '2.2'},
];

const caseByNumber = new Map(
  [...testCards, ...furtherTestCards, ...everydayCards].map((card) => [card.number, card.case]),
);

/** The case of a card number. A number in no table succeeds without a challenge (case 2.1). */
export const caseOf = (number: string): CaseId => caseByNumber.get(number) ?? '2.1';

export const isPublished = (number: string): boolean => caseByNumber.has(number);
