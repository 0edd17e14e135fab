/** How a new tracker is inserted, and the row that results. */
import {lockCustomerSql} from '../customers/customers.js';
import {guarded, type GuardedStatement} from '../../platform/storage/guard.js';
import type {Tracker} from './tracker.js';

/** The columns that the caller chooses. All others have the same value in every new tracker. */
export type NewTracker = Pick<
  Tracker,
  | 'token'
  | 'merchant'
  | 'customer'
  | 'intent'
  | 'mode'
  | 'entry_mode'
  | 'currency'
  | 'amount'
  | 'is_account_verification'
  | 'subscription_amount'
  | 'single_use'
  | 'state'
  | 'next_kind'
  | 'metadata'
  | 'name'
  | 'named_method'
  | 'shop_order'
  | 'expires_at'
  | 'created_at'
>;

/** Inserts a tracker and locks its customer against removal. The guard fails if the customer was removed. */
export const insertTracker = (tracker: NewTracker): GuardedStatement =>
  guarded('customer_exists', {
    sql: `INSERT INTO trackers (token, merchant, customer, intent, mode, entry_mode, currency, amount,
        is_account_verification, single_use, state, next_kind, metadata, expires_at, created_at, updated_at,
        subscription_amount, name, named_method, shop_order)
      SELECT $1::text, merchant, token, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::boolean, $10::boolean, $11::text,
        $12::text, $13::jsonb, $14::timestamptz, $15::timestamptz, $15::timestamptz,
        $16::bigint, $17::text, $18::text, $19::text
      FROM (${lockCustomerSql({token: '$3', merchant: '$2'})}) AS customer`,
    parameters: [
      tracker.token,
      tracker.merchant,
      tracker.customer,
      tracker.intent,
      tracker.mode,
      tracker.entry_mode,
      tracker.currency,
      tracker.amount,
      tracker.is_account_verification,
      tracker.single_use,
      tracker.state,
      tracker.next_kind,
      JSON.stringify(tracker.metadata),
      tracker.expires_at,
      tracker.created_at,
      tracker.subscription_amount,
      tracker.name,
      tracker.named_method,
      tracker.shop_order,
    ],
  });

/** The tracker's row after the insert. */
export const newTracker = (chosen: NewTracker): Tracker => ({
  ...chosen,
  request_id: null,
  origin: null,
  card: null,
  card_summary: null,
  card_submissions: 0,
  reference_id: null,
  above_limit_since: null,
  success_url: null,
  failure_url: null,
  enrollment: null,
  shopper: null,
  validation: null,
  step_up_due_at: null,
  hold: null,
  reversal: null,
  payment_method: null,
  fixed_method: false,
  code_wanted: false,
  capture_wanted: false,
  card_on_file: false,
  capture: null,
  voided: null,
  refunds: [],
  refund_sent: null,
  order_taken: false,
  actions: [],
  version: 1,
  updated_at: chosen.created_at,
});
