import * as v from 'valibot';
import {
  loginBody,
  passwordChange,
  passwordReset,
  profileChanges,
  refreshBody,
  registrationBody,
} from '../../../domain/accounts/bodies.js';
import {existence, openedLogin, passwordChanged, profile} from '../answers-accounts.js';
import {envelope} from '../answers.js';
import type {ErrorCode} from '../error-codes.js';
import type {Operation} from '../operation.js';

const publicKey = 'sec_00000000-0000-4000-8000-00000000c4d1';
const email = 'ada@example.com';
const password = 'correct horse battery staple';

/** Of somebody who has no credentials yet. */
const ofVisitors: readonly ErrorCode[] = [
  'error.unauthorized_access',
  'origin_not_allowed',
  'merchant.unnamed',
  'account.too_many_tries',
];

/** Shoppers' accounts (wire 1.2). */
export const accountOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/user/v2',
    id: 'registerAccount',
    tag: 'Accounts',
    summary: 'Register',
    description:
      'Makes a customer with an account. Never joins a customer who is there already, whatever the e-mail address: only the ' +
      'merchant’s server, with the secret key, gives one an account, by `user`. A password has 8 to 256 characters.',
    access: 'anybody',
    keyed: true,
    body: registrationBody,
    examples: {
      'A shopper': {
        ...{first_name: 'Ada', last_name: 'Byron', email, phone: '+923001234567'},
        ...{password, merchant_api_key: publicKey},
      },
      'A customer who is there already (secret key)': {
        ...{user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb', email, password},
      },
    },
    answer: {status: 200, says: 'The account.', schema: envelope(profile)},
    errors: [...ofVisitors, 'merchant_authentication_required', 'account.exists', 'customer.not_found'],
  },
  {
    method: 'get',
    path: '/user/v2/exists',
    id: 'accountExists',
    tag: 'Accounts',
    summary: 'Is there an account',
    description:
      'What registering would tell as well: whether an e-mail address has an account. Counted by network address.',
    access: 'anybody',
    query: {email: 'The e-mail address.', merchant_api_key: 'The merchant’s public key.'},
    answer: {status: 200, says: 'Whether there is one.', schema: envelope(existence)},
    errors: [...ofVisitors, 'request.invalid'],
  },
  {
    method: 'post',
    path: '/auth/v2/user/login',
    id: 'logIn',
    tag: 'Accounts',
    summary: 'Log in',
    description:
      'A session of 15 minutes, and a refresh token for the next one; after 30 days the password is asked for again. From a page it ' +
      'is good for pages of that origin alone. Ten tries in a row at one e-mail address, then 15 minutes of waiting, whether or not ' +
      'there is an account.',
    access: 'anybody',
    body: loginBody,
    examples: {'With a password': {type: 'password', email, password, merchant_api_key: publicKey}},
    answer: {status: 200, says: 'The session, and what renews it.', schema: envelope(openedLogin)},
    errors: ofVisitors,
  },
  {
    method: 'post',
    path: '/auth/v2/user/refresh',
    id: 'refreshLogin',
    tag: 'Accounts',
    summary: 'Renew a session',
    description:
      'Each refresh token is good once. The same one a second time ends the login and all its sessions: somebody has a copy.',
    access: 'anybody',
    body: refreshBody,
    examples: {'The last one that was given': {refresh_token: 'rt_…'}},
    answer: {status: 200, says: 'A new session and the next refresh token.', schema: envelope(openedLogin)},
    errors: [...ofVisitors.filter((code) => code !== 'merchant.unnamed'), 'token_origin_mismatch'],
  },
  {
    method: 'post',
    path: '/auth/v2/user/logout',
    id: 'logOut',
    tag: 'Accounts',
    summary: 'Log out',
    description:
      'Ends the session, all others of the same login, and what renews it. A guest’s session ends too.',
    access: 'shopper',
    answer: {status: 200, says: 'It is over.', schema: envelope(v.object({logged_out: v.literal(true)}))},
  },
  {
    method: 'get',
    path: '/user/v2',
    id: 'readProfile',
    tag: 'Accounts',
    summary: 'One’s own account',
    access: 'shopper',
    answer: {status: 200, says: 'The account.', schema: envelope(profile)},
    errors: ['account.not_found'],
  },
  {
    method: 'put',
    path: '/user/v2',
    id: 'updateProfile',
    tag: 'Accounts',
    summary: 'Change one’s own account',
    description: 'What is named is changed; the e-mail address stays.',
    access: 'shopper',
    body: profileChanges,
    examples: {'A new name': {last_name: 'Lovelace'}},
    answer: {status: 200, says: 'The account as it is now.', schema: envelope(profile)},
    errors: ['account.not_found'],
  },
  {
    method: 'post',
    path: '/user/v2/change-password',
    id: 'changePassword',
    tag: 'Accounts',
    summary: 'Change one’s own password',
    description: 'All other logins end.',
    access: 'shopper',
    keyed: true,
    body: passwordChange,
    examples: {'A new one': {old_password: password, new_password: 'a better one by far'}},
    answer: {status: 200, says: 'It is changed.', schema: envelope(passwordChanged)},
    errors: ['account.not_found', 'account.password_wrong', 'account.too_many_tries'],
  },
  {
    method: 'post',
    path: '/user/v2/password-reset',
    id: 'resetPassword',
    tag: 'Accounts',
    summary: 'Give a shopper another password',
    description:
      'For one who has forgotten it: this service sends no letters, so the shop finds out who is asking, and says so with its secret ' +
      'key. All logins end.',
    access: 'secret',
    keyed: true,
    body: passwordReset,
    examples: {'A new one': {user: 'cus_1b4e28ba-2fa1-41d2-883f-b9a761bde3fb', password}},
    answer: {status: 200, says: 'It is changed.', schema: envelope(passwordChanged)},
    errors: ['account.not_found'],
  },
];
