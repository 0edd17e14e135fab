import type {FaultKind, FaultPlace} from '../../platform/fault-points.js';

interface KindDescription {
  readonly place: FaultPlace;
  /** What happens, in a sentence for testers. */
  readonly says: string;
  /** From and to, in milliseconds, where the fault takes time and the rule does not say how much. */
  readonly milliseconds?: readonly [number, number];
}

/** Every fault that can be had on demand (decision 0039). */
export const faultKinds = {
  latency: {place: 'request', says: 'The answer comes late.', milliseconds: [500, 2000]},
  // Just past the thirty seconds that any client waits.
  'timeout-before': {
    place: 'request',
    says: 'Nothing is done and nothing is answered; the connection closes in the end.',
    milliseconds: [31_000, 31_000],
  },
  'timeout-after': {
    place: 'request',
    says: 'The work is done, but nothing is answered; the connection closes in the end.',
    milliseconds: [31_000, 31_000],
  },
  'dropped-reply': {place: 'request', says: 'The work is done, and the connection closes before the answer.'},
  'server-error': {place: 'request', says: 'Nothing is done; the answer is a 500.'},
  'token-expired': {place: 'bearer', says: 'The time-based token has expired before its time: 401.'},
  'capture-context-expired': {
    place: 'tokenizing',
    says: 'The capture context has expired before its time when the card is sent.',
  },
  'transient-token-expired': {
    place: 'redeeming',
    says: 'The transient token has expired before its time when it is opened.',
  },
  // Later than the ten seconds that a client waits (wire 3).
  'device-data-slow': {
    place: 'device-data',
    says: 'Device data collection reports late.',
    milliseconds: [12_000, 12_000],
  },
  'device-data-missing': {place: 'device-data', says: 'Device data collection never reports.'},
  'late-step-up': {place: 'step-up', says: 'The bank’s page comes late.', milliseconds: [5_000, 5_000]},
  'receiver-error': {place: 'receiver', says: 'The shop’s receiver hears nothing; a 503 is noted for it.'},
  'receiver-silent': {place: 'receiver', says: 'The shop’s receiver hears nothing, and a time-out is noted.'},
  'receiver-cut': {
    place: 'receiver',
    says: 'The shop’s receiver takes the event, and its answer is lost: it is sent again.',
  },
} as const satisfies Readonly<Record<FaultKind, KindDescription>>;

export const faultKindNames = Object.keys(faultKinds) as readonly FaultKind[];

export const placeOf = (kind: FaultKind): FaultPlace => faultKinds[kind].place;

/** Milliseconds a fault takes when its rule does not say; nothing at all for one that takes no time. */
export function usualMilliseconds(kind: FaultKind): readonly [number, number] {
  const description: KindDescription = faultKinds[kind];
  return description.milliseconds ?? [0, 0];
}
