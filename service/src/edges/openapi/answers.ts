import * as v from 'valibot';
import {epoch, instant, said, text, token, whole} from './atoms.js';
import {declineCodes} from '../../domain/ports/declines.js';
import {addressComponents} from './answers-addresses.js';
import {billingComponents} from './answers-billing.js';
import {walletComponents} from './answers-wallet.js';
import {actionKinds, authenticationStatuses, trackerStates} from '../../../../src/protocol/index.js';

/** What answers hold. Answers may grow: a reader takes what it knows and passes over the rest. */
const minor = said(whole, 'Minor units, such as paisa or cents.');

/** `status` of every envelope that is not the reporter's. */
const status = v.object({
  errors: said(v.array(text), 'Empty on success.'),
  message: said(text, '`success`, or what went wrong.'),
});

/** Success envelope around `data`. */
export const envelope = <Data extends v.GenericSchema, More extends v.ObjectEntries>(
  data: Data,
  more?: More,
) => v.object({data, ...more, status});

/** The one shape of every error. */
const errorEnvelope = v.object({
  data: v.null(),
  code: said(text, 'Dotted and stable: what programs decide by.'),
  message: said(text, 'For people.'),
  fields: v.optional(
    said(
      v.array(v.object({pointer: text, expected: text, got: text})),
      'Which fields were refused: JSON pointer, what was expected, what kind of thing came. Never the value.',
    ),
  ),
  status,
});

export const customer = v.object({
  token: token('cus'),
  first_name: v.nullable(text),
  last_name: v.nullable(text),
  email: said(v.nullable(text), 'Not unique.'),
  phone_number: v.nullable(text),
  country: v.nullable(text),
  is_guest: said(v.boolean(), 'Payment methods of guests may be used once.'),
});

const money = v.object({currency: text, amount: minor});
const nextAction = v.object({kind: v.picklist(actionKinds), request_id: v.optional(text)});

export const capabilities = v.record(text, v.boolean());

/** What this service does beyond the recorded one. A client passes over names that it does not know. */
export const features = v.array(text);

const authorization = v.object({
  token: text,
  tracker: token('track'),
  action: v.optional(said(text, 'The action that made it.')),
  cybersource_rid: text,
  intent: text,
  amount: minor,
  currency: text,
  totals: money,
  created_at: epoch,
});

const movedMoney = v.object({token: text, amount: minor, currency: text, created_at: text});
const undone = v.object({token: text, amount: minor});

const trackerEntries = {
  token: token('track'),
  client: said(text, 'The public key (merchant_api_key).'),
  environment: text,
  state: v.picklist(trackerStates),
  payment_method_kind: text,
  intent: text,
  mode: text,
  entry_mode: text,
  customer: v.nullable(text),
  is_account_verification: said(v.boolean(), 'True: the amount is zero and no reversal follows.'),
  next_actions: said(v.record(text, nextAction), 'What may be done next. NOOP: nothing.'),
  purchase_totals: v.object({
    quote_amount: money,
    base_amount: money,
    conversion_rate: v.object({base_currency: text, quote_currency: text, rate: v.number()}),
  }),
  metadata: v.record(text, v.unknown()),
  authorization: v.optional(authorization),
  reversal: v.optional(v.object({token: text, amount: minor})),
  capture: v.optional(movedMoney),
  void: v.optional(undone),
  refunds: v.optional(v.array(movedMoney)),
  expires_at: epoch,
  created_at: epoch,
  updated_at: epoch,
};

export const tracker = v.object(trackerEntries);

const card = v.object({
  token: said(v.nullable(text), 'Names the card, not the payment method.'),
  expiration_month: text,
  expiration_year: text,
  card_type_code: text,
  card_type: text,
  bin_number: text,
  last_four: text,
  pointer: v.optional(text),
});

const enrollment = v.object({
  rid: text,
  authentication_status: v.picklist(authenticationStatuses),
  enrollment_status: text,
  veres_enrolled: text,
  veres_enrolled_description: text,
  pares_status: v.optional(text),
  eci: v.optional(said(text, '01, 02, 05 and 06 shift liability, 07 does not.')),
  eci_raw: v.optional(text),
  specification_version: text,
  authentication_transaction_id: text,
  access_token: v.optional(said(text, 'For the step-up; only with REQUIRED.')),
  step_up_url: v.optional(text),
  challenge_window_size: v.optional(text),
  challenge_window_size_description: v.optional(text),
});

/** `data.action`: what an action gave. Which fields are there depends on the action. */
export const action = v.object({
  token: text,
  flex: v.optional(v.object({capture_context_jwt: text})),
  payment_method: v.optional(card),
  payer_authentication_setup: v.optional(v.object({access_token: text, device_data_collection_url: text})),
  payer_authentication_enrollment: v.optional(enrollment),
  authentication_status: v.optional(v.picklist(authenticationStatuses)),
  reversal: v.optional(v.object({token: text, amount: minor})),
  capture: v.optional(movedMoney),
  void: v.optional(undone),
  refund: v.optional(movedMoney),
});

const paymentMethod = v.object({
  token: said(token('pm'), 'The payment method token: what a shop keeps.'),
  brand: text,
  scheme: text,
  last_four: text,
  expiration_month: text,
  expiration_year: text,
  single_use: v.boolean(),
});

const performed = v.picklist([...actionKinds, 'VOID', 'REFUND']);

/** One performed action. Older records know no time. */
export const actionRecord = v.object({
  token: text,
  kind: performed,
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
      issuer: said(text, 'What the bank calls itself.'),
      do_card_on_file: said(v.boolean(), 'Whether the enrollment asked to keep the card of a payment.'),
      bin: text,
      last_four: text,
      expiration_month: text,
      expiration_year: text,
    }),
  ),
  billing: said(v.nullable(v.record(text, v.nullable(text))), 'As the enrollment told it; to servers alone.'),
  risk: said(v.null(), 'The service has no risk engine.'),
  enrollment: v.nullable(
    v.object({
      authentication_status: v.picklist(authenticationStatuses),
      enrollment_status: text,
      eci: v.nullable(text),
      veres_enrolled: text,
      pares_status: v.nullable(text),
      specification_version: text,
    }),
  ),
  validation: v.nullable(v.object({result: text, eci: v.nullable(text)})),
  authorization: v.nullable(v.object({token: text, amount: minor, currency: text})),
  capture: v.nullable(movedMoney),
  reversal: v.nullable(v.object({token: text, amount: minor})),
  is_success: v.boolean(),
  failure: said(v.nullable(text), 'Why the bank declined, such as insufficient_funds.'),
  mode: text,
  entry_mode: text,
  created_at: epoch,
  updated_at: epoch,
});

const charge = v.object({
  token: text,
  currency: text,
  amount: minor,
  fees: minor,
  tax: minor,
  net: minor,
  balance: said(minor, 'What is left of it after void and refunds.'),
  capture: v.object({token: text, amount: minor, currency: text, created_at: epoch}),
  refunds: v.array(movedMoney),
  void: v.nullable(undone),
});

/** A list, page by page; `count` is of the whole list. */
export const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({
    count: whole,
    list: v.array(item),
    meta: v.object({offset: whole, limit: whole, sort_by: text, direction: text}),
  });

export const payment = v.object({
  ...trackerEntries,
  client: v.object({token: token('client'), api_key: text, name: text, email: said(text, 'Empty.')}),
  customer: v.object({
    token: text,
    first_name: v.optional(v.nullable(text)),
    last_name: v.optional(v.nullable(text)),
    email: v.optional(v.nullable(text)),
    phone: v.optional(v.nullable(text)),
  }),
  charge: said(v.nullable(charge), 'There once the amount is captured.'),
  actions: said(
    v.array(v.object({...actionRecord.entries, request_id: v.optional(text), reason: v.optional(text)})),
    'What was done, in order.',
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
  location: said(
    v.nullable(v.object({tracker: token('track'), ip_address: text, created_at: epoch})),
    'Where the shopper called from at enrollment: X-SFPY-IP-ADDRESS, or the page itself. To servers alone.',
  ),
  device: said(
    v.nullable(v.object({tracker: token('track'), user_agent: text, created_at: epoch})),
    'With what: X-SFPY-USER-AGENT, or the page’s own. To servers alone.',
  ),
  payment_method: said(v.nullable(paymentMethod), 'There once the card is saved.'),
  features,
});

export const deleted = v.object({deleted: v.literal(true), token: text});

export const ledgerEntry = v.object({
  id: text,
  tracker: text,
  kind: v.picklist(['authorization', 'reversal', 'capture', 'refund', 'void']),
  amount: minor,
  currency: text,
  authorization: text,
  approved: v.boolean(),
  decline: v.nullable(v.picklist(declineCodes)),
  at: instant,
});

export const ok = v.object({ok: v.literal(true)});

/** Schemas that stand by name in the description. */
export const components: Readonly<Record<string, v.GenericSchema>> = {
  Error: errorEnvelope,
  Status: status,
  Customer: customer,
  Tracker: tracker,
  Action: action,
  Card: card,
  Enrollment: enrollment,
  Payment: payment,
  PaymentMethod: paymentMethod,
  ...walletComponents,
  LedgerEntry: ledgerEntry,
  ...addressComponents,
  ...billingComponents,
};
