import type {BrandId} from '../../../../src/protocol/index.js';
import type {IssuerEnrollment, IssuerResult} from '../../domain/ports/issuer.js';
import {eciOf, issuerCases, type CaseId} from './test-cards.js';

/** The result of an enrollment, without its URLs and ids. */
export interface Decision {
  readonly enrollmentStatus: IssuerEnrollment['enrollmentStatus'];
  readonly veres: IssuerEnrollment['veres'];
  readonly pares: IssuerEnrollment['pares'];
  readonly eci: string | undefined;
  readonly lookup: IssuerEnrollment['lookup'];
  readonly needsStepUp: boolean;
}

export interface DecisionRequest {
  readonly case: CaseId;
  readonly brand: BrandId | 'unknown';
  /** Whether device data collection has finished and the enrollment named its session. */
  readonly hasDeviceData: boolean;
  /** Whether the bank asks every shopper that it can ask. */
  readonly mustAsk?: boolean | undefined;
}

/** Decides the result of an enrollment by the tables of `test-cards.ts`. */
export function decide({case: id, brand, hasDeviceData, mustAsk = false}: DecisionRequest): Decision {
  const {enrollmentStatus, veres, pares, indicator, lookup, afterStepUp} = issuerCases[id];
  const asksForChallenge = pares === 'C' || (mustAsk && afterStepUp !== undefined);
  if (asksForChallenge && hasDeviceData) {
    return {
      ...{enrollmentStatus: 'PENDING_AUTHENTICATION', veres, pares: 'C'},
      ...{eci: undefined, lookup: undefined, needsStepUp: true},
    };
  }
  if (asksForChallenge) {
    // Without device data the bank asks for no challenge (wire 3), so its answer stays unknown.
    return {
      enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL',
      veres: 'U',
      pares: null,
      eci: undefined,
      lookup: 'no-device-data',
      needsStepUp: false,
    };
  }
  const shiftsLiability = indicator === 'authenticated' || indicator === 'attempted';
  // Without device data the liability does not shift.
  const eci = shiftsLiability && !hasDeviceData ? '07' : eciOf(indicator, brand);
  return {enrollmentStatus, veres, pares, eci, lookup, needsStepUp: false};
}

/** How long after its enrollment a step-up may end, in milliseconds (guarantees 4.4). */
export const stepUpLifetimeMs = 600_000;

/** The stored state of a step-up. */
export interface StoredState {
  readonly state: IssuerResult['state'];
  /** Milliseconds since the epoch. */
  readonly enrolledAt: number;
  readonly startedAt: number | null;
}

/** The last instant at which a step-up can start, or once started can end. */
export const openUntil = (
  {enrolledAt, startedAt}: Pick<StoredState, 'enrolledAt' | 'startedAt'>,
  startLimitMs: number,
): number => enrolledAt + (startedAt === null ? startLimitMs : stepUpLifetimeMs);

/** The state of a step-up at an instant: one that started or ended too late is `unavailable`. */
export function stateAt(stored: StoredState, now: number, startLimitMs: number): IssuerResult['state'] {
  const isLate = stored.state === 'pending' && now > openUntil(stored, startLimitMs);
  return isLate ? 'unavailable' : stored.state;
}

/** The ECI of a finished step-up. */
export function finalEci(state: IssuerResult['state'], brand: BrandId | 'unknown'): string | undefined {
  if (state === 'succeeded') return eciOf('authenticated', brand);
  return state === 'unavailable' ? eciOf('unauthenticated', brand) : undefined;
}
