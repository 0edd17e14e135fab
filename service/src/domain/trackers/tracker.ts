/**
 * The row of a tracker. A tracker is one session that saves a card or takes a payment.
 */
import type {
  ActionKind,
  AuthenticationStatus,
  TrackerState,
  ValidationResult,
} from '../../../../src/protocol/index.js';
import type {CardSummaryRow} from '../payment-methods/rows.js';
import type {TrackerEntryMode, TrackerMode} from './modes.js';

/** SQL condition for trackers that have ended, and of which no money is held or kept. None of them comes back. */
export const withoutMoney = `(next_kind = 'NOOP'
  AND (hold IS NULL OR state IN ('TRACKER_REVERSED', 'TRACKER_VOIDED', 'TRACKER_REFUNDED')))`;

/** The card of a tracker. `test_card` marks, in development, a number that is no published test card. */
export interface EnteredCardSummary extends CardSummaryRow {
  readonly test_card?: 'unpublished';
}

/** The issuer's answer at enrollment, without its access token, which is returned once and never stored. */
export interface EnrollmentRecord {
  readonly transaction_id: string;
  readonly authentication_status: AuthenticationStatus;
  readonly enrollment_status: string;
  readonly veres_enrolled: string;
  readonly pares_status: string | null;
  readonly eci: string | null;
}

/** The issuer's result of a step-up. */
export interface ValidationRecord {
  readonly result: ValidationResult;
  readonly eci: string | null;
}

/** An approved authorization. */
export interface HoldRecord {
  /** The network's id of the authorization. */
  readonly token: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly created_at: string;
}

/** A reversal, or the void of a capture. */
export interface ReversalRecord {
  /** The network's id. */
  readonly token: string;
  readonly amount: number;
}

/** The shopper's address and browser at enrollment. Erased with the customer. */
export interface ShopperRecord {
  readonly billing: Readonly<Record<string, string | null>> | null;
  /** As it was typed (wire 1.6.1); missing in records of before, too. */
  readonly cardholder_name?: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  /** ISO instant. */
  readonly at: string;
}

/** A refund has the fields of an approved authorization, and the keyed hash of its name, where the shop gave one. */
export interface RefundRecord extends HoldRecord {
  readonly name?: string;
}

/** A refund on record before the network hears of it. */
export interface SentRefund {
  /** The keyed hash of its name. */
  readonly name?: string | undefined;
  readonly amount: number;
}

/** One entry of the tracker's history; the history is in the order of performance. */
export interface ActionRecord {
  readonly token: string;
  readonly kind: ActionKind | 'VOID' | 'REFUND';
  /** ISO instant; older records have none. */
  readonly at?: string;
  readonly request_id?: string;
  /** Why the bank declined, a code such as `insufficient_funds`. */
  readonly reason?: string;
}

/** A row of `trackers`. */
export interface Tracker {
  readonly token: string;
  readonly merchant: string;
  readonly customer: string;
  readonly intent: string;
  readonly mode: TrackerMode;
  readonly entry_mode: TrackerEntryMode;
  readonly currency: string;
  /**
   * The amount to authorize, in minor units. To save a card, it is a small amount, or 0 with account
   * verification.
   */
  readonly amount: number;
  readonly is_account_verification: boolean;
  /**
   * The first charge of the subscription that the hosted checkout creates once the card is saved, in minor
   * units; 0 for a trial. Null without a subscription.
   */
  readonly subscription_amount: number | null;
  /** Whether the saved method can be used only once, because the customer is a guest. */
  readonly single_use: boolean;
  readonly state: TrackerState;
  /** The pending action; `NOOP` if there is none. */
  readonly next_kind: ActionKind;
  /** Id of the last action's request; a new one for each action. */
  readonly request_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /**
   * Web origin of the page that uses the tracker. A request with the secret key named it, or it is in the
   * merchant's list of origins.
   */
  readonly origin: string | null;
  /** Id of the sealed card in the vault. */
  readonly card: string | null;
  readonly card_summary: EnteredCardSummary | null;
  /** How many cards were entered. */
  readonly card_submissions: number;
  /** The issuer's reference for the payer authentication session. */
  readonly reference_id: string | null;
  /**
   * Since when the merchant's cards were counted, if this card was tried above the merchant's limit: nothing is
   * authorized before the bank has asked the shopper.
   */
  readonly above_limit_since: Date | null;
  readonly success_url: string | null;
  readonly failure_url: string | null;
  readonly enrollment: EnrollmentRecord | null;
  readonly validation: ValidationRecord | null;
  /** When the worker asks the bank about an open step-up whose browser has not returned (`step-ups.ts`). */
  readonly step_up_due_at: Date | null;
  readonly hold: HoldRecord | null;
  readonly reversal: ReversalRecord | null;
  /**
   * The saved method that this tracker charges. The card belongs to that method, so the tracker never erases
   * it.
   */
  readonly payment_method: string | null;
  /** Whether the merchant's server named that method: a page's token cannot name another one. */
  readonly fixed_method: boolean;
  /** Whether the merchant's server wants the security code of that method: without it, nothing goes on. */
  readonly code_wanted: boolean;
  /** Options sent at enrollment, kept for the authorization that follows a step-up. */
  readonly capture_wanted: boolean;
  readonly card_on_file: boolean;
  readonly capture: HoldRecord | null;
  readonly voided: ReversalRecord | null;
  readonly refunds: readonly RefundRecord[];
  /** The refund that the network was asked for and whose outcome is not recorded. */
  readonly refund_sent: SentRefund | null;
  /** The keyed hash of the shop's own name of the payment, unique for good. */
  readonly name: string | null;
  /** The saved method that the merchant's server named when it opened the tracker: it takes no other. */
  readonly named_method: string | null;
  /** The shop's order, of which one payment at most has money. */
  readonly shop_order: string | null;
  /** Whether an authorization for that order was begun here. */
  readonly order_taken: boolean;
  readonly actions: readonly ActionRecord[];
  readonly shopper: ShopperRecord | null;
  readonly version: number;
  /** When an unfinished tracker expires (setting `trackerTtlSeconds`). */
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns that an action may change. The owner and the amount are fixed at creation. */
export type TrackerChanges = Partial<
  Pick<
    Tracker,
    | 'state'
    | 'next_kind'
    | 'request_id'
    | 'metadata'
    | 'origin'
    | 'card'
    | 'card_summary'
    | 'card_submissions'
    | 'reference_id'
    | 'above_limit_since'
    | 'success_url'
    | 'failure_url'
    | 'enrollment'
    | 'validation'
    | 'step_up_due_at'
    | 'hold'
    | 'reversal'
    | 'payment_method'
    | 'fixed_method'
    | 'code_wanted'
    | 'capture_wanted'
    | 'card_on_file'
    | 'capture'
    | 'voided'
    | 'refunds'
    | 'refund_sent'
    | 'actions'
    | 'shopper'
  >
>;

const jsonColumns = new Set<string>([
  'metadata',
  'card_summary',
  'enrollment',
  'validation',
  'hold',
  'reversal',
  'capture',
  'voided',
  'refunds',
  'refund_sent',
  'actions',
  'shopper',
] satisfies (keyof TrackerChanges)[]);

/** The SET list of an UPDATE, and its parameters, numbered from `first`. */
export function assignments(changes: TrackerChanges, first: number): {sql: string; values: unknown[]} {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return {
    sql: entries.map(([column], index) => `${column} = $${first + index}`).join(', '),
    values: entries.map(([column, value]) =>
      jsonColumns.has(column) && value !== null ? JSON.stringify(value) : value,
    ),
  };
}
