import {json} from './answers.js';
import type {PaymentRecord} from './client/readers.js';

/**
 * Members of an object that a page may see: by name, `true` for a value as it is. Anything else is left out.
 */
interface Shape {
  readonly [member: string]: true | Shape;
}

const card: Shape = {
  kind: true,
  brand: true,
  scheme: true,
  card_type: true,
  card_type_code: true,
  last_four: true,
  expiration_month: true,
  expiration_year: true,
};
const money: Shape = {amount: true, currency: true};
const authentication: Shape = {
  authentication_status: true,
  result: true,
  eci: true,
  eci_raw: true,
  enrollment_status: true,
  veres_enrolled: true,
  pares_status: true,
  specification_version: true,
};
const attempt: Shape = {
  kind: true,
  is_success: true,
  mode: true,
  entry_mode: true,
  actions_performed: {kind: true},
  payment_method: card,
  enrollment: authentication,
  validation: authentication,
  authorization: money,
  capture: money,
  reversal: money,
};
/** Any processor may stand there; of each, only what comes next. */
const anyMember = '*';
const payment: Shape = {
  token: true,
  environment: true,
  state: true,
  intent: true,
  mode: true,
  entry_mode: true,
  is_account_verification: true,
  payment_method_kind: true,
  next_actions: {[anyMember]: {kind: true}},
  purchase_totals: {quote_amount: money, base_amount: money},
  payment_method: {token: true, single_use: true, duplicate: true, ...card},
  events: {type: true, intent: true},
  attempts: attempt,
};

/**
 * `GET /session/:tracker/payment`: the tracker's truth in the reporter's own shape, for a page that cannot ask the reporter. Only
 * named members pass: customer, merchant, addresses, risk, fees and the processor's own numbers stay on the server.
 */
export function truthAnswer({data, features}: PaymentRecord): Response {
  return json({ok: true, data: {...(shown(data, payment) as Record<string, unknown>), features}});
}

function shown(value: unknown, shape: true | Shape): unknown {
  if (shape === true) return typeof value === 'object' ? null : value;
  if (Array.isArray(value)) return value.map((item: unknown) => shown(item, shape));
  // Some readers ask only whether a value is there.
  if (typeof value !== 'object' || value === null) return value === null ? null : {};
  const entries = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const inner = Object.hasOwn(shape, name) ? shape[name] : shape[anyMember];
    return inner === undefined ? [] : [[name, shown(member, inner)] as const];
  });
  return Object.fromEntries(entries);
}
