/** Where in the service a fault strikes. */
export type FaultPlace =
  /** A request on the API origin, of any caller. */
  | 'request'
  /** A request on the API origin that carries a time-based token. */
  | 'bearer'
  /** The fields' request for a transient token. */
  | 'tokenizing'
  /** The opening of a transient token. */
  | 'redeeming'
  /** The page of device data collection. */
  | 'device-data'
  /** The bank's page. */
  | 'step-up'
  /** A delivery of an event to a shop's receiver. */
  | 'receiver';

/** Every fault that can be had on demand (decision 0039); `edges/faults/kinds.ts` describes them. */
export type FaultKind =
  | 'latency'
  | 'timeout-before'
  | 'timeout-after'
  | 'dropped-reply'
  | 'server-error'
  | 'token-expired'
  | 'capture-context-expired'
  | 'transient-token-expired'
  | 'device-data-slow'
  | 'device-data-missing'
  | 'late-step-up'
  | 'receiver-error'
  | 'receiver-silent'
  | 'receiver-cut';

/** Something in the service that may go wrong now. */
export interface FaultPoint {
  readonly route?: string | undefined;
  readonly action?: string | undefined;
  readonly tracker?: string | undefined;
  /** Id of the merchant whose server was struck; for the log, not for matching rules. */
  readonly merchant?: string | undefined;
}

/** A fault that strikes now. */
export interface Strike {
  readonly kind: FaultKind;
  /** How long it takes, drawn from the rule's range. */
  readonly milliseconds: number;
}

/** What the parts of a service ask where something may go wrong on demand. */
export interface FaultPoints {
  /** Whether there is any rule at all: asking costs nothing without one. */
  readonly armed: boolean;
  /** Counts a match and answers what strikes, in the order of the plan. */
  strike(place: FaultPlace, point: FaultPoint): readonly Strike[];
  /** Waits real time; ends early when the plan is cleared or replaced, or the service closes. */
  hold(milliseconds: number): Promise<void>;
}
