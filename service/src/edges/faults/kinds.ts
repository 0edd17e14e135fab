/** The kinds of faults that testers can inject (decision 0039). */
import type {FaultKind, FaultPlace} from '../../platform/fault-points.js';

interface KindDescription {
  readonly place: FaultPlace;
  /** What happens, in a sentence for testers. */
  readonly says: string;
  /** Shortest and longest duration by default, for faults that take time. */
  readonly milliseconds?: readonly [number, number];
}

export const faultKinds = {
  latency: {place: 'request', says: 'The answer is late.', milliseconds: [500, 2000]},
  // All clients wait for less: thirty seconds.
  'timeout-before': {
    place: 'request',
    says: 'Nothing is done and no answer is sent; the connection closes at the end of the delay.',
    milliseconds: [31_000, 31_000],
  },
  'timeout-after': {
    place: 'request',
    says: 'The work is done, but no answer is sent; the connection closes at the end of the delay.',
    milliseconds: [31_000, 31_000],
  },
  'dropped-reply': {place: 'request', says: 'The work is done, and the connection closes before the answer.'},
  'server-error': {place: 'request', says: 'Nothing is done; the answer is 500.'},
  'token-expired': {place: 'bearer', says: 'The time-based token counts as expired: the answer is 401.'},
  'capture-context-expired': {
    place: 'tokenizing',
    says: 'The capture context counts as expired when the card is sent.',
  },
  'transient-token-expired': {
    place: 'redeeming',
    says: 'The transient token counts as expired when the service opens it.',
  },
  // All clients wait for less: ten seconds (wire 3).
  'device-data-slow': {
    place: 'device-data',
    says: 'Device data collection reports late.',
    milliseconds: [12_000, 12_000],
  },
  'device-data-missing': {place: 'device-data', says: 'Device data collection never reports.'},
  'late-step-up': {place: 'step-up', says: 'The bank’s page loads late.', milliseconds: [5_000, 5_000]},
  'receiver-error': {
    place: 'receiver',
    says: 'The event is not sent; the attempt is recorded as answered with 503.',
  },
  'receiver-silent': {
    place: 'receiver',
    says: 'The event is not sent; the attempt is recorded as timed out.',
  },
  'receiver-cut': {
    place: 'receiver',
    says: 'The shop’s receiver accepts the event, but its answer is lost, so the event is sent again.',
  },
} as const satisfies Readonly<Record<FaultKind, KindDescription>>;

export const faultKindNames = Object.keys(faultKinds) as readonly FaultKind[];

export const placeOf = (kind: FaultKind): FaultPlace => faultKinds[kind].place;

/** The default duration of a fault; [0, 0] for faults that take no time. */
export function defaultMilliseconds(kind: FaultKind): readonly [number, number] {
  const description: KindDescription = faultKinds[kind];
  return description.milliseconds ?? [0, 0];
}
