/** Customers of a merchant. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import {invalidRequest, misfit} from '../../platform/errors.js';
import {containsCardNumber, isNoCardAsPhone} from '../../platform/http/free-text.js';
import {pageSql, type Page} from '../../platform/http/paging.js';
import type {Database, Migration, Queries, Writes} from '../../platform/storage/database.js';
import {customerNotFound, removeCustomer, type ForgetCustomer} from './remove.js';

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

/** A shopper's details (spec 2.1). E-mail addresses are not unique. */
export interface CustomerDetails {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly country: string | null;
  readonly is_guest: boolean;
}

/** A customer in an API response (wire 1.4). */
export interface Customer extends CustomerDetails {
  readonly token: string;
}

export interface Customers {
  /**
   * Creates a customer; the row is written when the transaction commits.
   *
   * @throws {ServiceError} 400 `request.invalid` for a card number in a name or an address.
   */
  create(tx: Writes, merchant: string, details: CustomerDetails): Customer;
  /** @throws {ServiceError} 404 `customer.not_found`. */
  read(merchant: string, token: string): Promise<Customer>;
  /** Reads a customer; undefined if there is none or it was removed. */
  find(merchant: string, token: string): Promise<Customer | undefined>;
  /**
   * Reads a customer and locks the row against removal until the transaction ends.
   *
   * @throws {ServiceError} 404 `customer.not_found`.
   */
  lock(tx: Queries, merchant: string, token: string): Promise<Customer>;
  /**
   * Changes the given fields.
   *
   * @throws {ServiceError} 400 `request.invalid` for a card number in a name or an address; 404 `customer.not_found`.
   */
  update(merchant: string, token: string, changes: Partial<CustomerDetails>): Promise<Customer>;
  /**
   * Removes the customer: personal data and saved cards are erased, subscriptions end, and open trackers with
   * no authorized payment are cancelled.
   *
   * @throws {ServiceError} 404 `customer.not_found`; 409 `customer.busy` while one of the customer's payments
   *   is in progress.
   */
  remove(merchant: string, token: string): Promise<void>;
  /** Lists the merchant's customers, except removed ones. With `email`, only those that have this address. */
  list(
    merchant: string,
    page: Page,
    filter?: {readonly email?: string | undefined},
  ): Promise<{readonly total: number; readonly list: readonly Customer[]}>;
}

const changeableColumns = [
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'country',
  'is_guest',
] as const;
const shownColumns = 'token, first_name, last_name, email, phone_number, country, is_guest';

/** Updates only the given fields, in one statement, so that concurrent updates of other fields are kept. */
async function updateRow(
  {database, clock}: {database: Queries; clock: Clock},
  {merchant, token, changes}: {merchant: string; token: string; changes: Partial<CustomerDetails>},
): Promise<Customer | undefined> {
  const changed = changeableColumns.filter((column) => changes[column] !== undefined);
  const assignments = changed.map((column, index) => `, ${column} = $${index + 4}`).join('');
  const [row] = await database.query<Customer>(
    `UPDATE customers SET updated_at = $3${assignments} WHERE token = $1 AND merchant = $2 AND deleted_at IS NULL
     RETURNING ${shownColumns}`,
    [token, merchant, clock.now(), ...changed.map((column) => changes[column])],
  );
  return row;
}

/**
 * Every way in ends here, the API, the hosted pages and what is yet to come, so that none can forget it (V12).
 *
 * @throws {ServiceError} 400 `request.invalid`.
 */
function refuseCardNumbers(details: Partial<CustomerDetails>): void {
  const hasCardNumber = (name: (typeof changeableColumns)[number]) => {
    const value = details[name];
    if (typeof value !== 'string') return false;
    return name === 'phone_number' ? !isNoCardAsPhone(value) : containsCardNumber(value);
  };
  const names = changeableColumns.filter(hasCardNumber);
  if (names.length === 0) return;
  const expected = 'a string without a card number';
  throw invalidRequest(names.map((name) => misfit(`/${name}`, expected)));
}

function insertRow(tx: Writes, clock: Clock, merchant: string, details: CustomerDetails): Customer {
  const {first_name, last_name, email, phone_number, country, is_guest} = details;
  const token = `cus_${randomUUID()}`;
  tx.atEnd(
    `INSERT INTO customers (token, merchant, first_name, last_name, email, phone_number, country, is_guest,
       created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [token, merchant, first_name, last_name, email, phone_number, country, is_guest, clock.now()],
  );
  return {token, first_name, last_name, email, phone_number, country, is_guest};
}

/**
 * SQL query that selects a customer's token and merchant, and locks the row against removal until the
 * transaction ends: the lock of `lockCustomer` as part of another statement. The arguments are SQL
 * expressions, such as `$1`.
 */
export const lockCustomerSql = ({token, merchant}: {readonly token: string; readonly merchant: string}) =>
  `SELECT token, merchant FROM customers
   WHERE token = ${token} AND merchant = ${merchant} AND deleted_at IS NULL FOR SHARE`;

/**
 * Reads a customer and locks the row against removal until the transaction ends.
 *
 * @throws {ServiceError} 404 `customer.not_found`.
 */
export async function lockCustomer(tx: Queries, merchant: string, token: string): Promise<Customer> {
  const [row] = await tx.query<Customer>(
    `SELECT ${shownColumns} FROM customers WHERE token = $1 AND merchant = $2 AND deleted_at IS NULL FOR SHARE`,
    [token, merchant],
  );
  if (!row) throw customerNotFound();
  return row;
}

/** @param deps.forget - Other modules' hooks that erase a customer's data, in the order in which they run. */
export function createCustomers(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly forget: readonly ForgetCustomer[];
}): Customers {
  const {database, clock} = deps;
  const find = async (merchant: string, token: string) => {
    const rows = await database.query<Customer>(
      `SELECT ${shownColumns} FROM customers WHERE token = $1 AND merchant = $2 AND deleted_at IS NULL`,
      [token, merchant],
    );
    return rows[0];
  };
  return {
    create(tx, merchant, details) {
      refuseCardNumbers(details);
      return insertRow(tx, clock, merchant, details);
    },
    find,
    async read(merchant, token) {
      const row = await find(merchant, token);
      if (!row) throw customerNotFound();
      return row;
    },
    lock: lockCustomer,
    async update(merchant, token, changes) {
      refuseCardNumbers(changes);
      const row = await updateRow({database, clock}, {merchant, token, changes});
      if (!row) throw customerNotFound();
      return row;
    },
    remove: (merchant, token) => database.transaction((tx) => removeCustomer(deps, tx, {merchant, token})),
    async list(merchant, page, {email} = {}) {
      const fromWhere = `FROM customers WHERE merchant = $1 AND deleted_at IS NULL
        AND ($2::text IS NULL OR lower(email COLLATE "C") = lower($2::text COLLATE "C"))`;
      const values = [merchant, email ?? null];
      const [counted] = await database.query<{total: number}>(
        `SELECT count(*)::int AS total ${fromWhere}`,
        values,
      );
      const list = await database.query<Customer>(
        `SELECT ${shownColumns} ${fromWhere} ${pageSql(page)}`,
        values,
      );
      return {total: counted!.total, list};
    },
  };
}
