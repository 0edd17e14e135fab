import type {Migration} from '../../platform/storage/database.js';

/** A merchant's plans (spec 2.6). A plan with subscriptions is archived, never removed. */
export const planMigrations: readonly Migration[] = [
  {
    name: '0100_plans',
    sql: `
CREATE TABLE plans (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  name text,
  description text,
  amount text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  interval_unit text NOT NULL,
  interval_count integer NOT NULL,
  type text NOT NULL,
  product text NOT NULL,
  active boolean NOT NULL,
  trial_period_days integer NOT NULL,
  number_of_billing_cycles integer,
  time_zone text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz
);
CREATE INDEX plans_merchant ON plans (merchant, created_at);
`,
  },
];
