/** The description of the routes of saved payment methods. */
import * as v from 'valibot';
import {address} from '../addresses/openapi.js';
import {deleted, describe, envelope, instant, integer, text, token} from '../../platform/openapi/answers.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {methodChanges} from './routes.js';

const paymentMethodToken = token('pm');

const givenConsent = v.object({text, language: text, given_at: instant});

/** What the shopper agreed to when the card was saved; null where nothing was sent. */
export const consent = v.nullable(givenConsent);

/** A saved payment method, as the wallet routes of the merchant's server show it. */
export const walletItem = v.object({
  token: paymentMethodToken,
  kind: text,
  max_usage: describe(v.nullable(integer), 'How often it may be used: 1 for guests, null for no limit.'),
  usage_count: integer,
  usage_interval: v.nullable(text),
  is_deleted: v.boolean(),
  is_default: v.boolean(),
  consent,
  consents: describe(
    v.array(givenConsent),
    'All consents that were given for this card, from the oldest; a later one replaces none.',
  ),
  expires_at: v.object({seconds: integer}),
  cybersource: v.object({
    token: v.nullable(text),
    customer_payment_method: paymentMethodToken,
    scheme: text,
    bin: text,
    last_four: text,
    expiry_month: text,
    expiry_year: text,
  }),
});

/** A saved card as its shopper sees it. */
export const ownWalletItem = v.object({
  token: token('pm'),
  user: token('cus'),
  payment_method_token: token('pm'),
  deduplication_key: describe(
    text,
    'Equal for the same card of the same merchant. Nothing else can be learned from it.',
  ),
  intent: text,
  last_4: text,
  instrument_type: describe(text, 'The scheme, such as Visa.'),
  expiry_month: text,
  expiry_year: text,
  max_usage: describe(v.nullable(integer), 'How often it may be used: 1 for guests, null for no limit.'),
  usage_count: integer,
  address: describe(v.nullable(address), 'The shopper’s latest address.'),
  created_at: instant,
});

const path = '/user/customers/v1/:customer/wallet';

/** Shoppers' wallets, for shoppers and for merchants' servers (wire 1.4). */
export const walletOperations: readonly Operation[] = [
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
    path,
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
    path: `${path}/:method`,
    id: 'readPaymentMethod',
    tag: 'Wallet',
    summary: 'Read a payment method',
    access: 'secret',
    answer: {status: 200, description: 'The method.', schema: envelope(walletItem)},
    errors: ['customer.not_found', 'payment_method.not_found'],
  },
  {
    method: 'put',
    path: `${path}/:method`,
    id: 'changePaymentMethod',
    tag: 'Wallet',
    summary: 'Make a payment method the default',
    description:
      'A customer has at most one default, which comes first in every list; a first card is it. With `false`, or when the card is removed, the customer has none.',
    access: 'secret',
    body: methodChanges,
    examples: {'The default': {is_default: true}},
    answer: {status: 200, description: 'The method.', schema: envelope(walletItem)},
    errors: ['customer.not_found', 'payment_method.not_found'],
  },
  {
    method: 'delete',
    path: `${path}/:method`,
    id: 'removePaymentMethod',
    tag: 'Wallet',
    summary: 'Remove a payment method',
    description: 'Also erases the sealed card number.',
    access: 'secret',
    answer: {status: 200, description: 'The payment method was removed.', schema: envelope(deleted)},
    errors: ['customer.not_found', 'payment_method.not_found', 'payment_method.in_use'],
  },
];
