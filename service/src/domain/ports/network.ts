import type {ClearCard} from './card.js';
import type {DeclineCode} from './declines.js';

/** The one thing this service cannot do for real: talk to a card network. Everything behind this port may be replaced. */
export interface CardNetwork {
  /** Holds (or with `capture` takes) an amount. The same `attempt` never has two effects and always has one answer. */
  authorize(request: {
    /** Stable for one attempt, also over crashes and retries. */
    readonly attempt: string;
    readonly tracker: string;
    readonly card: ClearCard;
    /** Minor units; 0 only asks whether the card is good. */
    readonly amount: number;
    readonly currency: string;
    readonly capture: boolean;
    /** The card is charged again, by agreement and without the shopper. */
    readonly renewal?: boolean;
  }): Promise<AuthorizationResult>;
  /** Takes a held amount, all of it. */
  capture(request: NetworkRequest): Promise<NetworkResult>;
  /** Undoes a capture, all of it, before anything of it was refunded. */
  void(request: NetworkRequest): Promise<NetworkResult>;
  /** Gives captured money back. `amount` of the answer is what this attempt gave back when it was first made. */
  refund(
    request: NetworkRequest & {readonly amount: number},
  ): Promise<NetworkResult & {readonly amount: number}>;
  /** Gives a held amount back, all of it. The same `attempt` never has two effects. */
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

/** What follows an authorization. The same `attempt` never has two effects and always has one answer. */
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
  /** Why not, when it is not approved. */
  readonly decline?: DeclineCode | undefined;
}

/** One line of the network's own books, as `GET /sandbox/v1/ledger` shows it. */
export interface LedgerEntry {
  readonly id: string;
  readonly tracker: string;
  readonly kind: 'authorization' | 'reversal' | 'capture' | 'void' | 'refund';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The authorization that everything else belongs to; of an authorization, its own id. */
  readonly authorization: string;
  readonly approved: boolean;
  /** Why the bank declined; null for everything else. */
  readonly decline: DeclineCode | null;
  /** ISO instant. */
  readonly at: string;
}
