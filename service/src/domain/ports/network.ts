/** The interface to the card network. */
import type {Cardholder, ClearCard} from './card.js';
import type {DeclineCode} from './declines.js';

/** The card network. This service simulates it; a deployment connects a real one here. */
export interface CardNetwork {
  /**
   * Reserves an amount on the card (a hold); with `capture` also charges it. A repetition of an `attempt` has
   * no further effect and returns the same result.
   */
  authorize(request: {
    /** Idempotency key. Crashes and retries do not change it. */
    readonly attempt: string;
    readonly tracker: string;
    readonly card: ClearCard;
    /** Minor units; 0 only checks whether the card is valid. */
    readonly amount: number;
    readonly currency: string;
    readonly capture: boolean;
    /** True where the amount is to be taken, by this request or a later capture; otherwise a card is only tried. */
    readonly purchase?: boolean;
    /** The name that was typed with the card, if one was. */
    readonly cardholder?: Cardholder | undefined;
    /** True for a recurring charge, which the merchant makes without the shopper. */
    readonly renewal?: boolean;
  }): Promise<AuthorizationResult>;
  /** Charges the whole hold. */
  capture(request: NetworkRequest): Promise<NetworkResult>;
  /** Undoes a whole capture, if none of it was refunded. */
  void(request: NetworkRequest): Promise<NetworkResult>;
  /** Refunds captured money. A repetition returns the amount of the first call. */
  refund(
    request: NetworkRequest & {readonly amount: number},
  ): Promise<NetworkResult & {readonly amount: number}>;
  /** Reverses the whole hold. */
  reverse(request: NetworkRequest): Promise<NetworkResult>;
  /**
   * Undoes an authorization of unknown outcome: its hold is reversed, or its capture voided. If the
   * authorization arrives only later, it is refused. Returns the network's id of the reversal or void;
   * undefined if neither was needed.
   */
  cancel(request: {
    /** Idempotency key of the authorization. */
    readonly attempt: string;
    readonly tracker: string;
  }): Promise<{readonly reversal: string | undefined}>;
}

/** A request that concerns an authorization. A repetition of an `attempt` has no further effect. */
export interface NetworkRequest {
  readonly attempt: string;
  readonly tracker: string;
  /** Id of the authorization. */
  readonly authorization: string;
}

/** Idempotency key of a tracker's reversal. All callers use it, so that a hold is reversed once. */
export const reversalAttemptOf = (tracker: string) => `${tracker}:reversal`;

export interface NetworkResult {
  /** The network's id of the operation. */
  readonly id: string;
  readonly approved: boolean;
}

export interface AuthorizationResult extends NetworkResult {
  /** Id of the capture, if the request asked for one. */
  readonly capture?: string | undefined;
  /** The decline code, if it was not approved. */
  readonly decline?: DeclineCode | undefined;
}

/** One entry of the network's ledger, as `GET /sandbox/v1/ledger` shows it. */
export interface LedgerEntry {
  readonly id: string;
  readonly tracker: string;
  readonly kind: 'authorization' | 'reversal' | 'capture' | 'void' | 'refund';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Id of the authorization that the entry belongs to. An authorization has its own id here. */
  readonly authorization: string;
  readonly approved: boolean;
  /** Why the bank declined the authorization; otherwise null. */
  readonly decline: DeclineCode | null;
  /** ISO instant. */
  readonly at: string;
}

/** What a simulated network can tell in addition. */
export interface KnowsTestCards {
  /** Whether the number is a test card, for which the network has a rule of its own. */
  isTestCard(cardNumber: string): boolean;
}
