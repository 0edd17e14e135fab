import {text} from '../atoms.js';
import {addressBody, addressChanges} from '../../../domain/addresses/routes.js';
import {address, countryRules} from '../answers-addresses.js';
import {envelope} from '../answers.js';
import type {Operation} from '../operation.js';

const one = '/user/address/v2/:address';
const home = {
  street1: '3A-2 7th South Street',
  city: 'Karachi',
  country: 'PK',
  postal_code: '75500',
  state: 'Sindh',
};
const whose =
  'A shopper with a session has their own addresses, the merchant’s server all of its shoppers’. A time-based token reads those of its ' +
  'customer; one without a scope those that have no customer.';

/** Addresses and what countries want of them (wire 1.4). */
export const addressOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/user/address/v2',
    id: 'createAddress',
    tag: 'Addresses',
    summary: 'Keep an address',
    description:
      'Street, city and country, and what the country needs (`/user/meta/v2/country`). `state` by code or name; `province` is taken ' +
      'for it. A server says with `user` whose it is; a shopper’s is the shopper’s.',
    access: 'owner',
    keyed: true,
    body: addressBody,
    examples: {'In Karachi': {...home, user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb'}},
    answer: {status: 200, says: 'The address with its token.', schema: envelope(address)},
    errors: ['customer.not_found'],
  },
  {
    method: 'put',
    path: one,
    id: 'updateAddress',
    tag: 'Addresses',
    summary: 'Change an address',
    description:
      'What is named is changed, null empties a field, the rest stays; all of it must fit the country afterwards.',
    access: 'owner',
    body: addressChanges,
    examples: {'Moved house': {street1: '12 Clifton Road', postal_code: '75600'}},
    answer: {status: 200, says: 'The address as it is now.', schema: envelope(address)},
    errors: ['address.not_found'],
  },
  {
    method: 'get',
    path: one,
    id: 'readAddress',
    tag: 'Addresses',
    summary: 'Read an address',
    description: whose,
    access: 'anyone',
    answer: {status: 200, says: 'The address.', schema: envelope(address)},
    errors: ['address.not_found'],
  },
  {
    method: 'get',
    path: '/user/meta/v2/country',
    id: 'readCountry',
    tag: 'Addresses',
    summary: 'What a country wants of an address',
    description:
      'Street and city everywhere, state and postal code where letters need them. The form of postal codes is known of 80-odd ' +
      'countries; lists of states of AE, AU, BR, CA, IN, PK, US and ZA. Elsewhere any text will do.',
    access: 'anybody',
    query: {cc: 'The country, two letters (ISO 3166-1), such as PK.'},
    answer: {
      status: 200,
      says: 'The rules that addresses are held against.',
      schema: envelope(countryRules, {api_version: text}),
    },
    errors: ['request.invalid', 'country.unknown'],
  },
];
