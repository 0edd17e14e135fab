import {testCard, testCards, type TestCard, type TestCardBrand, type TestCase} from 'card-vault/testing';
import {scenarios} from '../scenarios.js';

/** How a run is to end, or has ended. */
export interface Outcome {
  readonly outcome: 'saved' | 'paid' | 'stopped' | 'error' | 'none';
  /** Reason of a stop, code of an error, or why there is no ending. */
  readonly reason?: string | undefined;
  readonly status?: string | undefined;
  readonly eci?: string | undefined;
  readonly liabilityShift?: boolean | undefined;
  /** Width of the page in CSS pixels, where the browser gave it another than the run asked for. */
  readonly width?: number | undefined;
}

/** A fault of the service, as its sandbox takes it. */
export interface Fault {
  readonly kind: string;
  readonly action?: string;
  readonly milliseconds?: number;
}

/** What a run tries. */
export interface Case {
  readonly id: string;
  readonly group: 'Statuses' | 'Other test cards' | 'Faults';
  readonly text: string;
  /** The test card of a brand; missing where the published table has none. */
  readonly card: (brand: TestCardBrand) => TestCard | undefined;
  readonly faults: readonly Fault[];
  /** Outcome other than the card's. */
  readonly ends?: Outcome;
}

/** One row each for the seven statuses; where a brand lacks it, the next that has the status. */
const statuses: readonly TestCase[] = ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.9'];
const others: readonly TestCase[] = ['2.7', '2.8', '2.10', '2.11', '2.12'];

const ofBrand = (id: TestCase, brand: TestCardBrand): TestCard | undefined =>
  testCards.find((card) => card.case === id && card.brand === brand);

function ofStatus(id: TestCase, brand: TestCardBrand): TestCard {
  const {status} = testCard(id);
  const own = ofBrand(id, brand) ?? testCards.find((card) => card.brand === brand && card.status === status);
  if (!own) throw new Error(`There is no ${brand} card with the status ${status}.`);
  return own;
}

const enrollment = 'PAYER_AUTH_ENROLLMENT';
const fault = (id: string, text: string, card: TestCase, rule: Fault, ends?: Outcome): Case => ({
  ...{id, group: 'Faults', text, card: (brand) => ofBrand(card, brand), faults: [rule]},
  ...(ends && {ends}),
});

export const cases: readonly Case[] = [
  ...statuses.map((id): Case => {
    const {status} = testCard(id);
    const text = `${status}: ${scenarios[id]?.text ?? ''}`;
    return {id, group: 'Statuses', text, card: (brand) => ofStatus(id, brand), faults: []};
  }),
  ...others.map((id): Case => {
    const text = `${testCard(id).status}: ${scenarios[id]?.text ?? ''}`;
    return {id, group: 'Other test cards', text, card: (brand) => ofBrand(id, brand), faults: []};
  }),
  fault(
    'enroll-500',
    'Error 500 at the enrollment: nothing is saved, and trying again is safe',
    '2.1',
    {kind: 'server-error', action: enrollment},
    {outcome: 'error', reason: 'service-unavailable'},
  ),
  fault('reply-lost', 'The reply to the authorization is lost', '2.1', {
    ...{kind: 'dropped-reply', action: 'AUTHORIZATION'},
  }),
  fault('token-expired', 'The time-based token expires early', '2.1', {
    ...{kind: 'token-expired', action: enrollment},
  }),
  fault('bank-late', 'The bank’s page comes late', '2.9', {kind: 'late-step-up', milliseconds: 4000}),
  fault(
    'no-device-data',
    'Device data never comes: saved, and the shop is liable',
    '2.1',
    {kind: 'device-data-missing'},
    {outcome: 'saved', status: 'FRICTIONLESS', liabilityShift: false},
  ),
];

/** The ending that the published table gives a card, when the right code is entered where one is asked. */
export function expectedOf({ends}: Case, {outcome, reason, status, eci}: TestCard): Outcome {
  if (ends) return ends;
  return outcome === 'saved' ? {outcome, status, eci, liabilityShift: true} : {outcome, reason, status};
}

export const outcomeText = ({outcome, reason, status, eci, liabilityShift, width}: Outcome): string => {
  const liable =
    liabilityShift === undefined || outcome === 'stopped'
      ? ''
      : liabilityShift
        ? 'bank liable'
        : 'shop liable';
  const otherWidth = width !== undefined && `at ${width} px`;
  return [outcome, reason, status, eci && `ECI ${eci}`, liable, otherWidth].filter(Boolean).join(', ');
};

/** Whether a run ended as expected: in every respect that the expectation names. */
export const isAsExpected = (expected: Outcome, seen: Outcome): boolean =>
  Object.entries(expected).every(
    ([name, value]) => value === undefined || seen[name as keyof Outcome] === value,
  );
