import type {Migration} from '../../platform/storage/database.js';

/**
 * The issuer's tables. Times are milliseconds since the epoch. No card number is stored. `case_id` is the
 * case of the test card (wire 5); `origins` and `purchase` are JSON; `md` is data from the shop's
 * page, returned to it unchanged; `finish_hash` is the hash of the handle that opens the return page;
 * `passkey_challenge` is what the next passkey has to sign, and `passkey` the id that a browser gave it.
 */
export const migrations: readonly Migration[] = [
  {
    name: 'issuer-01-keys',
    sql: `CREATE TABLE issuer_keys (
      kid text PRIMARY KEY,
      sealed_key text NOT NULL,
      created_at bigint NOT NULL
    )`,
  },
  {
    name: 'issuer-02-setups',
    sql: `CREATE TABLE issuer_setups (
      reference_id text PRIMARY KEY,
      tracker text NOT NULL,
      case_id text NOT NULL,
      brand text NOT NULL,
      last_four text NOT NULL,
      origin text,
      created_at bigint NOT NULL,
      collected_at bigint
    )`,
  },
  {
    name: 'issuer-03-transactions',
    sql: `CREATE TABLE issuer_transactions (
      transaction_id text PRIMARY KEY,
      reference_id text NOT NULL REFERENCES issuer_setups (reference_id),
      return_url text NOT NULL,
      origins text NOT NULL,
      state text NOT NULL,
      eci text,
      md text,
      attempts integer NOT NULL DEFAULT 0,
      codes_sent integer NOT NULL DEFAULT 0,
      finish_hash text,
      enrolled_at bigint NOT NULL,
      started_at bigint,
      finished_at bigint
    )`,
  },
  {
    name: 'issuer-04-transactions-by-finish',
    sql: 'CREATE UNIQUE INDEX issuer_transactions_finish ON issuer_transactions (finish_hash)',
  },
  {
    name: 'issuer-05-shop',
    sql: 'ALTER TABLE issuer_transactions ADD COLUMN shop text',
  },
  {
    name: 'issuer-06-purchase',
    sql: 'ALTER TABLE issuer_transactions ADD COLUMN purchase text',
  },
  {
    name: 'issuer-07-step-ups',
    sql: `CREATE TABLE issuer_step_ups (
      merchant text PRIMARY KEY,
      kind text NOT NULL
    );
    ALTER TABLE issuer_transactions ADD COLUMN step_up text NOT NULL DEFAULT 'code';
    ALTER TABLE issuer_transactions ADD COLUMN language text;
    `,
  },
  {
    name: 'issuer-08-passkeys',
    sql: `CREATE TABLE issuer_passkeys (
      passkey text PRIMARY KEY,
      card text NOT NULL,
      public_key text NOT NULL,
      created_at bigint NOT NULL
    );
    CREATE INDEX issuer_passkeys_by_card ON issuer_passkeys (card);
    ALTER TABLE issuer_transactions ADD COLUMN passkey_challenge text;
    `,
  },
  {
    name: 'issuer-09-cardholder',
    sql: 'ALTER TABLE issuer_transactions ADD COLUMN cardholder text',
  },
];
