/** Stores the addresses of customers. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Customers} from '../customers/customers.js';
import type {ForgetCustomer} from '../customers/remove.js';
import {ServiceError} from '../../platform/errors.js';
import type {Database, Migration, Queries} from '../../platform/storage/database.js';
import {wireInstant} from '../../platform/http/instant.js';
import {refuseInvalidAddress, type AddressDetails} from './country-rules.js';

export const addressMigrations: readonly Migration[] = [
  {
    name: '0160_addresses',
    sql: `
CREATE TABLE addresses (
  token text PRIMARY KEY,
  merchant text NOT NULL,
  owner text REFERENCES customers (token),
  street1 text NOT NULL,
  street2 text,
  city text NOT NULL,
  state text,
  postal_code text,
  country text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX addresses_owner ON addresses (owner, created_at);
`,
  },
];

/** A stored address. It satisfies the rules of its country. */
export interface Address extends AddressDetails {
  readonly token: string;
  /** Token of the customer; null for an address without a customer. */
  readonly owner: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Whose addresses a caller has access to. */
export interface AddressOwner {
  readonly merchant: string;
  /** A customer's token. Null means addresses without a customer; undefined means all addresses. */
  readonly customer?: string | null;
}

export interface Addresses {
  /**
   * Stores an address. Without a customer in `owner`, the address has none.
   *
   * @throws {ServiceError} 404 `customer.not_found`; 400 `request.invalid` if it breaks its country's rules.
   */
  create(tx: Queries, owner: AddressOwner, details: AddressDetails): Promise<Address>;
  /** @throws {ServiceError} 404 `address.not_found`, also for an address of another owner. */
  read(owner: AddressOwner, token: string): Promise<Address>;
  /**
   * Changes the given fields.
   *
   * @throws {ServiceError} 404 `address.not_found`; 400 `request.invalid` if the result breaks its country's
   *   rules.
   */
  update(owner: AddressOwner, token: string, changes: Partial<AddressDetails>): Promise<Address>;
  /** The customer's latest address. */
  latestOf(merchant: string, customer: string): Promise<Address | undefined>;
}

const fields = ['street1', 'street2', 'city', 'state', 'postal_code', 'country'] as const;
const columns = `token, owner, ${fields.join(', ')}, created_at, updated_at`;

const addressNotFound = () => new ServiceError(404, 'address.not_found', 'address not found');

/** The address to store, with its country code in capitals. @throws {ServiceError} 400 `request.invalid`. */
function readValidAddress(details: AddressDetails): AddressDetails {
  const address = {...details, country: details.country?.toUpperCase() ?? null};
  refuseInvalidAddress(address);
  return address;
}

async function findAddress(
  queries: Queries,
  owner: AddressOwner,
  token: string,
  lock = '',
): Promise<Address> {
  const {merchant, customer} = owner;
  const [row] = await queries.query<Address>(
    // $3 is true if the caller may read every owner's addresses.
    `SELECT ${columns} FROM addresses
     WHERE token = $1 AND merchant = $2 AND ($3 OR owner IS NOT DISTINCT FROM $4::text) ${lock}`,
    [token, merchant, customer === undefined, customer ?? null],
  );
  if (!row) throw addressNotFound();
  return row;
}

export function createAddresses(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'lock'>;
}): Addresses {
  const {database, clock, customers} = deps;
  return {
    async create(tx, {merchant, customer}, details) {
      const address = readValidAddress(details);
      // The lock makes a concurrent removal of the customer wait, so that it also removes this address.
      if (typeof customer === 'string') await customers.lock(tx, merchant, customer);
      const [row] = await tx.query<Address>(
        `INSERT INTO addresses (token, merchant, owner, ${fields.join(', ')}, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING ${columns}`,
        [
          `addr_${randomUUID()}`,
          merchant,
          customer ?? null,
          ...fields.map((field) => address[field]),
          clock.now(),
        ],
      );
      return row!;
    },
    read: (owner, token) => findAddress(database, owner, token),
    update: (owner, token, changes) =>
      database.transaction(async (tx) => {
        const stored = await findAddress(tx, owner, token, 'FOR UPDATE');
        const address = readValidAddress({...stored, ...changes});
        const assignments = fields.map((field, index) => `${field} = $${index + 3}`).join(', ');
        const [row] = await tx.query<Address>(
          `UPDATE addresses SET updated_at = $2, ${assignments} WHERE token = $1 RETURNING ${columns}`,
          [token, clock.now(), ...fields.map((field) => address[field])],
        );
        return row!;
      }),
    async latestOf(merchant, customer) {
      const [row] = await database.query<Address>(
        `SELECT ${columns} FROM addresses WHERE merchant = $1 AND owner = $2
         ORDER BY created_at DESC, token DESC LIMIT 1`,
        [merchant, customer],
      );
      return row;
    },
  };
}

/** Erases the addresses of a customer who is being removed. */
export const forgetAddresses: ForgetCustomer = async (tx, {token}) => {
  await tx.query('DELETE FROM addresses WHERE owner = $1', [token]);
  return 'forgotten';
};

/** The JSON of an address (wire 1.4). */
export function addressJson(address: Address) {
  const {created_at, updated_at, ...publicFields} = address;
  return {...publicFields, created_at: wireInstant(created_at), updated_at: wireInstant(updated_at)};
}
