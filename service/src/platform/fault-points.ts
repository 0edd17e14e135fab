/** The places in the service where a fault can be injected. */
export type FaultPlace =
  /** A request on the API origin, of any caller. */
  | 'request'
  /** A request on the API origin that carries a time-based token. */
  | 'bearer'
  /** The card fields' request for a transient token. */
  | 'tokenizing'
  /** The service opens a transient token. */
  | 'redeeming'
  /** The page of device data collection. */
  | 'device-data'
  /** The bank's challenge page. */
  | 'step-up'
  /** A delivery of an event to a shop's receiver. */
  | 'receiver';

/** Every fault that testers can inject (decision 0039); `edges/faults/kinds.ts` describes them. */
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

/** One operation that a fault may hit, such as one request. */
export interface FaultPoint {
  readonly route?: string | undefined;
  readonly action?: string | undefined;
  readonly tracker?: string | undefined;
  /** Id of the merchant whose server is affected. It is logged; rules cannot match it. */
  readonly merchant?: string | undefined;
}

/** A fault that is injected now. */
export interface Strike {
  readonly kind: FaultKind;
  /** Duration of the fault, drawn from the rule's range. */
  readonly milliseconds: number;
}

/** Asked by the parts of the service whether to inject a fault. */
export interface FaultPoints {
  /** Whether there are any rules. Callers check it first, because it costs nothing. */
  readonly armed: boolean;
  /**
   * Returns the faults to inject at this point, in the order of the rules. Each call counts as a match of
   * every rule that fits, because a rule may start or end after a number of matches.
   */
  strike(place: FaultPlace, point: FaultPoint): readonly Strike[];
  /** Waits in real time. Ends early if the rules are cleared or replaced, or the service closes. */
  wait(milliseconds: number): Promise<void>;
}
