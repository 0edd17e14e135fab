import type {Migration} from '../../platform/storage/database.js';

/**
 * Tables of endpoints, deliveries and tries. `step` counts the tries of the current schedule, `tries` all of
 * them. A delivery waits for a try while it has a `next_try_at`. The lease `claim` names the process that is
 * sending it.
 */
export const webhookMigrations: readonly Migration[] = [
  {
    name: '0130_webhook_endpoints',
    sql: `
CREATE TABLE webhook_endpoints (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  url text NOT NULL,
  description text,
  events text[],
  secrets jsonb NOT NULL,
  state text NOT NULL,
  disabled_reason text,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  last_failure text,
  last_failure_at timestamptz,
  last_success_at timestamptz,
  slowdowns integer NOT NULL DEFAULT 0,
  resume_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX webhook_endpoints_merchant ON webhook_endpoints (merchant, created_at) WHERE deleted_at IS NULL;
`,
  },
  {
    name: '0131_webhook_deliveries',
    sql: `
CREATE TABLE webhook_deliveries (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  endpoint text NOT NULL REFERENCES webhook_endpoints (token),
  event text NOT NULL REFERENCES events (id),
  type text NOT NULL,
  subscription text,
  sequence integer,
  state text NOT NULL,
  reason text,
  tries integer NOT NULL DEFAULT 0,
  step integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  next_try_at timestamptz,
  delivered_at timestamptz,
  claim text,
  claim_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  UNIQUE (endpoint, event)
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint, next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (endpoint, subscription, sequence) WHERE next_try_at IS NOT NULL;
CREATE INDEX webhook_deliveries_claims ON webhook_deliveries (claim) WHERE claim IS NOT NULL;
CREATE INDEX webhook_deliveries_list ON webhook_deliveries (endpoint, state, created_at);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event);
CREATE INDEX webhook_deliveries_merchant ON webhook_deliveries (merchant, created_at);
CREATE TABLE webhook_tries (
  delivery text NOT NULL REFERENCES webhook_deliveries (token),
  number integer NOT NULL,
  at timestamptz NOT NULL,
  status integer,
  failure text,
  milliseconds integer NOT NULL,
  PRIMARY KEY (delivery, number)
);
`,
  },
  {
    // Thousands of deliveries may be due at the same instant. With `position` in the index, they are read
    // in order without sorting.
    name: '0161_webhook_deliveries_in_order',
    sql: `
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint, next_try_at, position) WHERE next_try_at IS NOT NULL;
`,
  },
];
