/** What the routes of trackers answer. Answers may get new fields, so clients must ignore fields that they do not know. */
import * as v from 'valibot';
import {actionKinds, trackerStates} from '../../../../../src/protocol/index.js';
import {
  anyFields,
  authenticationStatus,
  describe,
  epoch,
  instant,
  minorUnits,
  text,
  token,
} from '../../../platform/openapi/answers.js';
import {consent} from '../../payment-methods/openapi.js';

const money = v.object({currency: text, amount: minorUnits});
const nextAction = v.object({kind: v.picklist(actionKinds), request_id: v.optional(text)});

export const capabilities = v.record(text, v.boolean());

/** What this service can do beyond the recorded protocol. Clients must ignore names unknown to them. */
export const features = v.array(text);

const authorization = v.object({
  token: text,
  tracker: token('track'),
  action: v.optional(describe(text, 'The action that made it.')),
  cybersource_rid: text,
  intent: text,
  amount: minorUnits,
  currency: text,
  totals: money,
  created_at: epoch,
});

const movedMoney = v.object({token: text, amount: minorUnits, currency: text, created_at: text});
const reversalOrVoid = v.object({token: text, amount: minorUnits});

const trackerEntries = {
  token: token('track'),
  client: describe(text, 'The public key (merchant_api_key).'),
  environment: text,
  state: v.picklist(trackerStates),
  payment_method_kind: text,
  intent: text,
  mode: text,
  entry_mode: text,
  customer: v.nullable(text),
  is_account_verification: describe(v.boolean(), 'True: the amount is zero and no reversal follows.'),
  next_actions: describe(v.record(text, nextAction), 'The actions that are possible next. NOOP: none.'),
  purchase_totals: v.object({
    quote_amount: money,
    base_amount: money,
    conversion_rate: v.object({base_currency: text, quote_currency: text, rate: v.number()}),
  }),
  metadata: anyFields,
  authorization: v.optional(authorization),
  reversal: v.optional(reversalOrVoid),
  capture: v.optional(movedMoney),
  void: v.optional(reversalOrVoid),
  refunds: v.optional(v.array(movedMoney)),
  expires_at: epoch,
  created_at: epoch,
  updated_at: epoch,
};

export const tracker = v.object(trackerEntries);

export const card = v.object({
  token: describe(v.nullable(text), 'Identifies the card, not the payment method.'),
  expiration_month: text,
  expiration_year: text,
  card_type_code: text,
  card_type: text,
  bin_number: text,
  last_four: text,
  pointer: v.optional(text),
});

export const enrollment = v.object({
  rid: text,
  authentication_status: authenticationStatus,
  enrollment_status: text,
  veres_enrolled: text,
  veres_enrolled_description: text,
  pares_status: v.optional(text),
  eci: v.optional(describe(text, '01, 02, 05 and 06 shift liability, 07 does not.')),
  eci_raw: v.optional(text),
  specification_version: text,
  authentication_transaction_id: text,
  access_token: v.optional(describe(text, 'Starts the step-up; only with REQUIRED.')),
  step_up_url: v.optional(text),
  challenge_window_size: v.optional(text),
  challenge_window_size_description: v.optional(text),
});

/** `data.action`: the result of an action. Its fields depend on the action. */
export const action = v.object({
  token: text,
  flex: v.optional(v.object({capture_context_jwt: text})),
  payment_method: v.optional(card),
  payer_authentication_setup: v.optional(v.object({access_token: text, device_data_collection_url: text})),
  payer_authentication_enrollment: v.optional(enrollment),
  authentication_status: v.optional(authenticationStatus),
  reversal: v.optional(reversalOrVoid),
  capture: v.optional(movedMoney),
  void: v.optional(reversalOrVoid),
  refund: v.optional(movedMoney),
});

export const paymentMethod = v.object({
  token: describe(token('pm'), 'The payment method token, which the shop stores.'),
  brand: text,
  scheme: text,
  last_four: text,
  expiration_month: text,
  expiration_year: text,
  single_use: v.boolean(),
  duplicate: describe(
    v.optional(v.literal(true)),
    'The customer had saved this card before: the method is the earlier one, with the new expiry.',
  ),
  consent,
});

const actionKind = v.picklist([...actionKinds, 'VOID', 'REFUND']);

/** A performed action. Old records have no time. */
export const actionRecord = v.object({
  token: text,
  kind: actionKind,
  at: v.optional(instant),
});

const attempt = v.object({
  token: text,
  tracker: token('track'),
  intent: text,
  idempotency_key: v.nullable(text),
  kind: text,
  actions_performed: v.array(actionRecord),
  payment_method: v.nullable(
    v.object({
      token: v.nullable(text),
      kind: text,
      scheme: text,
      issuer: describe(text, 'The bank’s name.'),
      do_card_on_file: describe(v.boolean(), 'Whether the card of a payment is kept.'),
      bin: text,
      last_four: text,
      expiration_month: text,
      expiration_year: text,
    }),
  ),
  billing: describe(v.nullable(v.record(text, v.nullable(text))), 'From the enrollment. Only for servers.'),
  cardholder_name: describe(v.nullable(text), 'From the enrollment, as it was typed. Only for servers.'),
  risk: describe(v.null(), 'The service has no risk engine.'),
  enrollment: v.nullable(
    v.object({
      authentication_status: authenticationStatus,
      enrollment_status: text,
      eci: v.nullable(text),
      veres_enrolled: text,
      pares_status: v.nullable(text),
      specification_version: text,
    }),
  ),
  validation: v.nullable(v.object({result: text, eci: v.nullable(text)})),
  authorization: v.nullable(v.object({token: text, amount: minorUnits, currency: text})),
  capture: v.nullable(movedMoney),
  reversal: v.nullable(reversalOrVoid),
  is_success: v.boolean(),
  failure: describe(v.nullable(text), 'Why the bank declined, such as insufficient_funds.'),
  mode: text,
  entry_mode: text,
  created_at: epoch,
  updated_at: epoch,
});

const charge = v.object({
  token: text,
  currency: text,
  amount: minorUnits,
  fees: minorUnits,
  tax: minorUnits,
  net: minorUnits,
  balance: describe(minorUnits, 'The amount that is left after void and refunds.'),
  capture: v.object({token: text, amount: minorUnits, currency: text, created_at: epoch}),
  refunds: v.array(movedMoney),
  void: v.nullable(reversalOrVoid),
});

export const payment = v.object({
  ...trackerEntries,
  client: v.object({token: token('client'), api_key: text, name: text, email: describe(text, 'Empty.')}),
  customer: v.object({
    token: text,
    first_name: v.optional(v.nullable(text)),
    last_name: v.optional(v.nullable(text)),
    email: v.optional(v.nullable(text)),
    phone: v.optional(v.nullable(text)),
  }),
  charge: describe(v.nullable(charge), 'Null until the amount is captured.'),
  actions: describe(
    v.array(v.object({...actionRecord.entries, request_id: v.optional(text), reason: v.optional(text)})),
    'The performed actions, in order.',
  ),
  events: v.array(
    v.object({
      intent: text,
      type: text,
      intent_request_id: v.nullable(text),
      reason: v.nullable(text),
      created_at: v.nullable(epoch),
    }),
  ),
  attempts: v.array(attempt),
  location: describe(
    v.nullable(v.object({tracker: token('track'), ip_address: text, created_at: epoch})),
    'The shopper’s IP address at enrollment. Only for servers.',
  ),
  device: describe(
    v.nullable(v.object({tracker: token('track'), user_agent: text, created_at: epoch})),
    'The shopper’s browser at enrollment. Only for servers.',
  ),
  payment_method: describe(v.nullable(paymentMethod), 'Null until the card is saved.'),
  features,
});
