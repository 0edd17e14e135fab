/**
 * The row of a tracker, with its migrations. A tracker is one session that saves a card or takes a payment.
 */
import type {
  ActionKind,
  AuthenticationStatus,
  TrackerState,
  ValidationResult,
} from '../../../../src/protocol/index.js';
import type {Migration} from '../../platform/storage/database.js';
import type {CardSummaryRow} from '../payment-methods/rows.js';
import type {TrackerEntryMode, TrackerMode} from './modes.js';

export const trackerMigrations: readonly Migration[] = [
  {
    name: '0090_trackers',
    sql: `
CREATE TABLE trackers (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  customer text NOT NULL REFERENCES customers (token),
  intent text NOT NULL,
  mode text NOT NULL,
  entry_mode text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  is_account_verification boolean NOT NULL,
  single_use boolean NOT NULL,
  state text NOT NULL,
  next_kind text NOT NULL,
  request_id text,
  metadata jsonb NOT NULL DEFAULT '{}',
  origin text,
  card text,
  card_summary jsonb,
  card_submissions integer NOT NULL DEFAULT 0,
  reference_id text,
  success_url text,
  failure_url text,
  enrollment jsonb,
  validation jsonb,
  hold jsonb,
  reversal jsonb,
  actions jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  claim text,
  claim_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX trackers_merchant ON trackers (merchant, created_at);
CREATE TABLE owed_reversals (
  tracker text PRIMARY KEY REFERENCES trackers (token),
  attempt text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE INDEX owed_reversals_due ON owed_reversals (due_at) WHERE settled_at IS NULL;
`,
  },
  {
    name: '0091_tracker_payments',
    sql: `
ALTER TABLE trackers ADD COLUMN payment_method text;
ALTER TABLE trackers ADD COLUMN capture_wanted boolean NOT NULL DEFAULT false;
ALTER TABLE trackers ADD COLUMN card_on_file boolean NOT NULL DEFAULT false;
ALTER TABLE trackers ADD COLUMN capture jsonb;
ALTER TABLE trackers ADD COLUMN voided jsonb;
ALTER TABLE trackers ADD COLUMN refunds jsonb NOT NULL DEFAULT '[]';
CREATE INDEX trackers_customer ON trackers (customer);
`,
  },
  {
    name: '0171_tracker_shopper',
    sql: 'ALTER TABLE trackers ADD COLUMN shopper jsonb;',
  },
  {
    name: '0173_tracker_subscription_amount',
    sql: 'ALTER TABLE trackers ADD COLUMN subscription_amount bigint;',
  },
  {
    name: '0196_tracker_fixed_method',
    sql: 'ALTER TABLE trackers ADD COLUMN fixed_method boolean NOT NULL DEFAULT false;',
  },
  {
    name: '0220_tracker_code_wanted',
    sql: 'ALTER TABLE trackers ADD COLUMN code_wanted boolean NOT NULL DEFAULT false;',
  },
];

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
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  /** ISO instant. */
  readonly at: string;
}

/** A refund has the same fields as an approved authorization. */
export type RefundRecord = HoldRecord;

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
  readonly success_url: string | null;
  readonly failure_url: string | null;
  readonly enrollment: EnrollmentRecord | null;
  readonly validation: ValidationRecord | null;
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
    | 'success_url'
    | 'failure_url'
    | 'enrollment'
    | 'validation'
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
