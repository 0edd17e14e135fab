/** Every field of every route, misspelt: the answer has a sentence with the name that was meant (wire 1.3). */
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Operation} from '../src/platform/openapi/operation.js';
import {entriesOf, itemOf, partsOf, type SchemaNode} from '../src/platform/http/schema-nodes.js';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {productionOptions} from './support/production.js';
import {shop, startTestService, string, type Reply, type TestService} from './support/harness.js';

type Body = Record<string, unknown>;

const address = {street1: 'Mall Road 1', street2: '', city: 'Lahore', country: 'PK'};

/** Bodies that the routes accept as far as they depend on nothing else. */
const bodies: Readonly<Record<string, Body>> = {
  '/user/customers/v1': {first_name: 'Ada'},
  '/user/customers/v1/:customer': {first_name: 'Ada'},
  '/user/v1/guest': {first_name: 'Ada'},
  '/user/customers/v1/:customer/wallet/:method': {is_default: true},
  '/order/payments/v3': {user: 'cus', currency: 'PKR'},
  '/order/payments/v3/:tracker': {payload: {}},
  '/order/payments/v3/:tracker/metadata': {data: {}},
  '/user/address/v2': address,
  '/user/address/v2/:address': address,
  '/client/plans/v1': {
    ...{amount: '500.00', currency: 'PKR', interval: 'MONTH', interval_count: 1},
    ...{type: 'RECURRING', product: 'Box', active: true},
  },
  '/client/subscriptions/v1/:subscription': {cancel_at_period_end: true},
  '/sandbox/v1/faults': {rules: [{kind: 'latency'}], add: [{kind: 'latency'}]},
  '/client/webhooks/v1': {url: 'https://shop.example/hook'},
  '/client/webhooks/v1/:endpoint/replay': {from: '2026-11-20T00:00:00Z'},
};

interface Field {
  readonly name: string;
  /** The objects that it lies in, by name. */
  readonly path: readonly string[];
  /** The fields beside it. */
  readonly beside: readonly string[];
  readonly isDecisive: boolean;
}

/** All fields of a schema, at all its levels. */
function fieldsOf(node: SchemaNode, path: readonly string[] = []): readonly Field[] {
  const entries = entriesOf(node) ?? {};
  const parts = partsOf(node);
  const isClosed = parts.some(({type}) => type === 'strict_object');
  const decisive = parts.flatMap(({metadata}) => metadata?.decisive ?? []);
  return Object.entries(entries).flatMap(([name, inner]) => [
    {name, path, beside: Object.keys(entries), isDecisive: isClosed || decisive.includes(name)},
    ...fieldsOf(itemOf(inner) ?? inner, [...path, name]),
  ]);
}

const middle = (name: string) => Math.floor(name.length / 2);

/** How people misspell a name. */
const slips: Readonly<Record<string, (name: string) => string>> = {
  'a letter left out': (name) => name.slice(0, -1),
  'a letter too many': (name) => `${name}${name.at(-1)}`,
  'another letter': (name) => `${name.slice(0, middle(name))}q${name.slice(middle(name) + 1)}`,
  'another case': (name) => name.toUpperCase(),
  'camel case': (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
};

const all = operationsOf({sandbox: true});
const operations = all.filter(({body}) => body !== undefined);
/** Routes whose filters are misspelt in the address. */
const lists = all.filter(({query}) => query !== undefined);
/** Routes that act without reading a field; the bank’s page posts a form. */
const bare = all.filter(
  ({method, body, bodyIsForm}) => body === undefined && !bodyIsForm && /^(post|put)$/.test(method),
);

/** The body with a field under another name, or at another level. */
function withSlip(
  base: Body,
  {name, path}: Field,
  slip: {readonly name: string; readonly path: readonly string[]},
) {
  const body = structuredClone(base);
  const at = (keys: readonly string[]) =>
    keys.reduce<Body>((object, key) => {
      if (Array.isArray(object[key])) return object[key][0] as Body;
      return (object[key] ??= {}) as Body;
    }, body);
  const value = at(path)[name] ?? 'x';
  delete at(path)[name];
  at(slip.path)[slip.name] = value;
  return body;
}

const sentencesOf = ({json, headers}: Reply): readonly string[] => [
  ...[...(json['status']?.['errors'] ?? [])].map(String),
  ...[...(json['warnings'] ?? [])].map((warning) => {
    assert.ok(headers.get('card-vault-warnings'), 'the header says it too');
    return String(warning);
  }),
];

describe('a misspelt field is named in a warning, or refused', () => {
  let api: TestService;
  const paths = new Map<string, string>();
  before(async () => {
    api = await startTestService({allowRaw: true});
  });
  after(() => api.service.close());

  /** The path with tokens of things that exist, where the route reads them before the body. */
  async function pathOf({path}: Operation): Promise<string> {
    if (path.includes(':tracker') && !paths.has('tracker')) paths.set('tracker', await api.tracker());
    if (path.includes(':endpoint') && !paths.has('endpoint')) {
      const made = await api.call('/client/webhooks/v1', {body: {url: 'https://shop.example/hook'}});
      paths.set('endpoint', string(made.json['data']!['token']));
    }
    return path.replace(/:(\w+)/g, (_, name: string) => paths.get(name) ?? `${name}_1`);
  }

  const census = {routes: 0, fields: 0, parameters: 0, bare: 0, slips: 0, refused: 0, warned: 0};
  for (const operation of operations) {
    const {method, path, body: schema} = operation;
    it(`${method.toUpperCase()} ${path}`, async () => {
      const url = await pathOf(operation);
      const fields = fieldsOf(schema as SchemaNode);
      census.routes++;
      for (const field of fields) {
        census.fields++;
        const variants = Object.entries(slips)
          .map(([kind, misspell]) => ({kind, name: misspell(field.name), path: field.path}))
          .filter(({name}) => name !== '' && !field.beside.includes(name));
        const parent = field.path.slice(0, -1);
        const isKnownAbove = fields.some(
          ({name, path}) => name === field.name && String(path) === String(parent),
        );
        if (field.path.length > 0 && !isKnownAbove)
          variants.push({kind: 'one level too high', name: field.name, path: parent});
        for (const slip of variants) {
          const body = withSlip(bodies[path] ?? {}, field, slip);
          const reply = await api.call(url, {method: method.toUpperCase(), body});
          census.slips++;
          const what = `${slip.kind}: ${slip.name} for ${[...field.path, field.name].join('.')}: ${reply.text}`;
          const hint = sentencesOf(reply).find((sentence) =>
            slip.kind === 'one level too high'
              ? sentence.includes(`${slip.name}: belongs in `)
              : sentence.includes(`${slip.name}: did you mean `) &&
                new RegExp(`\\b${field.name}\\b`).test(sentence),
          );
          assert.ok(hint, what);
          const isRefused = [...(reply.json['fields'] ?? [])].some(
            ({got}) => String(got) === 'an unknown field',
          );
          census[isRefused ? 'refused' : 'warned']++;
          if (field.isDecisive || slip.kind === 'one level too high') assert.ok(isRefused, what);
        }
      }
      // What was only warned of is in force: forty late answers.
      if (path === '/sandbox/v1/faults') await api.call(path, {body: {rules: []}});
    });
  }

  for (const operation of lists) {
    const {method, path, query} = operation;
    it(`${method.toUpperCase()} ${path}, its query`, async () => {
      const url = await pathOf(operation);
      const names = Object.keys(query!);
      for (const name of names) {
        census.parameters++;
        for (const [kind, misspell] of Object.entries(slips)) {
          const slip = misspell(name);
          if (slip === '' || names.includes(slip)) continue;
          const reply = await api.call(`${url}?${slip}=x`, {method: method.toUpperCase()});
          census.slips++;
          census.refused++;
          const what = `${kind}: ${slip} for ${name}: ${reply.status} ${reply.text}`;
          assert.equal(reply.status, 400, what);
          // Where it was required, it is named as missing.
          const hints = new RegExp(`did you mean [^?]*\\b${name}\\b|\\b${name} (is required|must be)`);
          assert.ok(
            sentencesOf(reply).some((sentence) => hints.test(sentence)),
            what,
          );
        }
      }
    });
  }

  for (const operation of bare) {
    const {method, path} = operation;
    it(`${method.toUpperCase()} ${path} reads no field, and says so`, async () => {
      const url = await pathOf(operation);
      const reply = await api.call(url, {method: method.toUpperCase(), body: {amuont: 5}});
      census.bare++;
      assert.ok(
        sentencesOf(reply).some((sentence) => sentence.startsWith('amuont: ')),
        `${reply.status} ${reply.text}`,
      );
    });
  }

  it('the census has every route with a body', (t) => {
    t.diagnostic(JSON.stringify(census));
    assert.ok(census.routes === operations.length && census.fields > 100, JSON.stringify(census));
    assert.ok(census.refused > 0 && census.warned > 0, JSON.stringify(census));
  });
});

describe('what is said of unknown fields', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const addCustomer = (body: object, key?: string) =>
    api.call('/user/customers/v1/', {body, ...(key !== undefined && {key})});

  it('answer, header, log and the dashboard name it with what was meant', async () => {
    const reply = await addCustomer({first_name: 'Ada', emial: 'ada@example.com', shoe: 42});
    assert.equal(reply.status, 200);
    const known = 'first_name, last_name, email, phone_number, country, is_guest';
    const warnings = ['emial: did you mean email?', `shoe: not known here. Known are ${known}`];
    assert.deepEqual([...reply.json['warnings']!], warnings);
    assert.equal(reply.headers.get('card-vault-warnings'), warnings.join('; '));
    const line = api.logs.find((one) => one.includes('http.unknown_fields'));
    assert.match(line ?? '', /"route":"\/user\/customers\/v1".*emial: did you mean email\?/);
    const {json} = await api.call('/sandbox/v1/events?type=request.unknown_fields');
    assert.match(string(json['data']![0]!['data']!['fields']), /^emial: did you mean email\?/);
  });

  it('a repetition with the same key gets the same bytes', async () => {
    const body = {first_name: 'Ada', emial: 'ada@example.com'};
    const [first, second] = [await addCustomer(body, 'slip'), await addCustomer(body, 'slip')];
    assert.ok(first.json['warnings']);
    assert.equal(second.text, first.text);
    assert.equal(second.headers.get('card-vault-warnings'), first.headers.get('card-vault-warnings'));
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
  });

  it('a name that may be a secret or a card number is not repeated', async () => {
    for (const name of ['4111111111111111', 'sk_live_1234567890', 'a name\nof two lines']) {
      const reply = await addCustomer({first_name: 'Ada', [name]: 1});
      assert.match(string([...reply.json['warnings']!][0]), /^…: /);
      assert.ok(!api.logs.some((line) => line.includes(name)));
    }
  });

  it('a body without unknown fields is answered without warnings', async () => {
    const reply = await addCustomer({first_name: 'Ada'});
    assert.equal(reply.json['warnings'], undefined);
    assert.equal(reply.headers.get('card-vault-warnings'), null);
  });

  it('a route that reads no fields says so', async () => {
    const reply = await api.call(`/order/payments/v3/${await api.tracker()}/void`, {body: {amount: 5}});
    assert.deepEqual([...reply.json['warnings']!].map(String), ['amount: nothing is read here']);
  });

  it('both spellings of a street are understood on both routes, and two different ones refused', async () => {
    const place = {city: 'Lahore', country: 'PK'};
    for (const street of [{street1: 'Mall Road 1'}, {street_1: 'Mall Road 1'}]) {
      const saved = await api.call('/user/address/v2', {body: {...place, ...street}});
      assert.equal(saved.json['data']!['street1'], 'Mall Road 1');
      const tracker = await api.tracker();
      await api.setUp(tracker);
      await api.act(tracker, {
        authentication_setup: {success_url: `${shop}/ok`, failure_url: `${shop}/no`},
        billing: {...place, ...street},
      });
      assert.match(JSON.stringify(await api.payment(tracker)), /"street_1":"Mall Road 1"/);
    }
    const both = {...place, street1: 'Mall Road 1', street_1: 'Canal Bank 2'};
    const refused = await api.call('/user/address/v2', {body: both});
    assert.match(string(refused.json['message']), /^street_1 must be left out, or the same as street1/);
  });

  it('what stands in the place of the secret key is named, and never repeated', async () => {
    for (const [sent, named] of [
      [api.service.keys.publicKey, /^This is a public key/],
      ['whsec_Y2FyZC12YXVsdA==', /^This is the secret of a webhook endpoint/],
      [await api.token(), /^This is a token of a page/],
    ] as const) {
      // A token of a page is at home among the bearers.
      const asBearer = sent.startsWith('eyJ') ? [] : [['authorization', `Bearer ${sent}`] as const];
      for (const header of [['x-sfpy-merchant-secret', sent] as const, ...asBearer]) {
        const headers = Object.fromEntries([header]);
        const reply = await api.call('/client/plans/v1/search', {secret: null, headers});
        assert.equal(reply.status, 401);
        assert.match(string(reply.json['message']), named);
        assert.ok(!reply.text.includes(sent));
      }
    }
  });

  it('a path whose list lies below it names the search', async () => {
    for (const path of ['/client/plans/v1', '/client/plans/v1/', '/client/subscriptions/v1'])
      assert.match(
        string((await api.call(path)).json['message']),
        /To list, use GET \/client\/(?:plans|subscriptions)\/v1\/search\./,
      );
  });
});

describe('in production', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService(productionOptions);
  });
  after(() => api.service.close());

  it('there is no warning, and a slip that moves money, time or power is refused', async () => {
    const body = {first_name: 'Ada', emial: 'ada@example.com'};
    const made = await api.call('/user/customers/v1/', {body});
    assert.equal(made.status, 200);
    assert.deepEqual(Object.keys(made.json), ['data', 'status']);
    assert.equal(made.headers.get('card-vault-warnings'), null);
    const user = string(made.json['data']!['token']);
    const slips = [
      [
        '/order/payments/v3/',
        {user, currency: 'PKR', is_account_verfication: true},
        'is_account_verification',
      ],
      ['/client/plans/v1', {...bodies['/client/plans/v1'], trial_days: 7}, 'trial_period_days'],
      ['/client/passport/v1/token', {trackr: 'track_1'}, 'tracker'],
      ['/client/passport/v1/token', {orign: shop}, 'origin'],
    ] as const;
    for (const [path, sent, meant] of slips) {
      const reply = await api.call(path, {body: sent});
      assert.equal(reply.status, 400, path);
      assert.match(string(reply.json['message']), new RegExp(`: did you mean ${meant}\\?$`));
    }
    const unknown = await api.call('/client/passport/v1/token', {body: {audience: 'all'}});
    assert.match(string(unknown.json['message']), /^audience: not known here\. Known are scope, user/);
  });
});
