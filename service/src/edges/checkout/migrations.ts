import type {Migration} from '../../platform/storage/database.js';

/** The table of checkout sessions: one row for each hosted page that a browser has opened. */
export const checkoutMigrations: readonly Migration[] = [
  {
    name: '0150_checkout_sessions',
    sql: `
CREATE TABLE checkout_sessions (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  kind text NOT NULL,
  opening text UNIQUE,
  customer text,
  plan text,
  tracker text,
  subscription text,
  payment_method text,
  reference text,
  redirect_url text,
  cancel_url text,
  locale text,
  state text NOT NULL,
  trackers integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  trying_until timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX checkout_sessions_left ON checkout_sessions (expires_at) WHERE state = 'open' AND subscription IS NOT NULL;
`,
  },
  {
    name: '0189_checkout_browsers',
    sql: `
ALTER TABLE checkout_sessions ADD COLUMN browser text;
ALTER TABLE checkout_sessions ADD COLUMN opened_by text;
`,
  },
  {
    name: '0242_checkout_signed_references',
    sql: 'ALTER TABLE checkout_sessions ADD COLUMN IF NOT EXISTS reference_signed boolean;',
  },
];
