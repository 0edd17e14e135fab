import type {Migration} from '../../platform/storage/database.js';

/** Column values of `subscriptions` to the instant at which the engine has to look at one; null when it never has to. */
export const dueInstant = `CASE WHEN open_charge IS NULL THEN next_charge_at
  WHEN cancel_at > next_charge_at THEN cancel_at WHEN cancel_at IS NOT NULL THEN next_charge_at END`;

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
  {
    name: '0160_billing_due',
    sql: `
DROP INDEX subscriptions_due;
CREATE INDEX subscriptions_due ON subscriptions ((${dueInstant})) WHERE (${dueInstant}) IS NOT NULL;
`,
  },
];
