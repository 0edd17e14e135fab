import {addressOperations} from '../../domain/addresses/openapi.js';
import {customerOperations} from '../../domain/customers/openapi.js';
import {
  brandingOperations,
  newMerchantOperations,
  secretKeyOperations,
} from '../../domain/merchants/openapi.js';
import {walletOperations} from '../../domain/payment-methods/openapi.js';
import {planOperations} from '../../domain/plans/openapi.js';
import {subscriptionOperations} from '../../domain/subscriptions/openapi.js';
import {reporterOperations} from '../../domain/trackers/openapi/reporter.js';
import {trackerOperations} from '../../domain/trackers/openapi/trackers.js';
import {transactionOperations} from '../../domain/transactions/openapi.js';
import type {ErrorCode} from '../../platform/openapi/error-codes.js';
import type {Access, Operation} from '../../platform/openapi/operation.js';
import {faultOperations} from '../faults/openapi.js';
import {originOperations, tokenOperations} from '../passport/openapi.js';
import {bankOperations, clockOperations, testerOperations} from '../sandbox/openapi.js';
import {webhookOperations} from '../webhooks/openapi.js';
import {serviceOperations} from './service-operations.js';

/** Routes that exist only in a development run. */
const sandboxOperations: readonly Operation[] = [
  ...clockOperations,
  ...newMerchantOperations,
  ...bankOperations,
  ...faultOperations,
  ...testerOperations,
];

/** All routes of the API, in the order of the reference pages. Production has no sandbox routes. */
export function operationsOf({sandbox}: {readonly sandbox: boolean}): readonly Operation[] {
  return [
    ...customerOperations,
    ...walletOperations,
    ...trackerOperations,
    ...reporterOperations,
    ...addressOperations,
    ...planOperations,
    ...subscriptionOperations,
    ...transactionOperations,
    ...webhookOperations,
    ...tokenOperations,
    ...secretKeyOperations,
    ...serviceOperations,
    ...originOperations,
    ...brandingOperations,
    ...(sandbox ? sandboxOperations : []),
  ];
}

/** Error codes that all operations of a kind may answer. */
export interface CommonErrors {
  /** Unique; part of the id of its row in the reference. */
  readonly id: string;
  /** What they have to do with, as it completes "errors of …". */
  readonly name: string;
  readonly applies: (operation: Operation) => boolean;
  readonly codes: readonly ErrorCode[];
}

const accessIs =
  (...kinds: readonly Access[]) =>
  ({access}: Operation) =>
    kinds.includes(access);

/** The errors that are common to operations, the widest kind first. */
export const commonErrors: readonly CommonErrors[] = [
  {
    id: 'any',
    name: 'any request',
    applies: () => true,
    codes: [
      'request.unstorable_text',
      'request.too_large',
      'secret_key_in_browser',
      'service.shutting_down',
      'service.database_unavailable',
      'service.database_busy',
      'service.database_full',
      'service.database_read_only',
      'service.database_refuses',
      'service.overloaded',
      'unexpected',
      // Only in a development run, where a tester planned this fault.
      'fault.server_error',
      'request.host_unknown',
    ],
  },
  {
    // A route for the secret key checks the origin of a token, too, before it refuses the token.
    id: 'credentials',
    name: 'credentials',
    applies: accessIs('secret', 'caller', 'shopper', 'owner', 'identified'),
    codes: ['error.unauthorized_access', 'token_origin_mismatch', 'origin_not_allowed', 'request.too_many'],
  },
  {
    id: 'server',
    name: 'the secret key',
    applies: accessIs('secret', 'owner'),
    codes: ['merchant_authentication_required'],
  },
  {
    id: 'session',
    name: 'a shopper’s session',
    applies: accessIs('shopper'),
    codes: ['shopper_session_required'],
  },
  {
    id: 'sandbox',
    name: 'the sandbox',
    applies: accessIs('sandbox'),
    codes: ['error.unauthorized_access', 'sandbox.page_refused'],
  },
  {
    id: 'json',
    name: 'JSON',
    applies: ({body, takesIdempotencyKey}) => body !== undefined || takesIdempotencyKey === true,
    codes: [
      'request.compressed',
      'request.charset',
      'request.not_utf8',
      'request.not_json',
      'request.unparsable',
      'request.too_deep',
    ],
  },
  {
    id: 'fields',
    name: 'fields',
    applies: ({body}) => body !== undefined,
    codes: ['request.invalid'],
  },
  {
    id: 'idempotency',
    name: 'idempotency keys',
    applies: ({takesIdempotencyKey}) => takesIdempotencyKey === true,
    codes: ['idempotency.key_invalid', 'idempotency.in_flight', 'idempotency.key_reused'],
  },
];

/** All error codes that an operation may answer: its own, and those of every operation of its kind. */
export function codesOf(operation: Operation): readonly ErrorCode[] {
  const common = commonErrors.filter(({applies}) => applies(operation)).flatMap(({codes}) => codes);
  return [...new Set([...(operation.errors ?? []), ...common])];
}
