import type {PaidOutcome, SavedOutcome, StateName, StepUpResult, StoppedOutcome} from '../flow/index.js';
import type {CardVaultError, CardVaultErrorCode, Consent, ErrorAudience} from '../protocol/index.js';
import type {FieldName, FieldStatus, KnownBrand, StepUpMode} from './options.js';

function frozen<T extends object>(detail: T): Readonly<T> {
  for (const value of Object.values(detail))
    if (typeof value === 'object' && value && !(value instanceof Error)) frozen(value as object);
  return Object.freeze(detail);
}

/** Every event of the element bubbles, leaves shadow trees and carries a frozen `detail`. */
export class CardVaultEvent<T extends object> extends CustomEvent<Readonly<T>> {
  constructor(type: string, detail: T, cancelable?: boolean) {
    super(type, {bubbles: true, composed: true, cancelable, detail: frozen({...detail})});
  }
}

export interface CardVaultReadyDetail {
  readonly tracker: string | undefined;
  /** True when the fields were renewed because their context ran out: digits must be typed again. */
  readonly renewed: boolean;
}
/** The card fields are live. Fired again when a new session opens or the fields are renewed. */
export class CardVaultReadyEvent extends CardVaultEvent<CardVaultReadyDetail> {
  constructor(detail: CardVaultReadyDetail) {
    super('card-vault-ready', detail);
  }
}

export interface CardVaultChangeDetail {
  /** Everything that must be filled is filled and right. */
  readonly valid: boolean;
  /** Nothing has been entered. */
  readonly empty: boolean;
  readonly brand: KnownBrand;
  readonly fields: Readonly<Partial<Record<FieldName, FieldStatus>>>;
}
/** Validity, emptiness or brand changed. */
export class CardVaultChangeEvent extends CardVaultEvent<CardVaultChangeDetail> {
  constructor(detail: CardVaultChangeDetail) {
    super('card-vault-change', detail);
  }
}

export interface CardVaultStepDetail {
  readonly step: StateName;
  readonly previous: StateName;
  readonly run: number;
  readonly tracker: string | undefined;
}
/** The flow moved. */
export class CardVaultStepEvent extends CardVaultEvent<CardVaultStepDetail> {
  constructor(detail: CardVaultStepDetail) {
    super('card-vault-step', detail);
  }
}

export interface CardVaultStepUpOpenDetail {
  readonly mode: StepUpMode;
  readonly tracker: string | undefined;
}
/** The bank's page is being shown. */
export class CardVaultStepUpOpenEvent extends CardVaultEvent<CardVaultStepUpOpenDetail> {
  constructor(detail: CardVaultStepUpOpenDetail) {
    super('card-vault-step-up-open', detail);
  }
}

export interface CardVaultStepUpCloseDetail {
  readonly mode: StepUpMode;
  readonly tracker: string | undefined;
  /** How the window ended; it says nothing of the bank's verdict. */
  readonly ended: StepUpResult['outcome'] | 'timed-out' | 'interrupted';
}
/** The bank's page is gone. */
export class CardVaultStepUpCloseEvent extends CardVaultEvent<CardVaultStepUpCloseDetail> {
  constructor(detail: CardVaultStepUpCloseDetail) {
    super('card-vault-step-up-close', detail);
  }
}

/** The card is saved; `detail` is the outcome that `save()` resolves with. */
export class CardVaultSavedEvent extends CardVaultEvent<SavedOutcome> {
  constructor(detail: SavedOutcome) {
    super('card-vault-saved', detail);
  }
}

/**
 * The run ended without a payment method though nothing broke; `detail` is the outcome that `save()` resolves
 * with.
 */
export class CardVaultStoppedEvent extends CardVaultEvent<StoppedOutcome> {
  constructor(detail: StoppedOutcome) {
    super('card-vault-stopped', detail);
  }
}

export interface CardVaultCoveredDetail {
  readonly field: 'number' | 'security-code';
  /** False when nothing covers the field any more. */
  readonly covered: boolean;
}
/**
 * Something of the page covers a hosted field or makes it transparent. Only browsers that can measure it say
 * so.
 */
export type CardVaultCoveredEvent = CardVaultEvent<CardVaultCoveredDetail>;

export interface CardVaultFieldDetail {
  readonly field: FieldName;
}
/** The shopper has entered a field, a hosted one too. */
export type CardVaultFocusEvent = CardVaultEvent<CardVaultFieldDetail>;

/** The shopper has left a field. */
export type CardVaultBlurEvent = CardVaultEvent<CardVaultFieldDetail>;

/** A session that pays has ended with its payment; `detail` is the outcome that `save()` resolves with. */
export type CardVaultPaidEvent = CardVaultEvent<PaidOutcome>;

export interface CardVaultSubscribeStartedDetail {
  /** Token of the plan. */
  readonly plan: string;
  /** The page's own reference, if it has one. */
  readonly reference: string | undefined;
}
/** The shopper is on the way to the hosted checkout. What becomes of it is told to the shop's server. */
export type CardVaultSubscribeStartedEvent = CardVaultEvent<CardVaultSubscribeStartedDetail>;

export interface CardVaultBeforeSaveDetail {
  readonly brand: KnownBrand;
  /** Content of the name input, where it is shown. Sent only to a service with the feature `cardholder-name`. */
  readonly cardholderName: string | undefined;
  /**
   * Consent of the shopper, where the box is shown and ticked. The service dates and keeps it
   * (decision 0061).
   */
  readonly consent: Consent | undefined;
}
/**
 * About to save a complete card. `preventDefault()` stops it; `waitUntil(promise)` delays it, and a rejection
 * stops it. `waitUntil` must be called while the event is being dispatched.
 */
export class CardVaultBeforeSaveEvent extends CardVaultEvent<CardVaultBeforeSaveDetail> {
  readonly #waits: Promise<unknown>[] = [];

  constructor(detail: CardVaultBeforeSaveDetail) {
    super('card-vault-before-save', detail, true);
  }

  /** Delays the save until the promise is settled; a rejection stops it. */
  waitUntil(promise: Promise<unknown>): void {
    this.#waits.push(promise);
  }

  /**
   * Settles when every promise given so far has; rejects with the first rejection. Undefined if none was
   * given. For the element.
   */
  settled(): Promise<unknown> | undefined {
    return this.#waits[0] && Promise.all(this.#waits);
  }
}

export interface CardVaultErrorDetail {
  readonly code: CardVaultErrorCode;
  /** The party that can mend it. */
  readonly audience: ErrorAudience;
  readonly retryable: boolean;
  /** Description for a developer; never card data. */
  readonly message: string;
  readonly error: CardVaultError;
}
/** Something broke. */
export class CardVaultErrorEvent extends CardVaultEvent<CardVaultErrorDetail> {
  constructor(error: CardVaultError) {
    const {code, audience, retryable, message} = error;
    super('card-vault-error', {code, audience, retryable, message, error});
  }
}

/**
 * The events of each element, by the names that its components of React and Vue give them. The manifest and
 * what is made from it have them with these comments, and with their types below.
 */
const elementEvents = {
  'card-vault': {
    /** The card fields are live. */
    ready: 'card-vault-ready',
    /** Validity, emptiness or brand changed. */
    change: 'card-vault-change',
    // Not `focus` and `blur`: those are what every element has.
    /** The shopper has entered a field; `detail` has its name. */
    fieldFocus: 'card-vault-focus',
    /** The shopper has left it. */
    fieldBlur: 'card-vault-blur',
    /** Something of the page covers a card field, or does so no longer. */
    covered: 'card-vault-covered',
    /** The flow moved. */
    step: 'card-vault-step',
    /** About to save; cancellable, and `waitUntil(promise)` delays it. */
    beforeSave: 'card-vault-before-save',
    /** The bank's page is shown. */
    stepUpOpen: 'card-vault-step-up-open',
    /** The bank's page is gone. */
    stepUpClose: 'card-vault-step-up-close',
    /** Saved; `detail` is the outcome with the payment method. */
    saved: 'card-vault-saved',
    /** Paid with a saved card; `detail` is the outcome with card and payment. */
    paid: 'card-vault-paid',
    /** Ended without a payment method though nothing broke; `detail` says why. */
    stopped: 'card-vault-stopped',
    /** Something broke; `detail` has code, audience, retryable. */
    error: 'card-vault-error',
  },
  'card-vault-list': {
    /** The saved cards are shown; fired again after each load. */
    ready: 'card-vault-list-ready',
    /** Another card is chosen, or none. */
    choose: 'card-vault-choose',
    /** A card is removed, and the shop's server has confirmed it. */
    removed: 'card-vault-removed',
    /** A card has become the default. */
    default: 'card-vault-default',
    /** Something broke; `detail` has code, audience, retryable. */
    error: 'card-vault-error',
  },
  'card-vault-subscribe': {
    /** The shopper is on the way to the checkout. */
    subscribeStarted: 'card-vault-subscribe-started',
    /** The shop's server could not be asked, or a script did not load; `detail` has code, audience, retryable. */
    error: 'card-vault-error',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof GlobalEventHandlersEventMap>>>>;

// The package's entries pass on every name of this file, and this is for the package alone.
export default elementEvents;

declare global {
  interface GlobalEventHandlersEventMap {
    'card-vault-ready': CardVaultReadyEvent;
    'card-vault-change': CardVaultChangeEvent;
    'card-vault-step': CardVaultStepEvent;
    'card-vault-before-save': CardVaultBeforeSaveEvent;
    'card-vault-step-up-open': CardVaultStepUpOpenEvent;
    'card-vault-step-up-close': CardVaultStepUpCloseEvent;
    'card-vault-saved': CardVaultSavedEvent;
    'card-vault-stopped': CardVaultStoppedEvent;
    'card-vault-error': CardVaultErrorEvent;
    'card-vault-covered': CardVaultCoveredEvent;
    'card-vault-focus': CardVaultFocusEvent;
    'card-vault-blur': CardVaultBlurEvent;
    'card-vault-paid': CardVaultPaidEvent;
    'card-vault-subscribe-started': CardVaultSubscribeStartedEvent;
  }
}
