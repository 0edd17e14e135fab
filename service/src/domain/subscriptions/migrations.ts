import type {Migration} from '../../platform/storage/database.js';

/**
 * SQL expression for the time at which billing must act on a subscription. Without an open charge, its next
 * period begins. While a charge is open no period begins: the subscription only ends, at the later of
 * `cancel_at` and `next_charge_at`, and the expression is null if it was not cancelled. The index of
 * migration 0160 contains this expression, so never change it.
 */
export const dueInstant = `CASE WHEN open_charge IS NULL THEN next_charge_at
  WHEN cancel_at > next_charge_at THEN cancel_at WHEN cancel_at IS NOT NULL THEN next_charge_at END`;

/**
 * Subscriptions, their charges and the attempts to authorize them. Period `k` begins `k` intervals after the
 * anchor. The unique keys allow one charge per period and one attempt per number, so that no period is
 * charged twice (guarantees 4.2).
 */
export const subscriptionMigrations: readonly Migration[] = [
  {
    name: '0110_subscriptions',
    sql: `
CREATE TABLE subscriptions (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  customer text NOT NULL REFERENCES customers (token),
  plan text NOT NULL REFERENCES plans (token),
  payment_method text NOT NULL REFERENCES payment_methods (token),
  state text NOT NULL,
  amount text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  interval_unit text NOT NULL,
  interval_count integer NOT NULL,
  number_of_billing_cycles integer,
  time_zone text NOT NULL,
  product text NOT NULL,
  reference text,
  anchor timestamptz NOT NULL,
  trial_ends_at timestamptz,
  next_period integer NOT NULL,
  next_charge_at timestamptz,
  open_charge text,
  pause_behavior text,
  paused_at timestamptz,
  resumed_at timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  cancel_at timestamptz,
  cancelled_at timestamptz,
  end_reason text,
  last_paid_at timestamptz,
  sequence integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  claim text,
  claim_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX subscriptions_due ON subscriptions (next_charge_at) WHERE next_charge_at IS NOT NULL;
CREATE INDEX subscriptions_merchant ON subscriptions (merchant, created_at);
CREATE INDEX subscriptions_customer ON subscriptions (customer);
CREATE INDEX subscriptions_payment_method ON subscriptions (payment_method);
`,
  },
  {
    name: '0111_charges',
    sql: `
CREATE TABLE charges (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  subscription text NOT NULL REFERENCES subscriptions (token),
  period integer NOT NULL,
  amount text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  due_at timestamptz NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  failure text,
  settled_at timestamptz,
  claim text,
  claim_until timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (subscription, period)
);
CREATE INDEX charges_due ON charges (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX charges_merchant ON charges (merchant, created_at);
CREATE TABLE charge_attempts (
  charge text NOT NULL REFERENCES charges (token),
  number integer NOT NULL,
  attempt text NOT NULL UNIQUE,
  payment_method text NOT NULL,
  state text NOT NULL,
  network_id text,
  failure text,
  sent_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (charge, number)
);
`,
  },
  {
    // A charge can be made after the plan's amount has changed. It still costs the amount that was valid when
    // its period began (guarantee V3), which this column keeps.
    name: '0112_subscription_earlier_amounts',
    sql: `
ALTER TABLE subscriptions ADD COLUMN earlier_amounts jsonb NOT NULL DEFAULT '[]';
`,
  },
  {
    name: '0140_billing',
    sql: `
ALTER TABLE charges ADD COLUMN first_failed_at timestamptz;
ALTER TABLE charge_attempts ADD COLUMN asks integer NOT NULL DEFAULT 1;
DROP INDEX subscriptions_due;
CREATE INDEX subscriptions_due ON subscriptions (next_charge_at)
  WHERE next_charge_at IS NOT NULL AND (open_charge IS NULL OR cancel_at IS NOT NULL);
CREATE INDEX charge_attempts_sent ON charge_attempts (charge) WHERE state = 'sent';
`,
  },
  {
    name: '0160_billing_due',
    sql: `
DROP INDEX subscriptions_due;
CREATE INDEX subscriptions_due ON subscriptions ((${dueInstant})) WHERE (${dueInstant}) IS NOT NULL;
`,
  },
  {
    name: '0241_signed_references',
    sql: 'ALTER TABLE subscriptions ADD COLUMN IF NOT EXISTS reference_signed boolean;',
  },
];
