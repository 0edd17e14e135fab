import type {
  AuthenticationStatus,
  BillingAddress,
  CaptureContext,
  CardSummary,
  CardVaultError,
  Consent,
  Enrollment,
  PaidAmount,
  PaymentMethod,
  Session,
} from '../protocol/index.js';
import type {RememberedRun} from './ports.js';

/** The flow's states, in the order of the tracker’s steps (spec 3.1). */
export const stateNames = [
  'idle',
  'opening',
  'capturing',
  'collecting',
  'tokenizing',
  'setting-up',
  'collecting-device-data',
  'enrolling',
  'stepping-up',
  'confirming',
  'authorizing',
  'completing',
  'saved',
  'stopped',
  'failed',
] as const;
export type StateName = (typeof stateNames)[number];

/** Why a run ended without a payment method though nothing broke. */
export type StopReason = 'failed' | 'rejected' | 'unavailable' | 'not-eligible' | 'cancelled' | 'timed-out';

/** Exact cause; finer than the reason. */
export type StopCause =
  /** The bank said no: at enrollment, or after wrong answers in the step-up. */
  | 'issuer-declined'
  | 'issuer-rejected'
  | 'issuer-unavailable'
  | 'card-not-eligible'
  /** The shopper cancelled on the bank's own page. */
  | 'cancelled-at-issuer'
  /** The shopper closed the step-up, or the page called `cancel()`. */
  | 'closed-by-shopper'
  /** The step-up's time was up. */
  | 'step-up-limit'
  /** The page was left or reloaded before the bank answered. */
  | 'interrupted'
  /** The service answered a status this version does not know; it must stop. */
  | 'unknown-status';

export interface Authentication {
  readonly status: AuthenticationStatus | 'UNKNOWN';
  readonly eci: string | undefined;
  readonly liabilityShift: boolean;
}

/** Input beside the card, read back to the page. */
export interface Given {
  /** Content of the name input, where it is shown. */
  readonly cardholderName?: string;
  /** The address that went to the bank: the page's own, overlaid by what was typed. */
  readonly billing?: BillingAddress;
}

/**
 * `cardholderName` and `billing` are missing where a save was taken up by another page: nothing typed is kept
 * for it.
 */
export interface SavedOutcome extends Given {
  readonly outcome: 'saved';
  readonly paymentMethod: PaymentMethod;
  readonly authentication: Authentication;
  readonly tracker: string;
}
export interface StoppedOutcome {
  readonly outcome: 'stopped';
  readonly reason: StopReason;
  readonly cause: StopCause;
  readonly authentication: Authentication | undefined;
  readonly tracker: string | undefined;
}
/** A session that pays has ended with its payment. */
export interface PaidOutcome extends Omit<SavedOutcome, 'outcome'> {
  readonly outcome: 'paid';
  readonly payment: PaidAmount;
}
export type SaveOutcome = SavedOutcome | PaidOutcome | StoppedOutcome;

/** Input besides the card number and the security code, which stay in their frames. */
export interface CardInput {
  readonly expirationMonth: string;
  /** Four digits. */
  readonly expirationYear: string;
  /** Type code of the brand that the shopper has chosen, where the card has several. */
  readonly cardType?: string;
  readonly billing?: BillingAddress;
  /** Goes to the bank and the network, and is read back to the page with the outcome. */
  readonly cardholderName?: string;
  /** Consent of the shopper, in the words that were shown. */
  readonly consent?: Consent;
  /** Language of the page, as a BCP 47 tag. */
  readonly language?: string;
}

/**
 * Facts that one run has learnt so far. No credential and no card data beyond the summary is ever part of it.
 */
export interface Progress {
  readonly session?: Session;
  readonly input?: CardInput;
  /** Of the input, what the outcome reads back. */
  readonly given?: Given;
  readonly card?: CardSummary;
  readonly enrollment?: Pick<Enrollment, 'status' | 'eci'>;
  readonly deviceDataCollected?: boolean;
  /** How the step-up window ended, kept until the truth is read. */
  readonly stepUpEnded?: 'returned' | 'closed' | 'timed-out' | 'interrupted';
  /** When the capture context of the live fields ends, by the page's own clock. */
  readonly contextExpiresAt?: number;
  /** The remembered run that is being taken up again. */
  readonly resuming?: RememberedRun;
  /** Another page, of which nothing is known, may go on with it. */
  readonly unsure?: boolean;
  /**
   * Left behind by a run that ended while something may have been authorized: the next `open()` or `save()`
   * settles it on the same tracker before anything new is begun.
   */
  readonly unsettled?: 'truth' | 'completion';
}

/** Values of a state besides the progress of its run. */
interface Extras {
  /** `elsewhere`: another page has the run that is taken up here, and is waited for. */
  readonly opening: {readonly elsewhere?: boolean};
  readonly capturing: {
    /** The fields of this run were live before: the digits must be typed again. */
    readonly renewed?: boolean;
    readonly error?: CardVaultError;
  };
  /** An `error` stands beside the live fields: the last attempt failed before anything was sent on. */
  readonly collecting: {readonly renewed?: boolean; readonly error?: CardVaultError};
  /** `leaving`: the page is on its way to the bank (redirect mode). */
  readonly 'stepping-up': {readonly leaving?: boolean};
  readonly confirming: {
    /** Readings of the truth that were begun. */
    readonly reads: number;
    /** Authorizations that were sent by this run. */
    readonly authorizations: number;
    /** Between two readings. */
    readonly paused?: boolean;
    /** Error before the truth had to be read. */
    readonly error?: CardVaultError;
  };
  readonly authorizing: {readonly authorizations: number};
  readonly completing: {
    readonly tries: number;
    readonly paused?: boolean;
    /**
     * The truth shows neither yes nor no, so the shop's server decides: how the run ends if it knows of no
     * saved card.
     */
    readonly otherwise?: readonly [StopReason, StopCause] | CardVaultError;
  };
  readonly saved: {readonly outcome: SavedOutcome | PaidOutcome};
  readonly stopped: {readonly outcome: StoppedOutcome};
  /** `saving`: a save was under way, not only the loading of the fields. */
  readonly failed: {readonly error: CardVaultError; readonly saving?: boolean};
}

/** One state by its name. `run` counts runs: an event carrying another number belongs to an abandoned run. */
export type StateOf<N extends StateName> = N extends StateName
  ? {readonly name: N; readonly run: number} & Progress & (N extends keyof Extras ? Extras[N] : unknown)
  : never;

/** Where a flow stands. */
export type State = StateOf<StateName>;

/** The states before a save and after it. */
const calm = /^(idle|opening|capturing|collecting|saved|stopped|failed)$/;

/** True while a save is under way: the fields are inert and a second click changes nothing. */
export function isBusy({name}: Pick<State, 'name'>): boolean {
  return !calm.test(name);
}

export type {CaptureContext};

/**
 * A running flow. Methods only hand events to the pure machine; one that does not fit the state changes
 * nothing.
 */
export interface Flow {
  readonly state: State;
  /**
   * From `idle`, `stopped`, `failed`, `saved`: a fresh session and live fields. After a run that may have
   * authorized something and did not hear of it, that run is settled first, on its own tracker.
   */
  open(): void;
  /** From `collecting`: saves the card. From a `failed` run that is not settled: the same as `open()`. */
  save(input: CardInput): void;
  /**
   * Ends the run: `stopped`/`cancelled` while saving (after re-reading the truth if the bank was asked),
   * `idle` before.
   */
  cancel(): void;
  /** Back to `idle`; abandons the current run. */
  reset(): void;
  /**
   * From `idle`: takes up a remembered run (redirect, refresh, Back); when nothing of it is left, a fresh one
   * is opened. From `stepping-up` when the page that was left comes back out of the back/forward cache. False
   * when there is none.
   */
  resume(): boolean;
  /**
   * From `collecting`: fresh fields, which are empty. `silent` where nothing was typed that has to be typed
   * again.
   */
  renew?(silent?: boolean): void;
  /**
   * Called after every change of state, never for an event that changed nothing. Returns the unsubscriber.
   */
  subscribe(listener: (state: State, previous: State) => void): () => void;
  /** Aborts everything and forgets the listeners; the flow is over. The memory of a run is kept. */
  dispose(): void;
}
