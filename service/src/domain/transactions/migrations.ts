import type {Migration} from '../../platform/storage/database.js';

/**
 * Refunds of subscription charges, numbered for each charge. `claim_until` is the end of the lease of the
 * request that makes the refund.
 */
export const refundMigrations: readonly Migration[] = [
  {
    name: '0113_charge_refunds',
    sql: `
CREATE TABLE charge_refunds (
  charge text NOT NULL REFERENCES charges (token),
  number integer NOT NULL,
  amount_minor bigint NOT NULL,
  state text NOT NULL,
  network_id text,
  claim_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (charge, number)
);
`,
  },
  {
    name: '0232_charge_refund_names',
    sql: `
ALTER TABLE charge_refunds ADD COLUMN name text;
CREATE UNIQUE INDEX charge_refunds_name ON charge_refunds (charge, name) WHERE name IS NOT NULL AND state <> 'refused';
`,
  },
];
