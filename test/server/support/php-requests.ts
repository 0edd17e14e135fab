/**
 * The requests of the PHP client `getsafepay/sfpy-php` (July 2025), as its sources and examples make them: method, path and body of each
 * call, in an order that a shop has. A call without parameters sends an empty list: PHP encodes an empty array so.
 */
export interface PhpRequest {
  /** The client's own name of the call. */
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for values that are known by then. */
  readonly path: string;
  readonly body?: unknown;
  /** Members of the answer that the client, or its example, reads. */
  readonly reads: readonly string[];
  /** Values for later paths and bodies, by the member that holds each. */
  readonly keeps?: Readonly<Record<string, string>>;
}

/** What the client sends with every request. */
export const phpHeaders = (secretKey: string): Readonly<Record<string, string>> => ({
  'X-SFPY-MERCHANT-SECRET': secretKey,
  'Content-Type': 'application/json',
});

const tracker = '/order/payments/v3/{tracker}';
const merchant = {merchant_api_key: '{publicKey}', intent: 'CYBERSOURCE', currency: 'PKR'};
const customer = {
  first_name: 'Hassan',
  last_name: 'Zaidi',
  email: 'hassan@example.com',
  phone_number: '+923331234567',
  country: 'PK',
};
const order = {data: {source: 'your-app', order_id: 'Order-123456'}};
const savedCard = {payload: {payment_method: {tokenized_card: {token: '{method}'}}}};
const held = {do_capture: false};

const setup = (call: string, body: object): PhpRequest => ({
  ...{call, method: 'POST', path: '/order/payments/v3/', reads: ['data.tracker.token']},
  body: {user: '{customer}', ...merchant, ...body},
  keeps: {tracker: 'data.tracker.token'},
});
const charge = (
  call: string,
  body: unknown,
  reads = ['data.tracker.token', 'data.action.token'],
): PhpRequest => ({
  ...{call, method: 'POST', path: tracker, body, reads},
});

const customers: readonly PhpRequest[] = [
  {
    ...{call: 'customer->create', method: 'POST', path: '/user/customers/v1/', body: customer},
    ...{reads: ['data.token', 'data.email'], keeps: {other: 'data.token'}},
  },
  {call: 'customer->retrieve', method: 'GET', path: '/user/customers/v1/{other}', reads: ['data.token']},
  {
    ...{call: 'customer->update', method: 'PUT', path: '/user/customers/v1/{other}'},
    ...{body: {first_name: 'Ali'}, reads: ['data.first_name']},
  },
  {call: 'customer->all', method: 'GET', path: '/user/customers/v1/', reads: ['data.count', 'data.list']},
  {call: 'customer->delete', method: 'DELETE', path: '/user/customers/v1/{other}', reads: ['data.deleted']},
  {
    ...{call: 'address->create', method: 'POST', path: '/user/address/v2/'},
    body: {
      street1: '3A-2 7th South Street',
      city: 'Karachi',
      country: 'PK',
      postal_code: '75500',
      state: 'Sindh',
    },
    ...{reads: ['data.token'], keeps: {address: 'data.token'}},
  },
  {call: 'address->retrieve', method: 'GET', path: '/user/address/v2/{address}', reads: ['data.city']},
  {
    ...{call: 'address->update', method: 'PUT', path: '/user/address/v2/{address}'},
    ...{body: {city: 'Lahore'}, reads: ['data.city']},
  },
  {call: 'passport->create', method: 'POST', path: '/client/passport/v1/token', body: [], reads: ['data']},
];

const payments: readonly PhpRequest[] = [
  setup('order->setup, card vault', {mode: 'instrument'}),
  setup('order->setup, with the customer', {mode: 'payment', entry_mode: 'tms', amount: 600_000}),
  {
    ...{call: 'order->metadata', method: 'POST', path: `${tracker}/metadata`},
    ...{body: order, reads: ['data.tracker.metadata.order_id']},
  },
  charge('order->charge, set-up', savedCard, ['data.action.payer_authentication_setup.access_token']),
  charge(
    'order->charge, enrollment',
    {
      payload: {
        authorization: held,
        authentication_setup: {
          success_url: '{returnUrl}?outcome=success',
          failure_url: '{returnUrl}?outcome=failure',
          device_fingerprint_session_id: '2f66ecd3-88f4-4754-aa65-3b82a18c4506',
        },
      },
    },
    ['data.action.payer_authentication_enrollment.authentication_status'],
  ),
  charge('order->charge, authorization', {payload: {authorization: held}}),
  charge('order->charge, capture', {}),
  setup('order->setup, without the customer', {mode: 'unscheduled_cof', amount: 600_000}),
  charge('order->charge, without the customer', savedCard),
  {call: 'order->void', method: 'POST', path: `${tracker}/void`, body: [], reads: ['data.tracker.state']},
  {
    ...{call: 'order->reverse', method: 'POST', path: '/order/payments/v3/{held}/reversal'},
    ...{body: [], reads: ['data.tracker.state']},
  },
  {
    call: 'reporter->retrieve',
    method: 'GET',
    path: '/reporter/api/v1/payments/{tracker}',
    reads: ['data.token'],
  },
  {call: 'reporter->all', method: 'GET', path: '/reporter/api/v1/payments', reads: ['data.list']},
  {
    ...{call: 'paymentMethod->all', method: 'GET', path: '/user/customers/v1/{customer}/wallet/'},
    reads: ['data.wallet.0.token', 'data.wallet.0.cybersource.last_four'],
  },
  {
    ...{
      call: 'paymentMethod->retrieve',
      method: 'GET',
      path: '/user/customers/v1/{customer}/wallet/{method}',
    },
    reads: ['data.token'],
  },
  {
    ...{
      call: 'paymentMethod->delete',
      method: 'DELETE',
      path: '/user/customers/v1/{customer}/wallet/{method}',
    },
    reads: ['data.deleted'],
  },
];

const plans: readonly PhpRequest[] = [
  {
    ...{call: 'plan->create', method: 'POST', path: '/client/plans/v1/'},
    body: {
      ...{amount: '5000', currency: 'PKR', interval: 'MONTH', interval_count: 1, type: 'RECURRING'},
      ...{product: 'Box', name: 'Box', description: 'A box a month', trial_period_days: 0, active: true},
    },
    ...{reads: ['data.plan_id', 'data.request_id'], keeps: {plan: 'data.plan_id'}},
  },
  {call: 'plan->all', method: 'GET', path: '/client/plans/v1/search?limit=10', reads: ['data.list']},
  {
    call: 'plan->retrieve',
    method: 'GET',
    path: '/client/plans/v1/{plan}',
    reads: ['data.token', 'data.amount'],
  },
  {
    ...{call: 'plan->update', method: 'PUT', path: '/client/plans/v1/{plan}'},
    ...{body: {active: false}, reads: ['data.active']},
  },
  {call: 'plan->delete', method: 'DELETE', path: '/client/plans/v1/{plan}', reads: ['data']},
  {call: 'subscription->all', method: 'GET', path: '/client/subscriptions/v1/search', reads: ['data.list']},
  {call: 'transaction->all', method: 'GET', path: '/client/transactions/v1/search', reads: ['data.list']},
];

export const phpRequests: readonly PhpRequest[] = [...customers, ...payments, ...plans];

/** Calls about something that is not there; the client reads `status.errors`. */
export const phpRefusals: readonly (Omit<PhpRequest, 'reads'> & {readonly status: number})[] = [
  {call: 'subscription->retrieve', method: 'GET', path: '/client/subscriptions/v1/sub_none', status: 404},
  {
    ...{call: 'subscription->update', method: 'PUT', path: '/client/subscriptions/v1/sub_none'},
    body: {pause_collection: {payment_collection_behavior: 'KEEP_AS_READY'}},
    status: 404,
  },
  {
    ...{call: 'subscription->resume', method: 'PUT', path: '/client/subscriptions/v1/sub_none/resumption'},
    ...{body: [], status: 404},
  },
  {
    ...{call: 'subscription->cancel', method: 'POST', path: '/client/subscriptions/v1/sub_none/cancel'},
    ...{body: [], status: 404},
  },
  {call: 'transaction->retrieve', method: 'GET', path: '/client/transactions/v1/tr_none', status: 404},
  {
    ...{call: 'transaction->refund', method: 'POST', path: '/client/transactions/v1/tr_none/refund'},
    ...{body: [], status: 404},
  },
  {
    ...{call: 'order->refund', method: 'POST', path: '/order/payments/v3/{captured}/refund'},
    ...{body: [], status: 409},
  },
  {
    ...{call: 'customer->create', method: 'POST', path: '/user/customers/v1/', body: {email: 'none'}},
    status: 400,
  },
];
