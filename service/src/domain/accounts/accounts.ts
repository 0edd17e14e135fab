import type {Clock} from '../../platform/clock/clock.js';
import type {CustomerDetails, Customers} from '../customers/customers.js';
import {ServiceError} from '../../platform/errors.js';
import type {Database, Queries} from '../../platform/storage/database.js';

/** With what a customer logs in. One customer has one account, and one e-mail address names one account of a merchant. */
export interface Account {
  readonly customer: string;
  readonly merchant: string;
  /** As it is compared: in small letters. */
  readonly email: string;
  /** The hash (`passwords.ts`). */
  readonly password: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Who gets an account: a new customer, or one the merchant's server has made already. */
export type AccountHolder = {readonly details: CustomerDetails} | {readonly customer: string};

export interface Accounts {
  /**
   * All or nothing: no customer is left behind where the address is taken.
   *
   * @throws {ServiceError} 409 `account.exists`; 404 `customer.not_found`.
   */
  create(merchant: string, holder: AccountHolder, login: {email: string; password: string}): Promise<Account>;
  byEmail(merchant: string, email: string): Promise<Account | undefined>;
  ofCustomer(merchant: string, customer: string): Promise<Account | undefined>;
  /**
   * Sets the hash of another password, or of the same one hashed anew.
   *
   * @param from The hash that is to be replaced, and none that came meanwhile; any when missing.
   * @returns whether it was replaced.
   */
  setPassword(customer: string, hash: string, from?: string): Promise<boolean>;
}

/** Two spellings of one address are one address. */
export const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase();

const exists = () =>
  new ServiceError(
    409,
    'account.exists',
    'There is an account with this e-mail address, or of this customer, already.',
  );

export function createAccounts(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'create' | 'hold'>;
}): Accounts {
  const {database, clock, customers} = deps;
  const one = async (where: string, values: readonly unknown[]) => {
    const [row] = await database.query<Account>(
      `SELECT * FROM accounts WHERE merchant = $1 AND ${where}`,
      values,
    );
    return row;
  };
  return {
    create: (merchant, holder, {email, password}) =>
      database.transaction(async (tx) => {
        const {token} =
          'customer' in holder
            ? await customers.hold(tx, merchant, holder.customer)
            : await customers.create(merchant, holder.details, tx);
        const [row] = await tx.query<Account>(
          `INSERT INTO accounts (customer, merchant, email, password, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING RETURNING *`,
          [token, merchant, emailKey(email), password, clock.now()],
        );
        if (!row) throw exists();
        return row;
      }),
    byEmail: (merchant, email) => one('email = $2', [merchant, emailKey(email)]),
    ofCustomer: (merchant, customer) => one('customer = $2', [merchant, customer]),
    async setPassword(customer, hash, from) {
      const rows = await database.query(
        `UPDATE accounts SET password = $2, updated_at = $3
         WHERE customer = $1 AND ($4::text IS NULL OR password = $4) RETURNING customer`,
        [customer, hash, clock.now(), from ?? null],
      );
      return rows.length > 0;
    },
  };
}

/** A customer is being erased: the account with them, its logins and what renews them. */
export const forgetAccountOf = (tx: Queries, customer: string) =>
  tx.query('DELETE FROM accounts WHERE customer = $1', [customer]);
