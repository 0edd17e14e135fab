import * as v from 'valibot';
import {instant, text, token, integer} from '../atoms.js';
import {guestBody} from '../../../domain/customers/guests.js';
import {customerBody, customerChanges} from '../../../domain/customers/routes.js';
import {methodChanges} from '../../../domain/payment-methods/routes.js';
import {walletItem} from '../answers-wallet.js';
import {customer, deleted, envelope, pageOf} from '../answers.js';
import {ownWalletItem} from '../answers-addresses.js';
import {pageParameters} from '../operation.js';
import type {Operation} from '../operation.js';

const path = '/user/customers/v1/:customer';
const exampleCustomer = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone_number: '+923001234567',
  country: 'PK',
  is_guest: false,
};

/** Customers and their wallets (spec 2.1, 4.1; wire 1.4). */
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
  {
    method: 'get',
    path: '/user/wallets/v1',
    id: 'listOwnWallet',
    tag: 'Wallet',
    summary: 'List the shopper’s payment methods',
    description:
      'Needs the session of `POST /user/v1/guest/`. The secret key opens the wallet of any customer at `/user/customers/v1/:customer/wallet`.',
    access: 'shopper',
    answer: {
      status: 200,
      description: 'The saved cards, oldest first.',
      schema: envelope(v.array(ownWalletItem)),
    },
  },
  {
    method: 'get',
    path: '/user/wallets/v1/:method',
    id: 'readOwnPaymentMethod',
    tag: 'Wallet',
    summary: 'Read one of the shopper’s payment methods',
    access: 'shopper',
    answer: {status: 200, description: 'The saved card.', schema: envelope(ownWalletItem)},
    errors: ['payment_method.not_found'],
  },
  {
    method: 'delete',
    path: '/user/wallets/v1/:method',
    id: 'removeOwnPaymentMethod',
    tag: 'Wallet',
    summary: 'Remove one of the shopper’s payment methods',
    description: 'Also erases the sealed card number.',
    access: 'shopper',
    answer: {status: 200, description: 'The payment method was removed.', schema: envelope(deleted)},
    errors: ['payment_method.not_found', 'payment_method.in_use'],
  },
  {
    method: 'get',
    path: `${path}/wallet`,
    id: 'listWallet',
    tag: 'Wallet',
    summary: 'List a customer’s payment methods',
    access: 'secret',
    answer: {
      status: 200,
      description: 'The saved methods: the default first, then the oldest.',
      schema: envelope(v.object({count: integer, wallet: v.array(walletItem)})),
    },
    errors: ['customer.not_found'],
  },
  {
    method: 'get',
    path: `${path}/wallet/:method`,
    id: 'readPaymentMethod',
    tag: 'Wallet',
    summary: 'Read a payment method',
    access: 'secret',
    answer: {status: 200, description: 'The method.', schema: envelope(walletItem)},
    errors: ['customer.not_found', 'payment_method.not_found'],
  },
  {
    method: 'put',
    path: `${path}/wallet/:method`,
    id: 'changePaymentMethod',
    tag: 'Wallet',
    summary: 'Make a payment method the default',
    description:
      'A customer has at most one default, which comes first in every list. With `false`, or when the card is removed, the customer has none.',
    access: 'secret',
    body: methodChanges,
    examples: {'The default': {is_default: true}},
    answer: {status: 200, description: 'The method.', schema: envelope(walletItem)},
    errors: ['customer.not_found', 'payment_method.not_found'],
  },
  {
    method: 'delete',
    path: `${path}/wallet/:method`,
    id: 'removePaymentMethod',
    tag: 'Wallet',
    summary: 'Remove a payment method',
    description: 'Also erases the sealed card number.',
    access: 'secret',
    answer: {status: 200, description: 'The payment method was removed.', schema: envelope(deleted)},
    errors: ['customer.not_found', 'payment_method.not_found', 'payment_method.in_use'],
  },
];
