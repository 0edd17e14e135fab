import type {Migration} from '../storage/database.js';

/** What the engine needs beyond the tables of subscriptions: where to find what is due, and how often it has asked. */
export const billingMigrations: readonly Migration[] = [
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
];
