import type {Migration} from '../../platform/storage/database.js';

export const accountMigrations: readonly Migration[] = [
  {
    name: '0170_accounts',
    sql: `
CREATE TABLE accounts (
  customer text PRIMARY KEY REFERENCES customers (token),
  merchant text NOT NULL,
  email text NOT NULL,
  password text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (merchant, email)
);
CREATE TABLE account_logins (
  id text PRIMARY KEY,
  customer text NOT NULL REFERENCES accounts (customer) ON DELETE CASCADE,
  merchant text NOT NULL,
  origin text,
  created_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX account_logins_customer ON account_logins (customer);
CREATE INDEX account_logins_end ON account_logins (ends_at);
CREATE TABLE refresh_tokens (
  digest text PRIMARY KEY,
  login text NOT NULL REFERENCES account_logins (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX refresh_tokens_login ON refresh_tokens (login);
CREATE TABLE login_tries (
  subject text PRIMARY KEY,
  tries integer NOT NULL,
  since timestamptz NOT NULL
);
CREATE INDEX login_tries_since ON login_tries (since);
`,
  },
];
