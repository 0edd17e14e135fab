import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {Hono} from 'hono';
import {errorCodes, statusOf, type ErrorCode} from '../../src/platform/openapi/error-codes.js';
import {codesOf, operationsOf} from '../../src/edges/openapi/operations.js';
import {checkAgainstDescription} from '../support/description.js';
import {shop, startTestService, type Json, type TestService} from '../support/harness.js';

interface Mounted {
  readonly routes: readonly {readonly method: string; readonly path: string}[];
}

/** Starts a service and records all routes that it registers, so that no list has to be kept by hand. */
async function startAndListen(): Promise<[TestService, Set<string>]> {
  const base = Object.getPrototypeOf(Hono.prototype) as {route: (path: string, app: Mounted) => unknown};
  const {route} = base;
  const seen = new Set<string>();
  base.route = function (path, app) {
    for (const one of app.routes) if (one.method !== 'ALL') seen.add(`${one.method} ${one.path}`);
    return route.call(this, path, app);
  };
  try {
    return [await startTestService(), seen];
  } finally {
    base.route = route;
  }
}

const operations = operationsOf({sandbox: true});
/** Whether a route belongs to the dashboard or the hosted pages, which are not part of the API. */
const isPage = (route: string) =>
  /^GET \/(dashboard\/.*|[\w.-]+\.(svg|ico|png))?$/.test(route) ||
  /^(GET|POST) \/(checkout\/.*|embedded|portal)$/.test(route);

describe('the OpenAPI description', () => {
  let api: TestService;
  let mounted: Set<string>;
  before(async () => {
    [api, mounted] = await startAndListen();
  });
  after(() => api.service.close());

  it('describes exactly the routes that exist', () => {
    const described = operations.map(({method, path}) => `${method.toUpperCase()} ${path}`);
    assert.equal(new Set(described).size, described.length);
    const there = [...mounted]
      .filter((route) => !isPage(route))
      .map((route) => route.replace(/(.)\/$/, '$1'));
    assert.deepEqual(there.sort(), [...described].sort());
  });

  it('lists every error code of the sources, with the status it is sent with', () => {
    for (const file of sources('service/src')) {
      const thrown = readFileSync(file, 'utf8').matchAll(
        /new (?:ServiceError|RetryError)\(\s*(\d{3}),\s*'([\w.]+)'/g,
      );
      for (const [, status, code] of thrown) {
        assert.equal(errorCodes[code as ErrorCode]?.[0], Number(status), `${code} in ${file}`);
      }
    }
  });

  it('names no error code that no operation can answer', () => {
    const answered = new Set<string>(operations.flatMap((operation) => codesOf(operation)));
    const outside = Object.keys(errorCodes).filter((code) => !answered.has(code));
    // Codes of answers before a route is found, of the other origins, and of the hosted pages.
    assert.deepEqual(outside.sort(), [
      'assets.missing',
      'checkout.card_not_saved',
      'checkout.page_refused',
      'checkout.payment_changed',
      'checkout.session_over',
      'checkout.terms_changed',
      'checkout.too_many_cards',
      'checkout.under_way',
      'method_not_allowed',
      'not_found',
      'plan.not_offered',
      'request.expectation_failed',
      'request.headers_too_large',
      'request.malformed',
      'request.timeout',
    ]);
  });

  it('is served as OpenAPI 3.1 and every reference in it leads somewhere', async () => {
    const reply = await api.call('/openapi.json', {secret: null});
    assert.equal(reply.status, 200);
    assert.equal(reply.json['openapi'] as unknown, '3.1.0');
    assert.equal(reply.json['servers']![0]!['url'] as unknown, api.service.urls.api);
    const refs = [...reply.text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, ref]) => ref!);
    assert.ok(refs.length > 50);
    for (const ref of refs) {
      const target = ref.split('/').reduce<Json | undefined>((part, key) => part?.[key], reply.json);
      assert.ok(target, ref);
    }
  });

  it('lists the credentials of each operation, and each error code once', async () => {
    const {json} = await api.call('/openapi.json', {secret: null});
    for (const operation of operations) {
      const path = operation.path.replace(/:(\w+)/g, '{$1}');
      const described = json['paths']![path]![operation.method]!;
      const schemes = [...described['security']!].map((one) => Object.keys(one)[0]);
      const expected = {
        ...{secret: ['secretKey'], sandbox: ['secretKey'], public: [] as string[]},
        ...{caller: ['secretKey', 'timeBasedToken'], shopper: ['shopperSession']},
        ...{owner: ['secretKey', 'shopperSession']},
        identified: ['secretKey', 'timeBasedToken', 'shopperSession'],
      };
      assert.deepEqual(schemes, expected[operation.access]);
      for (const code of codesOf(operation)) {
        const answer = described['responses']![String(statusOf(code))]!;
        const [, {properties}] = answer['content']!['application/json']!['schema']!['allOf'] as unknown as [
          unknown,
          {properties: {code: {enum: string[]}}},
        ];
        assert.equal(properties.code.enum.filter((one) => one === code).length, 1, `${path} ${code}`);
      }
    }
  });

  it('describes every field of the answers of whole scenarios', async () => {
    const strictly = async (path: string, call: Parameters<TestService['call']>[1] = {}) => {
      const reply = await api.call(path, call);
      const method = call.method ?? (call.body === undefined ? 'GET' : 'POST');
      checkAgainstDescription({method, path, ...reply}, {strict: true});
      return reply;
    };
    const customer = await api.customer();
    const opened = await strictly('/order/payments/v3/', {body: {user: customer, currency: 'PKR'}});
    const tracker = String(opened.json['data']!['tracker']!['token'] as unknown);
    const path = `/order/payments/v3/${tracker}`;
    await api.setUp(tracker);
    const replies = [await api.enroll(tracker), await api.authorize(tracker), await api.act(tracker)];
    for (const reply of replies) {
      assert.equal(reply.status, 200, reply.text);
      checkAgainstDescription({method: 'POST', path, ...reply}, {strict: true});
    }
    await strictly(`/reporter/api/v1/payments/${tracker}`);
    await strictly(`/user/customers/v1/${customer}`);
    await strictly(`/user/customers/v1/${customer}/wallet/`);
    await strictly(`/sandbox/v1/ledger?tracker=${tracker}`);
    await strictly('/client/passport/v1/token', {body: {tracker, origin: shop}});
  });
});

describe('the check of answers against the description', () => {
  const answer = (body: unknown, status = 200) => ({
    method: 'GET',
    path: '/user/customers/v1/cus_1',
    status,
    headers: new Headers({'content-type': 'application/json'}),
    text: JSON.stringify(body),
  });
  const ada = {
    token: 'cus_1',
    first_name: 'Ada',
    ...{last_name: null, email: null, phone_number: null, country: null, is_guest: false},
  };
  const status = {errors: [], message: 'success'};

  it('lets a described answer pass', () =>
    checkAgainstDescription(answer({data: ada, status}), {strict: true}));

  const lies: readonly (readonly [string, ReturnType<typeof answer>])[] = [
    ['a missing field', answer({data: {...ada, is_guest: undefined}, status})],
    ['a wrong type', answer({data: {...ada, first_name: 1}, status})],
    ['another kind of token', answer({data: {...ada, token: 'pm_1'}, status})],
    ['an undescribed status', answer({data: ada, status}, 201)],
    ['an error without the envelope', answer({error: 'no'}, 404)],
    [
      'an error code of another operation',
      answer({data: null, code: 'clock.past', message: 'm', status}, 409),
    ],
    [
      'a code under another status',
      answer({data: null, code: 'customer.not_found', message: 'm', status}, 403),
    ],
  ];
  for (const [what, lie] of lies) {
    it(`refuses ${what}`, () => assert.throws(() => checkAgainstDescription(lie)));
  }
});

function sources(folder: string): string[] {
  return readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}
