/** What shows that a challenge succeeded, where the service shows it at all (wire 9.2). */
export type Sign =
  | 'authorization'
  | 'is_success'
  | 'actions_performed'
  | 'event'
  | 'next_actions'
  | 'validation'
  | 'payment_method';

/** What differs between the recordings. The default is what most of them show. */
export interface Behaviour {
  /** `mf-0.11` contexts carry no hash of the library. */
  readonly context: 'mf-2.0.0' | 'mf-0.11';
  /** `closed` is no recording: an API that no page of another origin can call, for shops with a relay. */
  readonly api: 'open' | 'closed';
  /** A page can read the reporter only when it is open. */
  readonly reporter: 'closed' | 'open';
  /** A failed authentication is a status of the enrollment, or an error of the request. */
  readonly failures: 'status' | 'http';
  /** What the bank says to a charge of a saved card. */
  readonly charges: 'approved' | 'declined';
  /** What the reporter and the tracker show after a challenge that succeeded. */
  readonly signs: readonly Sign[];
  readonly wallet: WalletBehaviour;
  readonly collector: CollectorBehaviour;
  readonly issuer: IssuerBehaviour;
}

export interface WalletBehaviour {
  readonly scheme: 'integer' | 'upper' | 'text' | 'missing';
  readonly expiry: boolean;
  /** The same card of the same customer keeps its token. */
  readonly sameCardKeepsToken: boolean;
}

export interface CollectorBehaviour {
  readonly spelling: 'SessionId' | 'Session Id';
  /** Puts `0_` before the session id. */
  readonly prefix: boolean;
  readonly extraKeys: boolean;
  readonly status: boolean;
  readonly answers: 'soon' | 'late' | 'never';
  readonly lateMs: number;
}

export interface IssuerBehaviour {
  readonly page: 'code' | 'window' | 'dialog' | 'app' | 'slow' | 'error';
  readonly slowMs: number;
  /** How long after the enrollment a challenge may begin; the documents say 30 seconds. 0: no limit. */
  readonly startWithinMs: number;
  /** How the browser comes to success_url: a new GET, or the issuer's POST carried on. */
  readonly returnsBy: 'GET' | 'POST';
}

export const recordedBehaviour: Behaviour = {
  context: 'mf-2.0.0',
  api: 'open',
  reporter: 'closed',
  failures: 'status',
  charges: 'approved',
  signs: ['authorization', 'is_success', 'actions_performed', 'event', 'next_actions'],
  wallet: {scheme: 'integer', expiry: true, sameCardKeepsToken: false},
  collector: {
    spelling: 'SessionId',
    prefix: false,
    extraKeys: false,
    status: true,
    answers: 'soon',
    lateMs: 12_000,
  },
  issuer: {page: 'code', slowMs: 3_000, startWithinMs: 0, returnsBy: 'GET'},
};

export type BehaviourChange = {
  readonly [Key in keyof Behaviour]?: Behaviour[Key] extends readonly unknown[] | string
    ? Behaviour[Key]
    : Partial<Behaviour[Key]>;
};

export function changed(from: Behaviour, change: BehaviourChange): Behaviour {
  return {
    ...from,
    ...change,
    wallet: {...from.wallet, ...change.wallet},
    collector: {...from.collector, ...change.collector},
    issuer: {...from.issuer, ...change.issuer},
  };
}
