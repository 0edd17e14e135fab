import type {BrandId} from '../../../../src/protocol/index.js';
import type {IssuerEnrollment, IssuerResult} from '../../domain/ports/issuer.js';
import {eciOf, issuerCases} from './test-cards.js';
import type {CaseId} from './test-cards.js';

/** An enrollment but for the addresses and ids that only a running service has. */
export interface Decision {
  readonly enrollmentStatus: IssuerEnrollment['enrollmentStatus'];
  readonly veres: IssuerEnrollment['veres'];
  readonly pares: IssuerEnrollment['pares'];
  readonly eci: string | undefined;
  readonly lookup: IssuerEnrollment['lookup'];
  readonly stepUp: boolean;
}

export interface DecisionRequest {
  readonly case: CaseId;
  readonly brand: BrandId | 'unknown';
  /** Whether device data collection finished and its session was named. */
  readonly deviceData: boolean;
}

/** What the bank answers to an enrollment. Pure; the tables of `test-cards.ts` decide. */
export function decide({case: id, brand, deviceData}: DecisionRequest): Decision {
  const {enrollmentStatus, veres, pares, indicator, lookup} = issuerCases[id];
  if (pares === 'C') {
    if (deviceData) return {enrollmentStatus, veres, pares, eci: undefined, lookup: undefined, stepUp: true};
    // A challenge without device data is never raised (wire 3): the bank's answer stays unknown.
    return {
      enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL',
      veres: 'U',
      pares: null,
      eci: undefined,
      lookup: 'no-device-data',
      stepUp: false,
    };
  }
  const shifted = indicator === 'authenticated' || indicator === 'attempted';
  const eci = shifted && !deviceData ? '07' : eciOf(indicator, brand);
  return {enrollmentStatus, veres, pares, eci, lookup, stepUp: false};
}

/** Longest a step-up may take from its enrollment, in milliseconds (guarantees 4.4). */
export const stepUpLifeMs = 600_000;

/** Where a step-up stands on paper. */
export interface Progress {
  readonly state: IssuerResult['state'];
  /** Milliseconds since the epoch. */
  readonly enrolledAt: number;
  readonly startedAt: number | null;
}

/** Where a step-up really stands: one that began too late or took too long has become `unavailable`. */
export function standing(
  {state, enrolledAt, startedAt}: Progress,
  now: number,
  startLimitMs: number,
): IssuerResult['state'] {
  if (state !== 'pending') return state;
  const late = startedAt === null ? now > enrolledAt + startLimitMs : now > enrolledAt + stepUpLifeMs;
  return late ? 'unavailable' : 'pending';
}

/** The indicator a finished step-up has. */
export function finalEci(state: IssuerResult['state'], brand: BrandId | 'unknown'): string | undefined {
  if (state === 'succeeded') return eciOf('authenticated', brand);
  return state === 'unavailable' ? eciOf('unauthenticated', brand) : undefined;
}
