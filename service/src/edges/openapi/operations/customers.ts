import * as v from 'valibot';
import {instant, text, token, whole} from '../atoms.js';
import {guestBody} from '../../../domain/customers/guests.js';
import {customerBody, customerChanges} from '../../../domain/customers/routes.js';
import {walletItem} from '../answers-wallet.js';
import {customer, deleted, envelope, pageOf} from '../answers.js';
import {ownWalletItem} from '../answers-addresses.js';
import {pageParameters} from '../operation.js';
import type {Operation} from '../operation.js';

const one = '/user/customers/v1/:customer';
const ada = {
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
    description: 'Two customers may share an e-mail address; keep the token to find this one again.',
    access: 'secret',
    keyed: true,
    body: customerBody,
    examples: {'A shopper': ada},
    answer: {status: 200, says: 'The customer with its token.', schema: envelope(customer)},
  },
  {
    method: 'get',
    path: one,
    id: 'readCustomer',
    tag: 'Customers',
    summary: 'Read a customer',
    access: 'secret',
    answer: {status: 200, says: 'The customer.', schema: envelope(customer)},
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
    answer: {status: 200, says: 'A page of customers.', schema: envelope(pageOf(customer))},
    errors: ['request.invalid'],
  },
  {
    method: 'put',
    path: one,
    id: 'updateCustomer',
    tag: 'Customers',
    summary: 'Change a customer',
    description: 'Omitted fields stay, null empties a field.',
    access: 'secret',
    body: customerChanges,
    examples: {'A new name': {last_name: 'Lovelace'}},
    answer: {status: 200, says: 'The customer as it is now.', schema: envelope(customer)},
    errors: ['customer.not_found'],
  },
  {
    method: 'delete',
    path: one,
    id: 'removeCustomer',
    tag: 'Customers',
    summary: 'Remove a customer',
    description:
      'Erases personal data and saved cards, and cancels subscriptions and open trackers. Holds are still reversed.',
    access: 'secret',
    answer: {status: 200, says: 'The customer was removed.', schema: envelope(deleted)},
    errors: ['customer.not_found', 'customer.busy'],
  },
  {
    method: 'post',
    path: '/user/v1/guest',
    id: 'createGuest',
    tag: 'Customers',
    summary: 'Create a guest, with a session',
    description:
      '`session` opens what is this shopper’s own, `/user/wallets/v1/` and addresses, for 15 minutes: no action of a tracker, for which ' +
      'there are time-based tokens. `token` names the customer. With `origin` only pages of that origin may use the session. Open a ' +
      'tracker for the guest and what they save shows up in their wallet.',
    access: 'secret',
    keyed: true,
    body: guestBody,
    examples: {'A guest': {...ada, is_guest: undefined, origin: 'https://shop.example'}},
    answer: {
      status: 200,
      says: 'The session, and whose it is.',
      schema: envelope(
        v.object({
          session: text,
          token: token('cus'),
          expires_at: instant,
        }),
      ),
    },
    errors: ['origin_invalid'],
  },
  {
    method: 'get',
    path: '/user/wallets/v1',
    id: 'listOwnWallet',
    tag: 'Wallet',
    summary: 'List one’s own payment methods',
    description:
      'For the shopper, with the session of `POST /user/v1/guest/`. The secret key and time-based tokens open the other lists.',
    access: 'shopper',
    answer: {status: 200, says: 'The saved cards, oldest first.', schema: envelope(v.array(ownWalletItem))},
  },
  {
    method: 'get',
    path: '/user/wallets/v1/:method',
    id: 'readOwnPaymentMethod',
    tag: 'Wallet',
    summary: 'Read a payment method of one’s own',
    access: 'shopper',
    answer: {status: 200, says: 'The saved card.', schema: envelope(ownWalletItem)},
    errors: ['payment_method.not_found'],
  },
  {
    method: 'delete',
    path: '/user/wallets/v1/:method',
    id: 'removeOwnPaymentMethod',
    tag: 'Wallet',
    summary: 'Remove a payment method of one’s own',
    description: 'The sealed card number is erased with it.',
    access: 'shopper',
    answer: {status: 200, says: 'The payment method was removed.', schema: envelope(deleted)},
    errors: ['payment_method.not_found', 'payment_method.in_use'],
  },
  {
    method: 'get',
    path: `${one}/wallet`,
    id: 'listWallet',
    tag: 'Wallet',
    summary: 'List a customer’s payment methods',
    access: 'secret',
    answer: {
      status: 200,
      says: 'The saved methods, oldest first.',
      schema: envelope(v.object({count: whole, wallet: v.array(walletItem)})),
    },
    errors: ['customer.not_found'],
  },
  {
    method: 'get',
    path: `${one}/wallet/:method`,
    id: 'readPaymentMethod',
    tag: 'Wallet',
    summary: 'Read a payment method',
    access: 'secret',
    answer: {status: 200, says: 'The method.', schema: envelope(walletItem)},
    errors: ['customer.not_found', 'payment_method.not_found'],
  },
  {
    method: 'delete',
    path: `${one}/wallet/:method`,
    id: 'removePaymentMethod',
    tag: 'Wallet',
    summary: 'Remove a payment method',
    description: 'The sealed card number is erased with it.',
    access: 'secret',
    answer: {status: 200, says: 'The payment method was removed.', schema: envelope(deleted)},
    errors: ['customer.not_found', 'payment_method.not_found', 'payment_method.in_use'],
  },
];
