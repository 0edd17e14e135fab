import * as v from 'valibot';
import {countryRules} from '../answers-addresses.js';
import {envelope} from '../answers.js';
import type {Operation} from '../operation.js';

/** Addresses and what countries want of them (wire 1.4). */
export const addressOperations: readonly Operation[] = [
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
      schema: envelope(countryRules, {api_version: v.string()}),
    },
    errors: ['request.invalid', 'country.unknown'],
  },
];
