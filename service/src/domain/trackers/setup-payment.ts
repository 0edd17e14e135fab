/** Opens a tracker (setupPayment). */
import {randomUUID} from 'node:crypto';
import * as v from 'valibot';
import {currencyDigits} from '../../../../src/protocol/currencies.js';
import {invalidRequest, misfit, type FieldError, type Kind} from '../../platform/errors.js';
import {
  nonEmptyText,
  flag,
  ofMinorUnits,
  oneOf,
  record,
  text,
  wholeNumber,
  wordOf,
  freeRecord,
} from '../../platform/http/body.js';
import {customerNotFound} from '../customers/remove.js';
import type {Customers} from '../customers/customers.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {currency} from '../plans/body.js';
import {rawNotEnabled} from './actions.js';
import type {ActionDependencies} from './context.js';
import {firstActionOf} from './machine.js';
import {insertTracker, newTracker, type NewTracker} from './new-tracker.js';
import {knownTracker, nameOf, namesOfPayment, type Terms} from './lasting-names.js';
import {modeOf, trackerEntryModes, trackerModes} from './modes.js';
import type {Tracker} from './tracker.js';

/** Every system involved represents integers up to this one exactly. */
const largestAmount = 999_999_999_999;

/**
 * The amount, in minor units, that is held to verify a card: five whole units of the currency, such as 500
 * cents for USD 5.00 (wire 1.5).
 */
const verificationAmount = (currency: string): number => 5 * 10 ** currencyDigits(currency);

/** Request body of spec 2.2. */
export const trackerBody = record(
  {
    merchant_api_key: v.optional(text),
    user: nonEmptyText('the customer token (cus_…, made by POST /user/customers/v1, for a guest too)'),
    intent: v.optional(wordOf(['CYBERSOURCE']), 'CYBERSOURCE'),
    mode: v.optional(
      v.picklist(trackerModes, `${oneOf(trackerModes)} (a subscription begins in the hosted checkout)`),
      'instrument',
    ),
    entry_mode: v.optional(wordOf(trackerEntryModes)),
    amount: v.optional(wholeNumber(1, largestAmount, ofMinorUnits)),
    currency,
    is_account_verification: v.optional(flag, false),
    metadata: v.optional(freeRecord, {}),
    ...namesOfPayment,
  },
  [
    'merchant_api_key',
    'user',
    'mode',
    'entry_mode',
    'amount',
    'currency',
    'is_account_verification',
    'name',
    'order',
    'payment_method',
  ],
);

/**
 * Opens a tracker for a customer (spec 4.2).
 *
 * @param options.subscriptionAmount What the hosted checkout will charge. A client cannot set it.
 * @throws {ServiceError} 400 `request.invalid`, 403 `tracker.raw_not_enabled`, 404 `customer.not_found`, 409
 *   `tracker.name_taken`, `tracker.order_paid`.
 */
export async function setupPayment(
  deps: ActionDependencies & {readonly customers: Customers},
  unit: UnitOfWork,
  request: v.InferOutput<typeof trackerBody>,
  {subscriptionAmount = null}: {readonly subscriptionAmount?: number | null} = {},
): Promise<Tracker> {
  const {merchant, customers, clock, settings} = deps;
  refuseIfContradictory(request);
  const entryMode = request.entry_mode ?? modeOf(request).entryModes[0];
  if (entryMode === 'raw' && !merchant.allowRaw) throw rawNotEnabled();
  const now = clock.now();
  const name = nameOf(deps, request.name);
  const customer = await customers.read(merchant.id, request.user);
  const chosen: NewTracker = {
    token: `track_${randomUUID()}`,
    merchant: merchant.id,
    customer: customer.token,
    intent: request.intent,
    mode: request.mode,
    entry_mode: entryMode,
    currency: request.currency,
    amount: amountToAuthorize(request),
    is_account_verification: request.is_account_verification,
    subscription_amount: subscriptionAmount,
    single_use: customer.is_guest,
    state: 'TRACKER_STARTED',
    next_kind: firstActionOf({mode: request.mode, entry_mode: entryMode}),
    metadata: request.metadata,
    name,
    named_method: request.payment_method ?? null,
    shop_order: request.order ?? null,
    expires_at: new Date(now.getTime() + settings.trackerTtlSeconds * 1000),
    created_at: now,
  };
  const known = await knownTracker(deps, unit, chosen);
  if (known) return known;
  // The customer may have been removed since it was read above.
  unit.require(insertTracker(chosen), customerNotFound);
  return newTracker(chosen);
}

/** The terms of a payment that the body names; undefined for another body, and for one that will be refused. */
export function termsIn(
  body: unknown,
  deps: Pick<ActionDependencies, 'merchant' | 'vault'>,
): Terms | undefined {
  const {success, output: request} = v.safeParse(trackerBody, body);
  if (!success || request.name === undefined || request.amount === undefined) return undefined;
  return {
    merchant: deps.merchant.id,
    name: nameOf(deps, request.name),
    customer: request.user,
    amount: request.amount,
    currency: request.currency,
    mode: request.mode,
    named_method: request.payment_method ?? null,
  };
}

type TrackerRequest = v.InferOutput<typeof trackerBody>;

function amountToAuthorize(request: TrackerRequest): number {
  if (modeOf(request).namesAmount) return request.amount!;
  return request.is_account_verification ? 0 : verificationAmount(request.currency);
}

/** Refuses fields that are valid alone but contradict each other. */
function refuseIfContradictory(request: TrackerRequest): void {
  const {mode, entry_mode: entryMode, amount, is_account_verification: verification} = request;
  const {namesAmount, entryModes, entryModesInWords} = modeOf(request);
  const errors: FieldError[] = [];
  const add = (name: string, expected: string, got?: Kind) => errors.push(misfit(`/${name}`, expected, got));
  if (namesAmount && amount === undefined) {
    add('amount', 'the amount to be paid in minor units, such as 500 for PKR 5.00', 'nothing');
  }
  if (namesAmount && verification) add('is_account_verification', `false in mode ${mode}`, 'a boolean');
  if (entryMode !== undefined && !entryModes.includes(entryMode)) {
    add('entry_mode', `${entryModesInWords} in mode ${mode}`);
  }
  if (!namesAmount) {
    for (const field of ['name', 'order'] as const)
      if (request[field] !== undefined) add(field, `left out in mode ${mode}, which takes no payment`);
    if (amount !== undefined) add('amount', `left out in mode ${mode}, which takes no payment`, 'a number');
  }
  if (request.name !== undefined && request.order !== undefined)
    add('order', 'left out where the payment has a name of its own');
  if (request.payment_method !== undefined && (entryMode ?? entryModes[0]) !== 'tms')
    add('payment_method', 'left out unless entry_mode is tms');
  if (errors.length > 0) throw invalidRequest(errors);
}
