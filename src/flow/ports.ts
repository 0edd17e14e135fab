import type {
  Authorization,
  BillingAddress,
  CaptureContext,
  Completion,
  Consent,
  Enrollment,
  PayerAuthenticationSetup,
  Payment,
  PaymentMethod,
  RawCard,
  Session,
} from '../protocol/index.js';

export interface CallOptions {
  readonly signal: AbortSignal;
}

/**
 * The shop's side of the flow, one method a step (decision 0007). Every rejection is a `CardVaultError`,
 * except that a call whose signal was aborted rejects with the signal's reason.
 */
export interface VaultAdapter {
  /** Opens a session, or takes up the one of a known tracker again (after a redirect or a refresh). */
  openSession(request: {readonly tracker?: string}, options: CallOptions): Promise<Session>;
  generateCaptureContext(
    request: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext>;
  processTransientToken(
    request: {readonly tracker: string; readonly transientToken: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup>;
  payerAuthSetup(
    request: {readonly tracker: string; readonly card: RawCard},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup>;
  /**
   * For a session with a saved card: what the shop's server has set up with it. With the transient token of
   * the card's security code the set-up is made now.
   */
  savedCardSetup?(
    request: {readonly tracker: string; readonly transientToken?: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup>;
  enroll(request: EnrollRequest, options: CallOptions): Promise<Enrollment>;
  authorize(request: {readonly tracker: string}, options: CallOptions): Promise<Authorization>;
  fetchPayment(request: {readonly tracker: string}, options: CallOptions): Promise<Payment>;
  /**
   * The last step: makes the reversal that is owed (spec 3.1 step 10) and answers with the payment method.
   */
  complete(request: {readonly tracker: string}, options: CallOptions): Promise<Completion>;
  listPaymentMethods?(options: CallOptions): Promise<readonly PaymentMethod[]>;
  /** With `keepalive` the page is being left, and the request must outlive it. */
  removePaymentMethod?(
    request: {readonly token: string},
    options: CallOptions & {readonly keepalive?: boolean},
  ): Promise<void>;
  /** Makes a card the shopper's default, where the service keeps one (feature `default-method`). */
  setDefaultPaymentMethod?(request: {readonly token: string}, options: CallOptions): Promise<PaymentMethod>;
}

export interface EnrollRequest {
  readonly tracker: string;
  readonly billing?: BillingAddress;
  readonly cardholderName?: string;
  readonly consent?: Consent;
  /** Language of the page, in which the bank may ask. */
  readonly language?: string;
  readonly successUrl: string;
  readonly failureUrl: string;
  /**
   * Missing when device data collection did not finish; then there is no liability shift (spec 3.1 step 6).
   */
  readonly deviceFingerprintSessionId?: string;
}

export interface TokenRequest {
  readonly expirationMonth: string;
  readonly expirationYear: string;
  /** Type code of the brand that the shopper has chosen of a co-badged card. */
  readonly cardType?: string;
}

/** Hosted card fields (flex). The transient token goes from here to the adapter and nowhere else. */
export interface HostedCardFields {
  /** Loads the library named by the context and puts live fields into their places. */
  mount(context: CaptureContext, options: CallOptions): Promise<void>;
  tokenize(request: TokenRequest, options: CallOptions): Promise<string>;
  unmount(): void;
}

/** The page's own inputs (raw mode). Read once, at the moment the card is sent. */
export interface RawCardFields {
  read(): RawCard;
}

export type DeviceDataResult =
  {readonly outcome: 'collected'; readonly sessionId: string} | {readonly outcome: 'failed'};

/** Device data collection (spec 3.1 step 5). Never rejects for a failing collector: that is an outcome. */
export interface DeviceDataCollection {
  collect(
    request: {readonly accessToken: string; readonly url: string; readonly frameUrl?: string},
    options: CallOptions,
  ): Promise<DeviceDataResult>;
}

/** How the step-up's window ended. It says nothing of the bank's verdict: that is read from the service. */
export type StepUpResult =
  | {readonly outcome: 'returned'}
  | {readonly outcome: 'closed'}
  /** The page is being left (redirect mode); the next page resumes. */
  | {readonly outcome: 'leaving'};

/** The time that a step-up has before the flow ends it (flow rule 6). */
export interface StepUpTime {
  /** Calls back when little of it is left, and again after each extension. */
  onEnding(callback: () => void): void;
  /** Puts the end off, at the shopper's request. Missing where the service would not wait. */
  readonly extend: (() => void) | undefined;
}

/** Shows the step-up of the bank (spec 3.1 step 7). */
export interface StepUp {
  present(
    request: {
      readonly accessToken: string;
      readonly url: string;
      readonly windowSize?: string;
      readonly frameUrl?: string;
      readonly tracker: string;
    },
    options: CallOptions & {readonly time?: StepUpTime},
  ): Promise<StepUpResult>;
}

/** The only clock the flow knows. */
export interface Timers {
  now(): number;
  /** Calls back once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Memory that outlives the page. Never a credential (flow rule 7). */
export interface RememberedRun {
  readonly tracker: string;
  readonly step: string;
  /** Missing from what an older version wrote. */
  readonly deviceDataCollected?: boolean;
}

export interface RunMemory {
  remember(run: RememberedRun): void;
  recall(): RememberedRun | undefined;
  forget(): void;
}

/** The one page in which a run lives. */
export interface RunHome {
  /** False where the browser does not tell whether another page has a run. */
  readonly isKnown: boolean;
  /**
   * True once the run lives here; false, at once, where another page has it.
   * @param wait waits until no other page has it.
   */
  enter(tracker: string, wait: boolean): Promise<boolean>;
  /** No run lives here any more, and none is waited for. */
  leave(): void;
}

export interface FlowPorts {
  readonly adapter: VaultAdapter;
  /** One of the two, by the session's entry mode. */
  readonly hostedFields: HostedCardFields;
  readonly rawFields?: RawCardFields;
  readonly deviceData: DeviceDataCollection;
  readonly stepUp: StepUp;
  readonly timers: Timers;
  readonly memory: RunMemory;
  /** Missing where no other page can know of a run. */
  readonly home?: RunHome;
  /** Origin of the page; the capture context is bound to it. */
  readonly origin: string;
  /**
   * Path and query of this page, for a step-up that leaves it; asked at enrollment. Missing where nothing
   * leaves.
   */
  readonly returnTo?: () => string | undefined;
  readonly renewal?: ContextRenewal;
}

/** Ports of a flow until its fields are live. */
export interface EntryPorts extends Pick<
  FlowPorts,
  'hostedFields' | 'timers' | 'memory' | 'origin' | 'renewal'
> {
  readonly adapter: Pick<VaultAdapter, 'openSession' | 'generateCaptureContext'>;
}

/**
 * Decides when fields whose context ends soon are renewed, which empties them; at once where it is missing.
 * @param renew renews them; `silent` where nothing was typed that has to be typed again.
 * @param endsAt when the context ends, by the page's own clock.
 */
export type ContextRenewal = (renew: (silent?: boolean) => void, endsAt: number) => void;

/** Further ports, for saving a card. */
export type SavingPorts = Omit<FlowPorts, Exclude<keyof EntryPorts, 'adapter'>>;

/** How long each wait may last, in milliseconds (flow rule 6). */
export interface FlowLimits {
  readonly deviceData: number;
  readonly stepUp: number;
  readonly request: number;
  /** Until the hosted fields are live. */
  readonly fields: number;
  /** How long before its end a capture context is renewed, where nothing has been typed. */
  readonly contextMargin: number;
}

export const defaultLimits: FlowLimits = {
  deviceData: 10_000,
  stepUp: 600_000,
  request: 30_000,
  fields: 20_000,
  contextMargin: 120_000,
};
