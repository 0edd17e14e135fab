/** The answer of a charge: its schema, and how it is read from the row. */
import {chargeStates} from '../../../../src/protocol/billing-words.js';
import * as v from 'valibot';
import {toDecimalText} from '../../../../src/protocol/currencies.js';
import {
  amount,
  answerFrom,
  describe,
  instant,
  instantOrNull,
  integer,
  isoOrNull,
  text,
  token,
} from '../../platform/openapi/answers.js';
import type {TransactionView} from './views.js';

const state = describe(
  v.picklist(chargeStates),
  'ready, uncollectible and void are never charged: the charge fell due during a pause, or the subscription ended first.',
);
const failure = describe(v.nullable(text), 'Why the last attempt failed, such as insufficient_funds.');
const card = v.nullable(v.object({token: token('pm'), brand: v.nullable(text), last_four: v.nullable(text)}));
const refund = v.object({token: v.nullable(text), amount: text, currency: text, created_at: instant});

function balanceOf({state: reached, amount_minor: paid, refunds, currency}: TransactionView): string {
  const refunded = refunds.reduce((sum, {amount_minor}) => sum + amount_minor, 0);
  return toDecimalText((reached === 'paid' ? paid : 0) - refunded, currency);
}

/** Amounts are decimal text, instants are ISO. */
const {entries, json} = answerFrom<TransactionView>()({
  token: [token('ch'), (row) => row.token],
  subscription_id: [token('sub'), (row) => row.subscription],
  plan_id: [token('plan'), (row) => row.plan],
  user_id: [token('cus'), (row) => row.customer],
  product: [text, (row) => row.product],
  reference: [v.nullable(text), (row) => row.reference],
  period: [describe(integer, 'Index of the period, from 0.'), (row) => row.period],
  amount: [amount, (row) => row.amount],
  currency: [text, (row) => row.currency],
  state: [state, (row) => row.state],
  attempts: [integer, (row) => row.attempts],
  failure: [failure, (row) => row.failure],
  due_at: [instant, (row) => row.due_at.toISOString()],
  next_attempt_at: [instantOrNull, (row) => isoOrNull(row.next_attempt_at)],
  settled_at: [instantOrNull, (row) => isoOrNull(row.settled_at)],
  payment_method: [
    card,
    ({payment_method, brand, last_four}) =>
      payment_method === null ? null : {token: payment_method, brand, last_four},
  ],
  balance: [describe(text, 'The amount that is left after refunds.'), balanceOf],
  refunds: [
    v.array(refund),
    ({refunds, currency}) =>
      refunds.map(({network_id, amount_minor, created_at}) => ({
        token: network_id,
        amount: toDecimalText(amount_minor, currency),
        currency,
        created_at: created_at.toISOString(),
      })),
  ],
  created_at: [instant, (row) => row.created_at.toISOString()],
});

export const transactionJson = json;
export const transactionAnswer = v.object(entries);
