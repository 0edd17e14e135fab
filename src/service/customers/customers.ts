import {randomUUID} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import {ServiceError} from '../errors.js';
import type {Migration, Queries} from '../storage/database.js';

export const customerMigrations: readonly Migration[] = [
  {
    name: '0070_customers',
    sql: `
CREATE TABLE customers (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  first_name text,
  last_name text,
  email text,
  phone_number text,
  country text,
  is_guest boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX customers_merchant ON customers (merchant, created_at);
`,
  },
];

/** What a merchant says about a shopper (spec 2.1). E-mail addresses are not unique. */
export interface CustomerDetails {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly country: string | null;
  readonly is_guest: boolean;
}

/** The record as the wire shows it (wire 1.4). */
export interface Customer extends CustomerDetails {
  readonly token: string;
}

export interface Customers {
  create(merchant: string, details: CustomerDetails): Promise<Customer>;
  /** @throws {ServiceError} 404 `customer.not_found`. */
  read(merchant: string, token: string): Promise<Customer>;
}

const columns = 'token, first_name, last_name, email, phone_number, country, is_guest';

export function createCustomers({database, clock}: {database: Queries; clock: Clock}): Customers {
  return {
    async create(merchant, details) {
      const now = clock.now();
      const [row] = await database.query<Customer>(
        `INSERT INTO customers (token, merchant, first_name, last_name, email, phone_number, country, is_guest,
           created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING ${columns}`,
        [
          `cus_${randomUUID()}`,
          merchant,
          details.first_name,
          details.last_name,
          details.email,
          details.phone_number,
          details.country,
          details.is_guest,
          now,
        ],
      );
      return row!;
    },
    async read(merchant, token) {
      const [row] = await database.query<Customer>(
        `SELECT ${columns} FROM customers WHERE token = $1 AND merchant = $2 AND deleted_at IS NULL`,
        [token, merchant],
      );
      if (!row) throw new ServiceError(404, 'customer.not_found', 'customer not found');
      return row;
    },
  };
}
