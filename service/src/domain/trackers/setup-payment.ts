/** setupPayment: it opens a tracker. */
import {randomUUID} from 'node:crypto';
import * as v from 'valibot';
import {ServiceError, invalidRequest} from '../../platform/errors.js';
import {
  anyRecord,
  check,
  customerToken,
  flag,
  minorUnits,
  oneOf,
  record,
  text,
  wholeNumber,
  wordOf,
} from '../../platform/http/body.js';
import {customerNotFound} from '../customers/remove.js';
import type {Customers} from '../customers/customers.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Merchants} from '../merchants/merchants.js';
import {currency} from '../plans/body.js';
import {smallAmount} from '../plans/currencies.js';
import {rawNotEnabled} from './actions.js';
import type {ActionDependencies} from './context.js';
import {firstActionOf} from './machine.js';
import {insertTracker, newTracker} from './new-tracker.js';
import type {NewTracker} from './new-tracker.js';
import {modeOf, trackerEntryModes, trackerModes} from './modes.js';
import type {Tracker} from './tracker.js';

/** Every system involved represents integers up to this one exactly. */
const largestAmount = 999_999_999_999;

/** Request body of spec 2.2. */
export const trackerBody = record({
  merchant_api_key: v.optional(text),
  user: customerToken,
  intent: v.optional(wordOf(['CYBERSOURCE']), 'CYBERSOURCE'),
  mode: v.optional(
    v.picklist(trackerModes, `${oneOf(trackerModes)} (a subscription begins in the hosted checkout)`),
    'instrument',
  ),
  entry_mode: v.optional(wordOf(trackerEntryModes)),
  amount: v.optional(wholeNumber(1, largestAmount, minorUnits)),
  currency,
  is_account_verification: v.optional(flag, false),
  metadata: v.optional(anyRecord, {}),
});

/**
 * Opens a tracker for a customer (spec 4.2).
 *
 * @param options.subscriptionAmount What the hosted checkout will charge. A client cannot set it.
 * @throws {ServiceError} 400 `request.invalid`, 401 for another merchant's key, 403
 *   `tracker.raw_not_enabled`, 404 `customer.not_found`.
 */
export async function setupPayment(
  deps: ActionDependencies & {readonly customers: Customers; readonly merchants: Merchants},
  unit: UnitOfWork,
  body: unknown,
  {subscriptionAmount = null}: {readonly subscriptionAmount?: number | null} = {},
): Promise<Tracker> {
  const {merchant, merchants, customers, clock, settings} = deps;
  const request = check(trackerBody, body);
  const key = request.merchant_api_key;
  if (
    key !== undefined &&
    key !== merchant.publicKey &&
    (await merchants.bySecretKey(key))?.id !== merchant.id
  ) {
    throw new ServiceError(
      401,
      'error.unauthorized_access',
      'merchant_api_key is not a key of the merchant whose secret key was sent.',
      ['credentials_refused'],
    );
  }
  refuseContradictions(request);
  const entryMode = request.entry_mode ?? modeOf(request).entryModes[0];
  if (entryMode === 'raw' && !merchant.allowRaw) throw rawNotEnabled();
  const verification = request.is_account_verification;
  const amount = modeOf(request).namesAmount
    ? request.amount!
    : verification
      ? 0
      : smallAmount(request.currency);
  const now = clock.now();
  const customer = await customers.read(merchant.id, request.user);
  const chosen: NewTracker = {
    token: `track_${randomUUID()}`,
    merchant: merchant.id,
    customer: customer.token,
    intent: request.intent,
    mode: request.mode,
    entry_mode: entryMode,
    currency: request.currency,
    amount,
    is_account_verification: verification,
    subscription_amount: subscriptionAmount,
    single_use: customer.is_guest,
    state: 'TRACKER_STARTED',
    next_kind: firstActionOf({mode: request.mode, entry_mode: entryMode}),
    metadata: request.metadata,
    expires_at: new Date(now.getTime() + settings.trackerTtlSeconds * 1000),
    created_at: now,
  };
  // The customer may have been removed since it was read above.
  unit.require(insertTracker(chosen), customerNotFound);
  return newTracker(chosen);
}

/** Refuses fields that are valid alone but contradict each other. */
function refuseContradictions(request: v.InferOutput<typeof trackerBody>): void {
  const {mode, entry_mode: entryMode, amount, is_account_verification: verification} = request;
  const {namesAmount, entryModes, entryModesInWords} = modeOf(request);
  const errors = [
    ...(namesAmount && amount === undefined
      ? [field('amount', 'the amount to be paid in minor units, such as 500 for PKR 5.00', 'nothing')]
      : []),
    ...(namesAmount && verification
      ? [field('is_account_verification', `false in mode ${mode}`, 'true')]
      : []),
    ...(entryMode !== undefined && !entryModes.includes(entryMode)
      ? [field('entry_mode', `${entryModesInWords} in mode ${mode}`, entryMode)]
      : []),
  ];
  if (errors.length === 0) return;
  throw invalidRequest(errors);
}

const field = (name: string, expected: string, got: string) => ({pointer: `/${name}`, expected, got});
