import * as v from 'valibot';
import {customerFields} from '../customers/routes.js';
import {record, shortText, text} from '../../platform/http/body.js';

const email = v.pipe(shortText, v.regex(/^[^\s@]+@[^\s@]+$/, 'an e-mail address'));
const password = v.pipe(shortText, v.minLength(8, 'a password of at least 8 characters'));
/** What is typed to be compared is judged by nothing but its length: it is right or it is not. */
const typed = v.pipe(shortText, v.nonEmpty('a password'));
const merchantKey = v.optional(v.pipe(text, v.nonEmpty('a public key')));
const {first_name, last_name, phone_number, country} = customerFields;
const person = {first_name, last_name, country, phone_number, phone: phone_number};

/** What a shopper registers with. `user` gives a customer an account who is there already; only the merchant's server says so. */
export const registrationBody = record({
  ...person,
  email,
  password,
  merchant_api_key: merchantKey,
  user: v.optional(v.pipe(text, v.nonEmpty('a customer token'))),
});

/** Request of wire 1.2. */
export const loginBody = record({
  type: v.optional(v.literal('password', 'password'), 'password'),
  email,
  password: typed,
  merchant_api_key: merchantKey,
});

export const refreshBody = record({
  refresh_token: v.pipe(shortText, v.nonEmpty('a refresh token')),
  merchant_api_key: merchantKey,
});

/** What an update names is changed; the e-mail address stays. */
export const profileChanges = record(person);

export const passwordChange = record({old_password: typed, new_password: password});

export const passwordReset = record({user: v.pipe(text, v.nonEmpty('a customer token')), password});

export const existsQuery = record({email, merchant_api_key: merchantKey});
