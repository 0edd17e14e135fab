import {consentMigrations} from './consents.js';
import type {Migration} from '../../platform/storage/database.js';

/** The tables of saved cards, their uses, their consents, and each customer's default. */
export const paymentMethodMigrations: readonly Migration[] = [
  {
    name: '0080_payment_methods',
    sql: `
CREATE TABLE payment_methods (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  customer text NOT NULL REFERENCES customers (token),
  tracker text NOT NULL UNIQUE,
  card text NOT NULL,
  brand text NOT NULL,
  bin text NOT NULL,
  last_four text NOT NULL,
  expiration_month text NOT NULL,
  expiration_year text NOT NULL,
  max_usage integer,
  usage_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX payment_methods_customer ON payment_methods (customer, created_at);
`,
  },
  {
    name: '0081_payment_method_uses',
    sql: `
CREATE TABLE payment_method_uses (
  use_key text PRIMARY KEY,
  method text NOT NULL REFERENCES payment_methods (token),
  state text NOT NULL,
  created_at timestamptz NOT NULL,
  settled_at timestamptz
);
`,
  },
  ...consentMigrations,
  {
    name: '0181_default_methods',
    sql: `
CREATE TABLE default_methods (
  customer text PRIMARY KEY REFERENCES customers (token),
  method text NOT NULL UNIQUE REFERENCES payment_methods (token)
);
`,
  },
  {
    // The vault's fingerprint is a keyed hash, equal for the same card number of the same merchant. Of
    // methods that an older version saved twice, only the latest gets one, so that a later save finds it.
    name: '0183_payment_method_fingerprints',
    sql: `
ALTER TABLE payment_methods ADD COLUMN card_fingerprint text;
UPDATE payment_methods m SET card_fingerprint = latest.fingerprint FROM (
  SELECT DISTINCT ON (p.customer, v.fingerprint) p.token, v.fingerprint
  FROM payment_methods p JOIN vault_cards v ON v.id = p.card
  WHERE p.deleted_at IS NULL AND p.max_usage IS NULL
  ORDER BY p.customer, v.fingerprint, p.created_at DESC, p.token
) AS latest WHERE m.token = latest.token;
CREATE UNIQUE INDEX payment_methods_card ON payment_methods (customer, card_fingerprint);
CREATE TABLE payment_method_duplicates (
  tracker text PRIMARY KEY,
  method text NOT NULL REFERENCES payment_methods (token),
  created_at timestamptz NOT NULL
);
CREATE INDEX payment_method_duplicates_method ON payment_method_duplicates (method);
`,
  },
  {
    // The expiry that was announced, as year and month. The index holds the cards that are not announced yet.
    name: '0184_expiring_payment_methods',
    sql: `
ALTER TABLE payment_methods ADD COLUMN announced_expiry text;
CREATE INDEX payment_methods_expiring ON payment_methods ((expiration_year || expiration_month))
  WHERE deleted_at IS NULL AND max_usage IS NULL
    AND announced_expiry IS DISTINCT FROM (expiration_year || expiration_month);
`,
  },
];
