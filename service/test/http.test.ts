import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {request} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {createLogger, silentLogger} from '../src/platform/http/log.js';
import {redact} from '../src/platform/http/redact.js';
import {passesLuhn} from '../src/platform/pages/card-number.js';
import {now, shop, startTestService, string, type Call, type TestService} from './support/harness.js';

describe('every error comes in the envelope (decision 0029)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const deep = `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`;
  const cases: readonly (readonly [string, string, Call, number, string])[] = [
    ['an unknown path', '/nothing/here', {}, 404, 'not_found'],
    ['a wrong method', '/user/customers/v1/', {method: 'PATCH', body: {}}, 405, 'method_not_allowed'],
    [
      'no JSON',
      '/user/customers/v1/',
      {raw: 'a=1', headers: {'content-type': 'text/plain'}},
      415,
      'request.not_json',
    ],
    ['broken JSON', '/user/customers/v1/', {raw: '{"a":'}, 400, 'request.unparsable'],
    ['a list', '/user/customers/v1/', {raw: '[{}]'}, 400, 'request.invalid'],
    ['30 levels', '/user/customers/v1/', {raw: deep}, 400, 'request.too_deep'],
    ['a NUL', '/user/customers/v1/', {body: {first_name: 'a\u0000'}}, 400, 'request.unstorable_text'],
    ['a NUL in a name', '/user/customers/v1/', {body: {a: {'\u0000': 1}}}, 400, 'request.unstorable_text'],
    ['half a character', '/user/customers/v1/', {body: {email: '\ud800'}}, 400, 'request.unstorable_text'],
    ['a NUL in the address', '/user/customers/v1/a%00b', {}, 400, 'request.unstorable_text'],
    ['65 kB', '/user/customers/v1/', {raw: `"${'x'.repeat(65 * 1024)}"`}, 413, 'request.too_large'],
    ['no credentials', '/user/customers/v1/', {body: {}, secret: null}, 401, 'error.unauthorized_access'],
    [
      'a wrong secret key',
      '/user/customers/v1/',
      {body: {}, secret: 'sk_wrong'},
      401,
      'error.unauthorized_access',
    ],
    ['an unknown tracker', '/reporter/api/v1/payments/track_x', {}, 404, 'tracker.not_found'],
    ['an unknown customer', '/user/customers/v1/cus_x', {}, 404, 'customer.not_found'],
  ];
  for (const [what, path, call, status, code] of cases) {
    it(`${what}: ${status} ${code}`, async () => {
      const reply = await api.call(path, call);
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.json['code'], code);
      assert.equal(reply.json['data'] as unknown, null);
      assert.ok(string(reply.json['message']).length > 10);
      assert.equal(reply.json['status']!['message'], reply.json['message']);
      assert.ok([...reply.json['status']!['errors']!].length > 0);
      assert.match(reply.headers.get('x-request-id')!, /^req_/);
    });
  }

  it('405 lists the allowed methods', async () => {
    const reply = await api.call('/client/passport/v1/token', {method: 'DELETE'});
    assert.equal(reply.headers.get('allow'), 'POST');
  });

  it('a body without a stated length is limited too', async () => {
    const {hostname, port} = new URL(api.service.urls.api);
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method: 'POST',
          path: '/user/customers/v1/',
          headers: {'content-type': 'application/json', 'transfer-encoding': 'chunked'},
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      for (let part = 0; part < 10; part++) sent.write('x'.repeat(8 * 1024));
      sent.end();
    });
    assert.equal(status, 413);
  });

  it('answers have the headers that prevent caching and framing', async () => {
    for (const path of ['/healthz', '/nothing', '/user/customers/v1/cus_x']) {
      const {headers} = await api.call(path);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('card-vault-protocol'), '1');
      assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
    }
  });

  it('an invalid customer field is named, its value not repeated', async () => {
    const body = {
      first_name: 'x'.repeat(300),
      email: 'secret-mail',
      phone_number: '0300',
      country: 'Pakistan',
      is_guest: 1,
    };
    const reply = await api.call('/user/customers/v1/', {body});
    const fields = [...reply.json['fields']!] as unknown as {pointer: string}[];
    assert.deepEqual(fields.map(({pointer}) => pointer).sort(), [
      '/country',
      '/email',
      '/first_name',
      '/is_guest',
      '/phone_number',
    ]);
    assert.ok(!reply.text.includes('secret-mail'));
  });

  it('is healthy, ready, and refuses work with 503 while it drains', async () => {
    const other = await startTestService();
    assert.equal((await other.call('/readyz')).status, 200);
    const tracker = await other.tracker();
    await other.setUp(tracker);
    let open = () => {};
    other.issuer.gate = new Promise((resolve) => (open = resolve));
    const slow = other.enroll(tracker);
    while (other.issuer.enrollments.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closing = other.service.close();
    open();
    assert.equal((await slow).status, 200);
    await closing;
    await other.service.close();
    await assert.rejects(other.call('/healthz'));
  });
});

describe('a secret key sent by a browser (guarantees 4.9)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const shapes: readonly Readonly<Record<string, string>>[] = [
    {origin: shop},
    {origin: 'null'},
    {origin: 'http://localhost:5173'},
    {'sec-fetch-site': 'cross-site'},
    {'sec-fetch-site': 'same-origin'},
    {'sec-fetch-site': 'same-site', origin: shop},
  ];

  it('a secret key that comes out of a browser is refused on every route, without CORS headers, and logged without the key', async () => {
    for (const {method, path} of [...operationsOf({sandbox: true}), {method: 'get', path: '/nothing'}])
      for (const headers of shapes) {
        const what = `${method} ${path} with ${JSON.stringify(headers)}`;
        const logged = api.logs.length;
        const sends = method === 'post' || method === 'put';
        const call = {method: method.toUpperCase(), ...(sends && {body: {}}), headers};
        const reply = await api.call(path.replace(/:(\w+)/g, '$1_1'), call);
        assert.deepEqual([reply.status, reply.json['code']], [403, 'secret_key_in_browser'], what);
        assert.match(string(reply.json['message']), /time-based token/);
        const cors = [...reply.headers.keys()].filter((name) => name.startsWith('access-control'));
        assert.deepEqual(cors, [], what);
        const lines = api.logs.slice(logged).filter((line) => line.includes('http.secret_key_in_browser'));
        assert.equal(lines.length, 1, what);
      }
    assert.ok(!api.logs.join().includes(api.service.keys.secretKey));
  });
});

describe('CORS for pages with a time-based token', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const preflight = (origin: string, headers = 'authorization,content-type,idempotency-key') =>
    api.call('/order/payments/v3/track_1', {
      method: 'OPTIONS',
      secret: null,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    });

  it('a preflight from one of the merchant’s origins is answered for ten minutes', async () => {
    const {status, headers} = await preflight(shop);
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), shop);
    assert.equal(headers.get('access-control-allow-headers'), 'authorization, content-type, idempotency-key');
    assert.equal(headers.get('access-control-max-age'), '600');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.match(headers.get('vary')!, /Origin/);
  });

  it('a preflight never allows the secret key’s header', async () => {
    const {headers} = await preflight(shop, 'x-sfpy-merchant-secret');
    assert.ok(!headers.get('access-control-allow-headers')!.includes('secret'));
  });

  it('unknown origins get no CORS headers; loopback origins do in development', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://shop.example.evil.example']) {
      const {status, headers} = await preflight(origin);
      assert.equal(status, 403);
      assert.equal(headers.get('access-control-allow-origin'), null);
      assert.equal(headers.get('vary'), 'Origin');
    }
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:8080']) {
      assert.equal((await preflight(origin)).headers.get('access-control-allow-origin'), origin);
    }
  });

  it('answers and errors allow the origin of the token’s merchant, so that its pages can read them', async () => {
    const token = await api.token();
    const reply = await api.call('/reporter/api/v1/payments/track_x', {token, origin: shop});
    assert.equal(reply.status, 404);
    assert.equal(reply.headers.get('access-control-allow-origin'), shop);
    const brief = await api.token({expires_in: 1});
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 1000));
    const refused = await api.call('/reporter/api/v1/payments/track_x', {token: brief, origin: shop});
    assert.equal(refused.status, 401);
    assert.equal(
      refused.headers.get('access-control-allow-origin'),
      shop,
      'the page learns that it wants a fresh one',
    );
  });

  it('another merchant’s pages cannot read the answer; to an unknown token no page can', async () => {
    const merchant = await api.call('/sandbox/v1/merchants', {
      body: {name: 'other', origins: ['https://other-shop.example']},
    });
    const secret = String(merchant.json['data']!['secret_key']);
    const path = '/reporter/api/v1/payments/track_x';
    const otherToken = await api.call('/client/passport/v1/token', {secret, body: {}});
    const calls = [
      {token: String(otherToken.json['data']), origin: shop},
      {token: await api.token(), origin: 'https://other-shop.example'},
      {token: 'x', origin: shop},
      {secret: null, origin: shop},
    ];
    for (const call of calls) {
      const reply = await api.call(path, call);
      assert.ok(reply.status === 401 || reply.status === 403, reply.text);
      assert.equal(reply.headers.get('access-control-allow-origin'), null);
      assert.match(reply.headers.get('vary')!, /Origin/);
    }
    const own = await api.call(path, {
      token: String(otherToken.json['data']),
      origin: 'https://other-shop.example',
    });
    assert.equal(own.headers.get('access-control-allow-origin'), 'https://other-shop.example');
    const rules = await api.call('/user/meta/v2/country?cc=PK', {secret: null, origin: shop});
    assert.equal(rules.headers.get('access-control-allow-origin'), shop, 'for answers to no merchant');
  });

  it('an origin is allowed once the merchant has added it', async () => {
    const other = 'https://new-shop.example';
    assert.equal((await preflight(other)).status, 403);
    assert.equal((await api.call('/client/origins/v1', {body: {origin: other}})).status, 200);
    assert.equal((await preflight(other)).status, 204);
  });
});

describe('logs (guarantees 4.9)', () => {
  it('only fields on the list are written, in one line that cannot be forged', () => {
    const lines: string[] = [];
    const logger = createLogger((line) => lines.push(line), {now: () => now});
    logger.info('part.event', {
      route: '/a\n{"level":"info"}',
      status: 200,
      password: 'x',
      card: 'y',
      code: undefined,
    });
    assert.equal(lines.length, 1);
    assert.ok(!lines[0]!.includes('\n'));
    assert.deepEqual(JSON.parse(lines[0]!), {
      at: now.toISOString(),
      level: 'info',
      event: 'part.event',
      route: '/a\n{"level":"info"}',
      status: 200,
    });
    silentLogger.error('nothing');
  });

  for (const number of [
    '4000000000002701',
    '4000 0000 0000 2701',
    '4000-0000-0000-2701',
    '378282246310005',
    '30569309025904',
  ]) {
    it(`${number} is masked wherever it stands`, () => {
      for (const text of [number, `name=${number};`, `x${number}y`, `1${number}`, `${number}99`]) {
        assert.ok(!redact(text).includes(number), text);
      }
    });
  }

  it('an id of the service keeps its digits, even if they look like a card; text next to it does not', () => {
    const id = 'track_4dc36411-1111-4111-8111-11d25cccb30a';
    assert.equal(
      redact(`"tracker":"${id}","charge":"ch_${id.slice(6)}_0"`),
      `"tracker":"${id}","charge":"ch_${id.slice(6)}_0"`,
    );
    const own = `"request":"${id.slice(6)}"`;
    assert.equal(redact(own), own);
    for (let round = 0; round < 5000; round++) {
      const drawn = randomUUID();
      assert.equal(redact(drawn), drawn);
    }
    assert.equal(redact(`${id} 4111111111111111`), `${id} [card]`);
    assert.ok(!redact(`4111111111111111-${id.slice(6)}`).includes('4111111111111111'));
    assert.ok(!redact(`x${id.slice(6)}`).includes('4111-8111-11'), 'no id is part of a longer word');
    for (const prefix of ['x_', ''])
      assert.ok(
        !redact(`${prefix}41111111-1111-1111-1111-111111111111`).includes('1111-1111'),
        'no id has this form',
      );
    assert.ok(!redact(`${id}-4111111111111111`).includes('4111111111111111'));
  });

  it('the id of a merchant keeps its digits too, so that its own lines are found; a card number is no id', () => {
    for (const id of ['mer_4222222222222abc', 'mer_a378282246310005', 'whe_4222222222222abc'])
      assert.equal(redact(`"merchant":"${id}"`), `"merchant":"${id}"`);
    for (const text of [
      'mer_4000000000002701',
      'mer_4222222222222abcd',
      'x_4222222222222abc',
      'xmer_4222222222222abc',
    ])
      assert.match(redact(text), /\[card\]/, text);
  });

  it('keys, secrets and tokens are masked, ordinary text is not', () => {
    const jwt = `eyJhbGciOiJub25lIn0.${Buffer.from('{"a":1}').toString('base64url')}.sig`;
    const line = redact(`a sk_live_123 b whsec_Zm9v+/= c ${jwt} d`);
    assert.equal(line, 'a [secret] b [secret] c [secret] d');
    for (const text of [
      '2026-11-20T12:00:00.000Z',
      'track_1b4e28ba-2fa1-11d2-883f-b9a761bde3fb',
      'port 4100',
    ]) {
      assert.equal(redact(text), text);
    }
  });

  // A search that begins anew at each character takes minutes here.
  it('are masked in a time that grows with the text', () => {
    for (const part of ['x', 'eyJ-', 'mer_', 'abcdef01-']) {
      const text = part.repeat(500_000 / part.length);
      assert.equal(redact(text), text);
    }
  });

  it('knows Luhn', () => {
    for (const good of ['4111111111111111', '0', '79927398713']) assert.ok(passesLuhn(good), good);
    for (const bad of ['4111111111111112', '79927398710', '1']) assert.ok(!passesLuhn(bad), bad);
  });
});
