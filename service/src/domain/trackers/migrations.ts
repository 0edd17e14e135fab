/** The migrations of trackers and of the reversals they owe. */
import type {Migration} from '../../platform/storage/database.js';

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
  {
    // The second index is the promise that an order is paid once: of its trackers that an authorization was begun
    // for, one at most is not at its end without money.
    name: '0231_lasting_names',
    sql: `
ALTER TABLE trackers ADD COLUMN name text;
ALTER TABLE trackers ADD COLUMN named_method text;
ALTER TABLE trackers ADD COLUMN shop_order text;
ALTER TABLE trackers ADD COLUMN order_taken boolean NOT NULL DEFAULT false;
ALTER TABLE trackers ADD COLUMN refund_sent jsonb;
CREATE UNIQUE INDEX trackers_name ON trackers (merchant, name) WHERE name IS NOT NULL;
CREATE UNIQUE INDEX trackers_order_taken ON trackers (merchant, customer, shop_order)
  WHERE order_taken AND NOT (next_kind = 'NOOP'
    AND (hold IS NULL OR state IN ('TRACKER_REVERSED', 'TRACKER_VOIDED', 'TRACKER_REFUNDED')));
CREATE INDEX trackers_shop_order ON trackers (merchant, customer, shop_order) WHERE shop_order IS NOT NULL;
`,
  },
  {
    name: '0244_tracker_above_limit',
    sql: 'ALTER TABLE trackers ADD COLUMN above_limit_since timestamptz;',
  },
];
