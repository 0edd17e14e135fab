import type {VaultAdapter} from '../flow/index.js';
import type {
  CaptureContext,
  EntryMode,
  Feature,
  PaymentMethod,
  SessionPayment,
  ValidationResult,
} from '../protocol/index.js';

/** A method of `VaultAdapter`. */
export type FakeMethod = keyof VaultAdapter;

/** Script of the fake; everything has a default. */
export interface FakeScript {
  /** `flex` unless said. */
  readonly entryMode?: EntryMode;
  /** True unless said: nothing is held and no reversal is owed. */
  readonly accountVerification?: boolean;
  /** A guest's payment method may be used once. */
  readonly guest?: boolean;
  /**
   * The number behind hosted fields that are not the fake's own, in flex mode, where no number ever reaches the page, or the saved card
   * of a `payment`: any test card. A transient token that ends in the last four digits of a test card wins. Visa `4000000000002701`
   * unless said.
   */
  readonly card?: string;
  /**
   * Features that the service names; by default all of this package's own service, `[]` for the recorded one.
   */
  readonly features?: readonly Feature[];
  /**
   * The bank's answer after a step-up, in place of the test card's; `silence` until `answerStepUp()` is
   * called.
   */
  readonly stepUp?: ValidationResult | 'silence';
  /** The session pays this with a saved card; the bank does what `card` leads to. */
  readonly payment?: SessionPayment;
  /** Saved cards at the start. */
  readonly paymentMethods?: readonly PaymentMethod[];
  /** Addresses of the session, for tests whose gateways are not fakes. */
  readonly returnUrl?: string;
  readonly frameUrl?: string;
  readonly deviceDataUrl?: string;
  readonly stepUpUrl?: string;
  /** Parts of the capture context, to let a test page serve a card field library of its own. */
  readonly captureContext?: Partial<CaptureContext>;
  readonly now?: () => number;
}

/** One call the fake was given. No card data and no credential is kept. */
export interface FakeCall {
  readonly method: FakeMethod;
  readonly tracker: string | undefined;
}

/** One line of the simulated network's books; `amount` in minor units. */
export interface FakeLedgerEntry {
  readonly kind: 'authorization' | 'reversal' | 'capture';
  readonly tracker: string;
  readonly amount: number;
}
