import type {Migration} from '../../platform/storage/database.js';

/** The tables of the card fields. Times are milliseconds since the epoch. */
export const migrations: readonly Migration[] = [
  {
    name: 'microform-01-keys',
    sql: `CREATE TABLE microform_keys (
      kid text PRIMARY KEY,
      sealed_key text NOT NULL,
      public_jwk text NOT NULL,
      created_at bigint NOT NULL
    )`,
  },
  {
    name: 'microform-02-contexts',
    sql: `CREATE TABLE microform_contexts (
      kid text PRIMARY KEY,
      jti text NOT NULL,
      merchant text NOT NULL,
      tracker text NOT NULL,
      target_origins text NOT NULL,
      networks text NOT NULL,
      sealed_key text NOT NULL,
      public_jwk text NOT NULL,
      expires_at bigint NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      tokens integer NOT NULL DEFAULT 0
    )`,
  },
  {
    name: 'microform-03-contexts-by-expiry',
    sql: 'CREATE INDEX microform_contexts_expiry ON microform_contexts (expires_at)',
  },
  {
    name: 'microform-04-tokens',
    sql: `CREATE TABLE microform_tokens (
      jti text PRIMARY KEY,
      context_kid text NOT NULL REFERENCES microform_contexts (kid) ON DELETE CASCADE,
      merchant text NOT NULL,
      tracker text NOT NULL,
      sealed_number text,
      expiration_month text NOT NULL,
      expiration_year text NOT NULL,
      brand text NOT NULL,
      expires_at bigint NOT NULL,
      redeemed_at bigint
    )`,
  },
  {
    // JSON: the lengths of a security code, in a context for the code of a saved card alone.
    name: 'microform-05-code-lengths',
    sql: 'ALTER TABLE microform_contexts ADD COLUMN code_lengths text',
  },
];
