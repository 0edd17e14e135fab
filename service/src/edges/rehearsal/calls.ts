import {withoutEndSlashes} from '../../../../src/protocol/end-slashes.js';
/** The calls that public clients make of the recorded service (wire 1.2 to 1.9), and the fields that only this service knows. */

/** A call of the recorded service. Pointers lead into the body. */
export interface RecordedCall {
  readonly name: string;
  /** Own fields that clients send to every service: they are left out, as by a service that does not know them. */
  readonly leavesOut: readonly string[];
  /** Own fields that ask for something: they are refused, because nothing would happen. */
  readonly refuses: readonly string[];
  /** Whether the body is not read at all. */
  readonly ignoresBody: boolean;
}

type OwnFields = Partial<Omit<RecordedCall, 'name'>>;

const tracker = '/order/payments/v3/:tracker';
const customer = '/user/customers/v1/:customer';
const plan = '/client/plans/v1/:plan';
const subscription = '/client/subscriptions/v1/:subscription';
const transaction = '/client/transactions/v1/:transaction';

const table: readonly (readonly [names: string, own?: OwnFields])[] = [
  ['POST /client/passport/v1/token', {ignoresBody: true}],
  ['POST /order/payments/v3', {leavesOut: ['/name', '/order', '/payment_method']}],
  [
    `POST ${tracker}`,
    {leavesOut: ['/payload/cardholder_name', '/payload/consent', '/payload/authentication_setup/language']},
  ],
  [`PUT ${tracker}`],
  [`POST ${tracker}/metadata`],
  [`POST ${tracker}/reversal`],
  [`POST ${tracker}/void`],
  [`POST ${tracker}/refund`, {leavesOut: ['/name']}],
  [`GET ${tracker}/validation`],
  [`POST ${tracker}/validation`],
  ['GET /reporter/api/v1/payments'],
  ['GET /reporter/api/v1/payments/:tracker'],
  ['GET /user/customers/v1'],
  ['POST /user/customers/v1'],
  [`GET ${customer}`],
  [`PUT ${customer}`],
  [`DELETE ${customer}`],
  [`GET ${customer}/wallet`],
  [`GET ${customer}/wallet/:method`],
  [`DELETE ${customer}/wallet/:method`],
  ['POST /user/v1/guest'],
  ['GET /user/wallets/v1'],
  ['GET /user/wallets/v1/:method'],
  ['DELETE /user/wallets/v1/:method'],
  ['POST /user/address/v2'],
  ['GET /user/address/v2/:address'],
  ['PUT /user/address/v2/:address'],
  ['GET /user/meta/v2/country'],
  ['POST /client/plans/v1'],
  ['GET /client/plans/v1/search'],
  [`GET ${plan}`],
  [`PUT ${plan}`],
  [`DELETE ${plan}`],
  ['GET /client/subscriptions/v1/search'],
  [`GET ${subscription}`],
  [`PUT ${subscription}`, {refuses: ['/payment_method', '/cancel_at_period_end']}],
  [`PUT ${subscription}/resumption`],
  [`POST ${subscription}/cancel`, {refuses: ['/at_period_end']}],
  ['GET /client/transactions/v1/search'],
  [`GET ${transaction}`],
  [`POST ${transaction}/refund`, {leavesOut: ['/name']}],
];

const calls = table.map(([name, own = {}]) => {
  const pattern = name.replace(/:\w+/g, '[^/]+');
  const call: RecordedCall = {name, leavesOut: [], refuses: [], ignoresBody: false, ...own};
  return {call, fits: new RegExp(`^${pattern}$`)};
});

/** Finds the recorded call of a request. Fixed paths stand before those with a value, so that `search` is no plan. */
export function recordedCall(method: string, path: string): RecordedCall | undefined {
  const request = `${method === 'HEAD' ? 'GET' : method} ${withoutEndSlashes(path)}`;
  return calls.find(({fits}) => fits.test(request))?.call;
}

/** Whether a path is of the API, and not of the hosted pages or of what only a development run has. */
export const isOfApi = (path: string): boolean => /^\/(auth|client|invoice|order|reporter|user)\//.test(path);

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

/** Whether a body has a field. */
export function hasField(body: unknown, pointer: string): boolean {
  let part = body;
  for (const key of keysOf(pointer)) {
    if (!isJson(part) || !(key in part)) return false;
    part = part[key];
  }
  return true;
}

/** The body without a field. */
export function withoutField(body: unknown, pointer: string): unknown {
  const [key = '', ...rest] = keysOf(pointer);
  if (!isJson(body) || !(key in body)) return body;
  const {[key]: part, ...others} = body;
  if (rest.length === 0) return others;
  return {...body, [key]: withoutField(part, `/${rest.join('/')}`)};
}
