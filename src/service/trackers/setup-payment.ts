import {randomUUID} from 'node:crypto';
import * as v from 'valibot';
import {ServiceError} from '../errors.js';
import {anyRecord, check, flag, record, text} from '../http/body.js';
import type {Customers} from '../customers/customers.js';
import type {Merchants} from '../merchants.js';
import {rawNotEnabled} from './actions.js';
import type {ActionDependencies} from './context.js';
import {firstAction} from './machine.js';
import {insertTracker} from './tracker.js';
import type {Tracker} from './tracker.js';

/** What a tracker without account verification holds for a moment, in minor units (wire 1.5). */
export const smallAmount = 500;

/** Request body of spec 2.2. */
export const trackerBody = record({
  merchant_api_key: v.optional(text),
  user: v.pipe(text, v.nonEmpty('a customer token')),
  intent: v.optional(v.picklist(['CYBERSOURCE'], 'CYBERSOURCE'), 'CYBERSOURCE'),
  mode: v.optional(v.picklist(['instrument'], 'instrument'), 'instrument'),
  entry_mode: v.optional(v.picklist(['flex', 'raw'], 'flex or raw'), 'flex'),
  currency: v.pipe(text, v.regex(/^[A-Z]{3}$/, 'a currency code of three capital letters')),
  is_account_verification: v.optional(flag, false),
  metadata: v.optional(anyRecord, {}),
});

/**
 * setupPayment: opens a tracker for a customer (spec 4.2).
 *
 * @throws {ServiceError} 400 `request.invalid`, 401 for another merchant's key, 403 `tracker.raw_not_enabled`,
 *   404 `customer.not_found`.
 */
export async function setupPayment(
  deps: ActionDependencies & {readonly customers: Customers; readonly merchants: Merchants},
  body: unknown,
): Promise<Tracker> {
  const {merchant, merchants, customers, database, clock} = deps;
  const wanted = check(trackerBody, body);
  const key = wanted.merchant_api_key;
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
  if (wanted.entry_mode === 'raw' && !merchant.allowRaw) throw rawNotEnabled();
  const customer = await customers.read(merchant.id, wanted.user);
  return insertTracker(database, {
    token: `track_${randomUUID()}`,
    merchant: merchant.id,
    customer: customer.token,
    intent: wanted.intent,
    mode: wanted.mode,
    entry_mode: wanted.entry_mode,
    currency: wanted.currency,
    amount: wanted.is_account_verification ? 0 : smallAmount,
    is_account_verification: wanted.is_account_verification,
    single_use: customer.is_guest,
    state: 'TRACKER_STARTED',
    next_kind: firstAction[wanted.entry_mode],
    metadata: wanted.metadata,
    created_at: clock.now(),
  });
}
