/** What may be kept of how a save ended; the whole tokens stay with the form. */
export interface Outcome {
  readonly outcome: string;
  readonly reason?: string;
  readonly cause?: string;
  readonly authentication?: {
    readonly status: string;
    readonly eci?: string;
    readonly liabilityShift: boolean;
  };
  readonly card?: {
    readonly token: string;
    readonly brand: string;
    readonly lastFour: string;
    readonly singleUse: boolean;
  };
}

/** What kept a save from ending. */
export interface Problem {
  readonly code: string;
  readonly audience: string;
  readonly retryable: boolean;
  readonly message: string;
}

/** One save, from the open form to its end. */
export interface Run {
  readonly tracker?: string;
  readonly moves: readonly {readonly step: string; readonly at: number}[];
  readonly outcome?: Outcome;
  readonly problem?: Problem;
}

export const freshRun = (): Run => ({moves: []});
