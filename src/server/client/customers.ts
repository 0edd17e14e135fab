import {CardVaultError} from '../../protocol/index.js';
import {pathOf, queryOf, readPageOrWhole, type ResultPage, type PageOptions} from './paging.js';
import {customerAt, readCustomer, type Customer} from './readers.js';
import type {Repeatable} from './repeatable.js';
import type {Call} from './transport.js';

/** A customer to be created (spec 2.1). The e-mail address is not unique; keep the returned token. */
export interface NewCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** International format with a leading plus. */
  readonly phoneNumber: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** A guest's payment methods can be used once (spec 1.5). */
  readonly isGuest?: boolean;
}

/** Fields that are left out stay as they are. */
export type CustomerChanges = Partial<NewCustomer>;

export interface Customers {
  /**
   * @throws CardVaultError `request-refused` with the field `lastName`, where the service takes no family name of one
   *   character, as the recorded one does (wire 1.3).
   */
  create(customer: NewCustomer, options?: Repeatable): Promise<Customer>;
  read(token: string): Promise<Customer>;
  /** @throws CardVaultError as `create` does */
  update(token: string, changes: CustomerChanges): Promise<Customer>;
  /** Newest first. */
  list(page?: PageOptions): Promise<ResultPage<Customer>>;
  /** Removes the customer with all saved cards. */
  remove(token: string): Promise<void>;
}

const wireOf = (customer: CustomerChanges) => ({
  first_name: customer.firstName,
  last_name: customer.lastName,
  email: customer.email,
  phone_number: customer.phoneNumber,
  country: customer.country,
  is_guest: customer.isGuest,
});

export function createCustomers(call: Call): Customers {
  const all = '/user/customers/v1/';
  return {
    create: async (customer, options = {}) => {
      const body = wireOf({isGuest: false, ...customer});
      const doing = 'creating a customer';
      return readCustomer(
        await sayWhichName(customer, call({method: 'POST', path: all, doing, body, ...options})),
      );
    },
    read: async (token) => {
      const [path, doing] = [pathOf(all, {customer: token}), 'reading a customer'];
      return readCustomer(await call({method: 'GET', path, doing}));
    },
    update: async (token, changes) => {
      const [path, doing] = [pathOf(all, {customer: token}), 'changing a customer'];
      const body = wireOf(changes);
      return readCustomer(await sayWhichName(changes, call({method: 'PUT', path, doing, body})));
    },
    list: async (page = {}) => {
      const path = `${all}${queryOf({...page})}`;
      // How the recorded service answers this list is not known.
      return readPageOrWhole(await call({method: 'GET', path, doing: 'listing customers'}), customerAt);
    },
    remove: async (token) => {
      await call({method: 'DELETE', path: pathOf(all, {customer: token}), doing: 'removing a customer'});
    },
  };
}

/** The recorded service answers a family name of one character (`김`, `U`) with a text alone. */
async function sayWhichName<T>({lastName}: CustomerChanges, sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (cause) {
    const isName =
      cause instanceof CardVaultError && cause.status === 400 && cause.message.includes('last_name');
    if (!isName || [...(lastName ?? '').trim()].length !== 1) throw cause;
    throw new CardVaultError(
      'request-refused',
      'card-vault/server: this service takes no family name of one character. Ask the shopper how the name is written ' +
        'in two letters or more, such as in Latin letters, and send that as lastName.',
      {field: 'lastName', status: 400, cause},
    );
  }
}
