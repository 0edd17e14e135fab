import type {ClearCard} from './card.js';
import type {DeclineCode} from './declines.js';

/**
 * The card network, the one part that this service can only simulate. Everything behind this port may be
 * replaced.
 */
export interface CardNetwork {
  /**
   * Holds (or with `capture` takes) an amount. The same `attempt` has at most one effect and always the same
   * answer.
   */
  authorize(request: {
    /** Stable for one attempt, across crashes and retries. */
    readonly attempt: string;
    readonly tracker: string;
    readonly card: ClearCard;
    /** Minor units; 0 only checks whether the card is valid. */
    readonly amount: number;
    readonly currency: string;
    readonly capture: boolean;
    /** A merchant-initiated charge by agreement, without the shopper. */
    readonly renewal?: boolean;
  }): Promise<AuthorizationResult>;
  /** Captures the whole hold. */
  capture(request: NetworkRequest): Promise<NetworkResult>;
  /** Undoes a whole capture, before any refund of it. */
  void(request: NetworkRequest): Promise<NetworkResult>;
  /** Refunds captured money. `amount` of the answer is what this attempt refunded when it was first made. */
  refund(
    request: NetworkRequest & {readonly amount: number},
  ): Promise<NetworkResult & {readonly amount: number}>;
  /** Reverses the whole hold. The same `attempt` has at most one effect. */
  reverse(request: NetworkRequest): Promise<NetworkResult>;
  /**
   * Undoes an authorization of unknown outcome: what was held or taken is given back, and an attempt that
   * arrives later is refused. Returns the network's id of the reversal or void, if there was something to
   * give back.
   */
  cancel(request: {
    /** Key of the authorization's attempt. */
    readonly attempt: string;
    readonly tracker: string;
  }): Promise<{readonly reversal: string | undefined}>;
}

/** A follow-up of an authorization. The same `attempt` has at most one effect and always the same answer. */
export interface NetworkRequest {
  readonly attempt: string;
  readonly tracker: string;
  /** Id of the authorization. */
  readonly authorization: string;
}

/** The one key under which a tracker's hold is reversed, however often and by which caller. */
export const reversalAttemptOf = (tracker: string) => `${tracker}:reversal`;

export interface NetworkResult {
  /** The network's own id of what it did. */
  readonly id: string;
  readonly approved: boolean;
}

export interface AuthorizationResult extends NetworkResult {
  /** Id of the capture, where the amount was taken at once. */
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
  /** The authorization that an entry belongs to; for an authorization its own id. */
  readonly authorization: string;
  readonly approved: boolean;
  /** Why the bank declined; null for everything else. */
  readonly decline: DeclineCode | null;
  /** ISO instant. */
  readonly at: string;
}

/** What a simulated network knows beside. */
export interface KnowsTestCards {
  /** Whether the network has a rule of its own for the number. */
  isTestCard(number: string): boolean;
}
