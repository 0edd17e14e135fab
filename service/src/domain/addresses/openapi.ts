/** The description of the routes of addresses and countries. */
import * as v from 'valibot';
import {describe, envelope, epoch, text, token} from '../../platform/openapi/answers.js';
import type {Operation} from '../../platform/openapi/operation.js';
import {addressBody, addressChanges} from './routes.js';

const addressPart = v.object({name: text});

/** Rules for the parts of an address. The names of the parts follow existing clients. */
export const countryRules = v.object({
  country: text,
  name: describe(text, 'The country’s name in English.'),
  required: describe(
    v.array(v.picklist(['StreetAddress', 'Locality', 'AdministrativeArea', 'PostCode'])),
    'The parts that an address must have.',
  ),
  StreetAddress: addressPart,
  Locality: addressPart,
  AdministrativeArea: v.optional(
    v.object({
      name: describe(text, 'The country’s word for a state.'),
      options: v.optional(
        describe(
          v.array(v.object({id: text, name: text})),
          'All states. Without this list, any text is accepted.',
        ),
      ),
    }),
  ),
  PostCode: v.optional(
    v.object({
      name: text,
      pattern: v.optional(
        describe(text, 'A regular expression for the whole postal code, if the country has a simple format.'),
      ),
    }),
  ),
});

export const address = v.object({
  token: token('addr'),
  owner: describe(v.nullable(text), 'The customer whose address it is; null if none was given.'),
  street1: text,
  street2: v.nullable(text),
  city: text,
  state: v.nullable(text),
  postal_code: v.nullable(text),
  country: text,
  created_at: epoch,
  updated_at: epoch,
});

const path = '/user/address/v2/:address';
const exampleAddress = {
  street1: '3A-2 7th South Street',
  city: 'Karachi',
  country: 'PK',
  postal_code: '75500',
  state: 'Sindh',
};
const visibleAddresses =
  'A shopper’s session opens the shopper’s own addresses, the secret key those of all shoppers of the merchant. A time-based token reads ' +
  'its customer’s addresses; one without a scope reads the addresses that have no customer.';

/** Addresses and the address rules of countries (wire 1.4). */
export const addressOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/user/address/v2',
    id: 'createAddress',
    tag: 'Addresses',
    summary: 'Create an address',
    description:
      'Street, city, country, and the other parts that the country requires (`/user/meta/v2/country`). `state` is a code or a name; ' +
      '`province` means the same. A server names the customer with `user`; a shopper’s address belongs to the shopper.',
    access: 'owner',
    takesIdempotencyKey: true,
    body: addressBody,
    examples: {'In Karachi': {...exampleAddress, user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb'}},
    answer: {status: 200, description: 'The address with its token.', schema: envelope(address)},
    errors: ['customer.not_found'],
  },
  {
    method: 'put',
    path,
    id: 'updateAddress',
    tag: 'Addresses',
    summary: 'Change an address',
    description:
      'Omitted fields keep their value; null empties a field. The resulting address must follow the country’s rules.',
    access: 'owner',
    body: addressChanges,
    examples: {'Moved house': {street1: '12 Clifton Road', postal_code: '75600'}},
    answer: {status: 200, description: 'The changed address.', schema: envelope(address)},
    errors: ['address.not_found'],
  },
  {
    method: 'get',
    path,
    id: 'readAddress',
    tag: 'Addresses',
    summary: 'Read an address',
    description: visibleAddresses,
    access: 'identified',
    answer: {status: 200, description: 'The address.', schema: envelope(address)},
    errors: ['address.not_found'],
  },
  {
    method: 'get',
    path: '/user/meta/v2/country',
    id: 'readCountry',
    tag: 'Addresses',
    summary: 'Read the address rules of a country',
    description:
      'Every country requires street and city; some require state and postal code. The format of postal codes is checked for about 80 ' +
      'countries, and states for AE, AU, BR, CA, IN, PK, US and ZA. For other countries any text is accepted.',
    access: 'public',
    query: {cc: 'Country code of two letters (ISO 3166-1), such as PK.'},
    answer: {
      status: 200,
      description: 'The rules that addresses must follow.',
      schema: envelope(countryRules, {api_version: text}),
    },
    errors: ['request.invalid', 'country.unknown'],
  },
];
