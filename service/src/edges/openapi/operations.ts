import type {ErrorCode} from './error-codes.js';
import type {Access, Operation} from './operation.js';
import {addressOperations} from './operations/addresses.js';
import {customerOperations} from './operations/customers.js';
import {planOperations} from './operations/plans.js';
import {sandboxOperations} from './operations/sandbox.js';
import {serviceOperations} from './operations/service.js';
import {subscriptionOperations} from './operations/subscriptions.js';
import {transactionOperations} from './operations/transactions.js';
import {trackerOperations} from './operations/trackers.js';
import {webhookOperations} from './operations/webhooks.js';

/** Every route of the API, in the order of the reference pages. */
export function operationsOf({sandbox}: {readonly sandbox: boolean}): readonly Operation[] {
  return [
    ...customerOperations,
    ...trackerOperations,
    ...addressOperations,
    ...planOperations,
    ...subscriptionOperations,
    ...transactionOperations,
    ...webhookOperations,
    ...serviceOperations,
    ...(sandbox ? sandboxOperations : []),
  ];
}

const everywhere: readonly ErrorCode[] = [
  'request.unstorable_text',
  'request.too_large',
  'secret_key_in_browser',
  'service.shutting_down',
  'service.database_unavailable',
  'service.overloaded',
  'unexpected',
  // Only a development run that was asked for it answers this.
  'fault.server_error',
];

const ofBearers: readonly ErrorCode[] = [
  'error.unauthorized_access',
  'token_origin_mismatch',
  'origin_not_allowed',
  'request.too_many',
];

const byAccess: Readonly<Record<Access, readonly ErrorCode[]>> = {
  anybody: [],
  secret: ['error.unauthorized_access', 'merchant_authentication_required', 'request.too_many'],
  caller: ofBearers,
  shopper: [...ofBearers, 'shopper_session_required'],
  owner: [...ofBearers, 'merchant_authentication_required'],
  anyone: ofBearers,
  sandbox: ['error.unauthorized_access', 'sandbox.page_refused'],
};

/** Of a token that is good, but not for this: its origin is looked at before what it may do. */
const ofPages: readonly ErrorCode[] = ['token_origin_mismatch', 'origin_not_allowed'];
const ofJson: readonly ErrorCode[] = ['request.not_json', 'request.unparsable', 'request.too_deep'];
const ofKeys: readonly ErrorCode[] = [
  'idempotency.key_invalid',
  'idempotency.in_flight',
  'idempotency.key_reused',
];

/** All codes that an operation may answer: its own and those of its kind. */
export function codesOf(operation: Operation): readonly ErrorCode[] {
  const {access, body, keyed, errors = []} = operation;
  return [
    ...new Set([
      ...errors,
      ...byAccess[access],
      ...(access === 'secret' ? ofPages : []),
      ...(body || keyed ? ofJson : []),
      ...(body ? (['request.invalid'] as const) : []),
      ...(keyed ? ofKeys : []),
      ...everywhere,
    ]),
  ];
}
