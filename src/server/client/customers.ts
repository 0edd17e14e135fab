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
  create(customer: NewCustomer, options?: Repeatable): Promise<Customer>;
  read(token: string): Promise<Customer>;
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
      return readCustomer(
        await call({method: 'POST', path: all, doing: 'creating a customer', body, ...options}),
      );
    },
    read: async (token) => {
      const [path, doing] = [pathOf(all, {customer: token}), 'reading a customer'];
      return readCustomer(await call({method: 'GET', path, doing}));
    },
    update: async (token, changes) => {
      const [path, doing] = [pathOf(all, {customer: token}), 'changing a customer'];
      return readCustomer(await call({method: 'PUT', path, doing, body: wireOf(changes)}));
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
