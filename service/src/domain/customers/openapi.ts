/** The description of the customers' routes. */
import * as v from 'valibot';
import {deleted, describe, envelope, instant, pageOf, text, token} from '../../platform/openapi/answers.js';
import {pageParameters, type Operation} from '../../platform/openapi/operation.js';
import {guestBody} from './guests.js';
import {customerBody, customerChanges} from './routes.js';

export const customer = v.object({
  token: token('cus'),
  first_name: v.nullable(text),
  last_name: v.nullable(text),
  email: describe(v.nullable(text), 'Not unique.'),
  phone_number: v.nullable(text),
  country: v.nullable(text),
  is_guest: describe(v.boolean(), 'A guest’s payment methods are for single use.'),
});

const path = '/user/customers/v1/:customer';
const exampleCustomer = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone_number: '+923001234567',
  country: 'PK',
  is_guest: false,
};

/** Customers (spec 2.1, 4.1; wire 1.4). */
export const customerOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/user/customers/v1',
    id: 'createCustomer',
    tag: 'Customers',
    summary: 'Create a customer',
    description: 'Several customers may have the same e-mail address, so store the token.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: customerBody,
    examples: {'A shopper': exampleCustomer},
    answer: {status: 200, description: 'The customer with its token.', schema: envelope(customer)},
  },
  {
    method: 'get',
    path,
    id: 'readCustomer',
    tag: 'Customers',
    summary: 'Read a customer',
    access: 'secret',
    answer: {status: 200, description: 'The customer.', schema: envelope(customer)},
    errors: ['customer.not_found'],
  },
  {
    method: 'get',
    path: '/user/customers/v1',
    id: 'listCustomers',
    tag: 'Customers',
    summary: 'List customers',
    access: 'secret',
    query: {...pageParameters, email: 'Customers with this address, in any case of letters.'},
    answer: {status: 200, description: 'A page of customers.', schema: envelope(pageOf(customer))},
    errors: ['request.invalid'],
  },
  {
    method: 'put',
    path,
    id: 'updateCustomer',
    tag: 'Customers',
    summary: 'Change a customer',
    description: 'Omitted fields keep their value; null empties a field.',
    access: 'secret',
    body: customerChanges,
    examples: {'A new name': {last_name: 'Lovelace'}},
    answer: {status: 200, description: 'The changed customer.', schema: envelope(customer)},
    errors: ['customer.not_found'],
  },
  {
    method: 'delete',
    path,
    id: 'removeCustomer',
    tag: 'Customers',
    summary: 'Remove a customer',
    description:
      'Erases personal data and saved cards, and cancels subscriptions and open trackers. Held amounts are still reversed.',
    access: 'secret',
    answer: {status: 200, description: 'The customer was removed.', schema: envelope(deleted)},
    errors: ['customer.not_found', 'customer.busy'],
  },
  {
    method: 'post',
    path: '/user/v1/guest',
    id: 'createGuest',
    tag: 'Customers',
    summary: 'Create a guest, with a session',
    description:
      '`session` opens the shopper’s own cards (`/user/wallets/v1/`) and addresses for 15 minutes. Tracker actions need a time-based token. ' +
      '`token` is the customer. With `origin`, only pages of that origin may use the session. Cards that the guest saves in a tracker ' +
      'appear in the guest’s wallet.',
    access: 'secret',
    takesIdempotencyKey: true,
    body: guestBody,
    examples: {'A guest': {...exampleCustomer, is_guest: undefined, origin: 'https://shop.example'}},
    answer: {
      status: 200,
      description: 'The session and its customer.',
      schema: envelope(v.object({session: text, token: token('cus'), expires_at: instant})),
    },
    errors: ['origin_invalid'],
  },
];
