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
];

/** What the bank answered at enrollment, without the access token, which is handed out once and not kept. */
export interface EnrollmentRecord {
  readonly transaction_id: string;
  readonly authentication_status: AuthenticationStatus;
  readonly enrollment_status: string;
  readonly veres_enrolled: string;
  readonly pares_status: string | null;
  readonly eci: string | null;
}

export interface ValidationRecord {
  readonly result: ValidationResult;
  readonly eci: string | null;
}

/** An approved authorization. */
export interface HoldRecord {
  /** The network's id of it. */
  readonly token: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly created_at: string;
}

export interface ReversalRecord {
  readonly token: string;
  readonly amount: number;
}

/** What the bank was asked about: the shopper's address and browser. Erased with the customer. */
export interface ShopperRecord {
  readonly billing: Readonly<Record<string, string | null>> | null;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  /** ISO instant. */
  readonly at: string;
}

/** Money given back to the shopper after a capture. */
export type RefundRecord = HoldRecord;

/** One performed action, in order. */
export interface ActionRecord {
  readonly token: string;
  readonly kind: ActionKind | 'VOID' | 'REFUND';
  /** ISO instant; older records have none. */
  readonly at?: string;
  readonly request_id?: string;
  /** Why the bank declined, a code such as `insufficient_funds`. */
  readonly reason?: string;
}

export interface Tracker {
  readonly token: string;
  readonly merchant: string;
  readonly customer: string;
  readonly intent: string;
  readonly mode: TrackerMode;
  readonly entry_mode: TrackerEntryMode;
  readonly currency: string;
  /**
   * What an authorization holds, in minor units: the payment's amount, a small one, or 0 with account
   * verification.
   */
  readonly amount: number;
  readonly is_account_verification: boolean;
  /**
   * What the hosted checkout charges once the card is saved, in minor units: the first charge of a
   * subscription, 0 in a trial. Null if the card is saved for no subscription.
   */
  readonly subscription_amount: number | null;
  /** The customer is a guest: the method may be used once. */
  readonly single_use: boolean;
  readonly state: TrackerState;
  readonly next_kind: ActionKind;
  readonly request_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Web origin of the page that uses the tracker, vouched for by the secret key or one of the merchant's. */
  readonly origin: string | null;
  readonly card: string | null;
  readonly card_summary: CardSummaryRow | null;
  readonly card_submissions: number;
  readonly reference_id: string | null;
  readonly success_url: string | null;
  readonly failure_url: string | null;
  readonly enrollment: EnrollmentRecord | null;
  readonly validation: ValidationRecord | null;
  readonly hold: HoldRecord | null;
  readonly reversal: ReversalRecord | null;
  /**
   * The saved method this tracker charges. Its card belongs to the method, so the tracker does not erase it.
   */
  readonly payment_method: string | null;
  /** The enrollment's options for the authorization after the shopper's return. */
  readonly capture_wanted: boolean;
  readonly card_on_file: boolean;
  readonly capture: HoldRecord | null;
  readonly voided: ReversalRecord | null;
  readonly refunds: readonly RefundRecord[];
  readonly actions: readonly ActionRecord[];
  /** Noted at enrollment. */
  readonly shopper: ShopperRecord | null;
  readonly version: number;
  /** When an unfinished tracker expires (setting `trackerTtlSeconds`). */
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What an action may change. Owner and amount are fixed when the tracker is made. */
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
    | 'capture_wanted'
    | 'card_on_file'
    | 'capture'
    | 'voided'
    | 'refunds'
    | 'actions'
    | 'shopper'
  >
>;

const json = new Set<string>([
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

/** Turns changes into the middle of an UPDATE; parameters count from `first`. */
export function assignments(changes: TrackerChanges, first: number): {sql: string; values: unknown[]} {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return {
    sql: entries.map(([column], index) => `${column} = $${first + index}`).join(', '),
    values: entries.map(([column, value]) =>
      json.has(column) && value !== null ? JSON.stringify(value) : value,
    ),
  };
}
