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

const errorsOfAll: readonly ErrorCode[] = [
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
];

const errorsOfBearerTokens: readonly ErrorCode[] = [
  'error.unauthorized_access',
  'token_origin_mismatch',
  'origin_not_allowed',
  'request.too_many',
];

const errorsByAccess: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  secret: ['error.unauthorized_access', 'merchant_authentication_required', 'request.too_many'],
  caller: errorsOfBearerTokens,
  shopper: [...errorsOfBearerTokens, 'shopper_session_required'],
  owner: [...errorsOfBearerTokens, 'merchant_authentication_required'],
  identified: errorsOfBearerTokens,
  sandbox: ['error.unauthorized_access', 'sandbox.page_refused'],
};

/**
 * A route for the secret key may answer these to a request with a token: its origin is checked before the
 * token is refused.
 */
const errorsOfOrigins: readonly ErrorCode[] = ['token_origin_mismatch', 'origin_not_allowed'];
const errorsOfText: readonly ErrorCode[] = ['request.compressed', 'request.charset', 'request.not_utf8'];
const errorsOfJson: readonly ErrorCode[] = [
  ...errorsOfText,
  ...(['request.not_json', 'request.unparsable', 'request.too_deep'] as const),
];
const errorsOfIdempotency: readonly ErrorCode[] = [
  'idempotency.key_invalid',
  'idempotency.in_flight',
  'idempotency.key_reused',
];

/** All error codes that an operation may answer: its own, and those of every operation of its kind. */
export function codesOf(operation: Operation): readonly ErrorCode[] {
  const {access, body, takesIdempotencyKey, errors = []} = operation;
  const codes = new Set([...errors, ...errorsByAccess[access]]);
  const add = (more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code));
  if (access === 'secret') add(errorsOfOrigins);
  if (body || takesIdempotencyKey) add(errorsOfJson);
  if (body) add(['request.invalid']);
  if (takesIdempotencyKey) add(errorsOfIdempotency);
  add(errorsOfAll);
  return [...codes];
}
