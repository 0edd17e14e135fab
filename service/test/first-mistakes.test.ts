import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Operation} from '../src/platform/openapi/operation.js';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {toJsonSchema} from '../src/edges/openapi/json-schema.js';
import {shop, startTestService, string, type Call, type Reply, type TestService} from './support/harness.js';
import {checkSentences, wrongBodies} from './support/mistakes.js';

const trackers = '/order/payments/v3';
const customers = '/user/customers/v1';
const plans = '/client/plans/v1';
const passport = '/client/passport/v1/token';
const webhooks = '/client/webhooks/v1/';

interface Mistake {
  readonly what: string;
  readonly path: string;
  readonly call: Call;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Expected `status.errors`, if they say more than the message. */
  readonly errors?: readonly string[];
}

const invalid = {status: 400, code: 'request.invalid'};
const plan = {
  ...{product: 'Tea', amount: '500.00', currency: 'PKR', interval: 'MONTH'},
  ...{interval_count: 1, type: 'RECURRING', active: true},
};

/** The mistakes. `{customer}` and `{tracker}` are replaced with tokens of the running service. */
const mistakes: readonly Mistake[] = [
  {
    ...{what: 'a tracker without a customer', path: trackers, call: {body: {currency: 'PKR'}}},
    ...invalid,
    message: 'user is required: the customer token (cus_…, made by POST /user/customers/v1, for a guest too)',
  },
  {
    ...{what: 'an empty body', path: trackers, call: {method: 'POST'}},
    ...invalid,
    message: '2 fields are missing or wrong: user, currency',
    errors: [
      'user is required: the customer token (cus_…, made by POST /user/customers/v1, for a guest too)',
      'currency is required: an ISO 4217 currency code in capitals, such as PKR',
    ],
  },
  {
    what: 'the customer object for its token',
    path: trackers,
    call: {body: {user: {token: 'cus_1'}, currency: 'PKR'}},
    ...invalid,
    message:
      'user must be the customer token (cus_…, made by POST /user/customers/v1, for a guest too), not an object',
  },
  {
    ...{what: 'an empty token', path: trackers, call: {body: {user: '', currency: 'PKR'}}},
    ...invalid,
    message:
      'user must be the customer token (cus_…, made by POST /user/customers/v1, for a guest too), not an empty string',
  },
  {
    ...{what: 'a currency in lower case', path: trackers, call: {body: {user: 'cus_1', currency: 'pkr'}}},
    ...invalid,
    message: 'currency must be an ISO 4217 currency code in capitals, such as PKR',
  },
  {
    what: 'an amount as a string',
    path: trackers,
    call: {body: {user: '{customer}', currency: 'PKR', mode: 'payment', amount: '500'}},
    ...invalid,
    message:
      'amount must be a whole number of minor units (500 is PKR 5.00) from 1 to 999999999999, not a string',
  },
  {
    what: 'an amount with decimals',
    path: trackers,
    call: {body: {user: '{customer}', currency: 'PKR', mode: 'payment', amount: 4.99}},
    ...invalid,
    message: 'amount must be a whole number of minor units (500 is PKR 5.00) from 1 to 999999999999',
  },
  {
    what: 'a payment without an amount',
    path: trackers,
    call: {body: {user: '{customer}', currency: 'PKR', mode: 'payment'}},
    ...invalid,
    message: 'amount is required: the amount to be paid in minor units, such as 500 for PKR 5.00',
  },
  {
    what: 'an amount for a tracker that only saves a card',
    path: trackers,
    call: {body: {user: '{customer}', currency: 'PKR', amount: 500}},
    ...invalid,
    message: 'amount must be left out in mode instrument, which takes no payment',
  },
  {
    what: 'a form instead of JSON',
    path: customers,
    call: {raw: 'first_name=Ada', headers: {'content-type': 'application/x-www-form-urlencoded'}},
    ...{status: 415, code: 'request.not_json'},
    message: 'The body must be JSON. Send it with the header Content-Type: application/json.',
  },
  {
    ...{what: 'JSON that breaks off', path: customers, call: {raw: '{"first_name": "Ada"'}},
    ...{status: 400, code: 'request.unparsable'},
    message: 'The body is not valid JSON: it ends too early.',
  },
  {
    ...{what: 'JSON with a comma too many', path: customers, call: {raw: '{"first_name": "Ada",}'}},
    ...{status: 400, code: 'request.unparsable'},
    message: 'The body is not valid JSON: see character 22.',
  },
  {
    ...{what: 'a list of customers', path: customers, call: {body: [{first_name: 'Ada'}]}},
    ...invalid,
    message: 'The body must be an object, not a list',
  },
  {
    ...{what: 'a local phone number', path: customers, call: {body: {phone_number: '0300 1234567'}}},
    ...invalid,
    message:
      'phone_number must be a phone number with + and the country code, of 7 to 15 digits, such as +923001234567',
  },
  {
    ...{what: 'a page of 1,000', path: `${customers}?limit=1000`, call: {}},
    ...invalid,
    message: 'limit must be a whole number from 1 to 100',
  },
  {
    ...{what: 'a country query without a country', path: '/user/meta/v2/country', call: {secret: null}},
    ...invalid,
    message: 'cc is required: a two-letter country code in the query, such as ?cc=PK',
  },
  {
    ...{what: 'a plan’s amount as a number', path: plans, call: {body: {...plan, amount: 500}}},
    ...invalid,
    message:
      'amount must be a decimal amount as a string of at most 20 characters, such as "500.00", not a number',
  },
  {
    what: 'a plan’s amount beyond what is counted exactly',
    ...{path: plans, call: {body: {...plan, amount: '90071992547409.92'}}},
    ...invalid,
    message: 'amount must be at most 90071992547409.91',
  },
  {
    ...{what: 'a plan’s amount of three decimals', path: plans, call: {body: {...plan, amount: '5.001'}}},
    ...invalid,
    message: 'amount must be an amount above zero in digits with at most 2 decimals, such as 500.00',
  },
  {
    ...{what: 'a plan of nothing', path: plans, call: {body: {...plan, amount: '0.00'}}},
    ...invalid,
    message: 'amount must be an amount above zero in digits with at most 2 decimals, such as 500.00',
  },
  {
    ...{what: 'a checkout of a plan that there is not', path: passport},
    call: {body: {scope: 'checkout', plan: 'plan_none'}},
    ...{status: 404, code: 'plan.not_found'},
    message: 'plan not found',
  },
  {
    ...{what: 'a plan’s interval in lower case', path: plans, call: {body: {...plan, interval: 'month'}}},
    ...invalid,
    message: 'interval must be DAY, WEEK, MONTH or YEAR',
  },
  {
    ...{what: 'a scoped token without an origin', path: passport, call: {body: {tracker: '{tracker}'}}},
    ...invalid,
    message:
      'origin is required: the origin of the page, such as https://shop.example, because a token with a tracker ' +
      'is bound to one page',
  },
  {
    what: 'an origin with a path',
    path: passport,
    call: {body: {tracker: '{tracker}', origin: `${shop}/cart`}},
    ...{status: 400, code: 'origin_invalid'},
    message:
      'origin must be an origin without a path, such as https://shop.example ' +
      '(http only on this machine, in development)',
  },
  {
    ...{what: 'a webhook without a URL', path: webhooks, call: {body: {}}},
    ...invalid,
    message: 'url is required: the https address that receives the events',
  },
  {
    ...{what: 'a token field of the wrong step', path: `${trackers}/{tracker}`},
    call: {body: {payload: {payment_method: {flex: {}}}}},
    ...invalid,
    message:
      'payload.payment_method.flex.transient_token_jwt is required: the transient token of the card fields',
  },
  {
    ...{what: 'the customer’s token as a tracker’s', path: `${trackers}/{customer}`, call: {body: {}}},
    ...{status: 404, code: 'tracker.not_found'},
    message: 'tracker not found',
  },
  {
    ...{what: 'no secret key', path: customers, call: {body: {}, secret: null}},
    ...{status: 401, code: 'error.unauthorized_access'},
    message:
      'This request needs credentials: X-SFPY-MERCHANT-SECRET from a server, ' +
      'Authorization: Bearer <time-based token> from a page.',
    errors: ['credentials_missing'],
  },
  {
    ...{what: 'a key of another environment', path: customers, call: {body: {}, secret: 'sk_live_1'}},
    ...{status: 401, code: 'error.unauthorized_access'},
    message: 'The secret key is not one of this service. Check X-SFPY-MERCHANT-SECRET.',
    errors: ['credentials_refused'],
  },
  {
    ...{what: 'an idempotency key that is too long', path: customers, call: {body: {}, key: 'k'.repeat(256)}},
    ...{status: 400, code: 'idempotency.key_invalid'},
    message: 'The header Idempotency-Key must be 1 to 255 printable ASCII characters.',
  },
  {
    ...{what: 'PATCH for PUT', path: `${customers}/{customer}`, call: {method: 'PATCH', body: {}}},
    ...{status: 405, code: 'method_not_allowed'},
    message: 'This path does not answer PATCH. Use GET, HEAD, PUT, DELETE.',
  },
  {
    ...{what: 'a path of another version', path: '/order/payments/v9', call: {body: {}}},
    ...{status: 404, code: 'not_found'},
    message: 'No route has this path. A development run lists them at /docs.',
  },
];

describe('an integrator’s first mistakes are answered with what to do', () => {
  let api: TestService;
  let tokens: Readonly<Record<string, string>>;
  before(async () => {
    api = await startTestService();
    const customer = await api.customer();
    const tracker = await api.tracker({user: customer});
    const made = await api.call(webhooks, {body: {url: 'https://shop.example/hook'}});
    const newPlan = await api.call(plans, {body: plan});
    tokens = {
      ...{customer, tracker, endpoint: string(made.json['data']!['token'])},
      plan: string(newPlan.json['data']!['token']),
    };
  });
  after(() => api.service.close());

  const fill = (text: string) => text.replace(/\{(customer|tracker)\}/g, (_, name: string) => tokens[name]!);
  const filled = ({body, ...call}: Call): Call =>
    body === undefined ? call : {...call, body: JSON.parse(fill(JSON.stringify(body)))};

  for (const {what, path, call, status, code, message, errors} of mistakes) {
    it(`${what}: ${message}`, async () => {
      const reply = await api.call(fill(path), filled(call));
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.json['code'], code);
      assert.equal(reply.json['message'], message);
      assert.equal(reply.json['status']!['message'], message);
      assert.deepEqual([...reply.json['status']!['errors']!].map(string), errors ?? [message]);
    });
  }

  describe('on every route of the description', () => {
    const operations = operationsOf({sandbox: true});
    const pathOf = ({path}: Operation) =>
      path.replace(/:(\w+)/g, (_, name: string) => tokens[name] ?? `${name}_none`);
    const send = (operation: Operation, body: unknown): Promise<Reply> =>
      api.call(pathOf(operation), {method: operation.method.toUpperCase(), body});
    const codeOf = ({status, json}: Reply) => [status, json['code'] as unknown];

    const writing = operations.filter(({method}) => method === 'post' || method === 'put');
    for (const operation of writing) {
      const {method, path, body} = operation;
      const schema = body && toJsonSchema(body);
      const required = (schema?.['required'] ?? []) as readonly string[];

      it(`${method} ${path}: each missing field is named; an unknown one is refused or changes nothing`, async () => {
        const empty = await send(operation, {});
        if (empty.status >= 400 || required.length > 0) {
          const {code, fields = []} = checkSentences(empty);
          if (required.length > 0) assert.equal(code, 'request.invalid');
          const missing = fields.filter(({got}) => got === 'nothing').map(({pointer}) => pointer.slice(1));
          assert.deepEqual(
            required.filter((name) => !missing.includes(name)),
            [],
          );
        }
        const unknown = await send(operation, {unknown_field: 1});
        if (unknown.status >= 400) checkSentences(unknown);
        // Where tokens and secrets are made, no field is unknown.
        if (schema?.['additionalProperties'] === false)
          return assert.deepEqual(codeOf(unknown), [400, 'request.invalid']);
        // A body that is not empty must say which action it means (wire 1.6).
        if (path !== '/order/payments/v3/:tracker') assert.deepEqual(codeOf(unknown), codeOf(empty));
      });

      if (!schema) continue;
      it(`${method} ${path}: each field of a wrong type is named, under one code`, async () => {
        const wrong = wrongBodies(schema);
        assert.ok(wrong.length > 1);
        for (const {pointer, body: sent} of wrong) {
          const reply = await send(operation, sent);
          assert.deepEqual(codeOf(reply), [400, 'request.invalid'], `${pointer}: ${reply.text}`);
          const field = checkSentences(reply).fields?.find((one) => one.pointer === pointer);
          assert.match(field?.got ?? '', /^a (number|string)$/, `${pointer}: ${reply.text}`);
        }
      });
    }

    it('a path that takes no POST says what it takes', async () => {
      const paths = new Set(operations.map(({path}) => path));
      for (const {path} of writing.filter(({method}) => method === 'post')) paths.delete(path);
      assert.ok(paths.size > 20);
      for (const operation of operations.filter(({path}) => paths.delete(path))) {
        const reply = await api.call(pathOf(operation), {body: {}});
        assert.deepEqual(codeOf(reply), [405, 'method_not_allowed'], operation.path);
        assert.match(checkSentences(reply).message, /Use (GET|PUT|DELETE)/);
      }
    });
  });
});
