import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CardVaultError, createCardVaultServer, createServiceClient} from '../../src/server/index.js';
import {publicKey, refused, secretKey, serviceUrl} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

const html = (status: number) =>
  new Response('<h1>hello</h1>', {status, headers: {'content-type': 'text/html'}});

/** What can be wrong with the service, and how page and developer learn of it: `words` are for the developer alone. */
const causes: readonly {
  readonly name: string;
  readonly answer: () => Response | Promise<Response>;
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly words: RegExp;
}[] = [
  {
    name: 'a wrong secret key',
    answer: () =>
      Response.json({code: 'error.unauthorized_access', message: 'strategies/union'}, {status: 401}),
    status: 502,
    code: 'credentials.refused',
    error: 'credentials-refused',
    words: /refuses the shop's secret key .* Check secretKey/,
  },
  {
    name: 'a service that is down',
    answer: () =>
      Promise.reject(
        new TypeError('fetch failed', {cause: Object.assign(new Error(), {code: 'ECONNREFUSED'})}),
      ),
    status: 502,
    code: 'service.unreachable',
    error: 'service-unreachable',
    words: /could not be reached \(ECONNREFUSED\) while opening a tracker\. Is it running/,
  },
  {
    name: 'a service that is busy',
    answer: () => refused(503, 'service.draining', 'come back'),
    status: 503,
    code: 'service.unavailable',
    error: 'service-unavailable',
    words: /cannot answer at the moment/,
  },
  {
    name: 'too many requests',
    answer: () => refused(429, 'limit.reached', 'slow down'),
    status: 503,
    code: 'service.unavailable',
    error: 'service-unavailable',
    words: /limit\.reached: slow down/,
  },
  {
    name: 'a gateway error page',
    answer: () => html(502),
    status: 503,
    code: 'service.unavailable',
    error: 'service-unavailable',
    words: /HTTP 502/,
  },
  {
    name: 'a wrong service address that answers pages',
    answer: () => html(200),
    status: 502,
    code: 'answer.unreadable',
    error: 'answer-unreadable',
    words: /Is serviceUrl right\?/,
  },
  {
    name: 'a wrong service address that redirects',
    answer: () => new Response(null, {status: 302, headers: {location: 'https://elsewhere.example'}}),
    status: 502,
    code: 'answer.unreadable',
    error: 'answer-unreadable',
    words: /not followed, because the secret key would go along/,
  },
  {
    name: 'JSON of something else',
    answer: () => Response.json({hello: 'world'}),
    status: 502,
    code: 'answer.unreadable',
    error: 'answer-unreadable',
    words: /\/data/,
  },
  {
    name: 'raw entry where the merchant may not',
    answer: () => refused(403, 'tracker.raw_not_enabled', 'raw needs a certificate'),
    status: 422,
    code: 'entry_mode.refused',
    error: 'entry-mode-refused',
    words: /raw needs a certificate/,
  },
  {
    name: 'a customer that the service does not know',
    answer: () => refused(404, 'customer.not_found', 'no such customer'),
    status: 502,
    code: 'request.refused',
    error: 'request-refused',
    words: /customer\.not_found: no such customer/,
  },
  {
    name: 'the legacy error shape',
    answer: () => Response.json({error: 'merchant is unknown'}, {status: 400}),
    status: 502,
    code: 'request.refused',
    error: 'request-refused',
    words: /merchant is unknown/,
  },
];

describe('failures of the service', () => {
  for (const {name, answer, status, code, error, words} of causes) {
    it(`${name}: ${error}`, async () => {
      const {service, ask, errors} = openShop();
      service.before = () => answer();
      const refusal = await refusalIn(await ask('POST', '/session'));
      assert.equal(refusal.status, status);
      assert.equal(refusal.code, code);
      assert.ok(errors[0] instanceof CardVaultError);
      assert.equal(errors[0].code, error);
      assert.match(errors[0].message, words);
      // Anybody may ask: neither the shop's network nor what the service said is theirs to know.
      assert.match(refusal.message, /The onError hook of the shop's server has the details\.$/);
      for (const inner of [
        serviceUrl,
        new URL(serviceUrl).host,
        'ECONNREFUSED',
        'slow down',
        'no such',
        'unknown',
      ])
        assert.ok(!refusal.message.includes(inner), refusal.message);
      assert.doesNotMatch(refusal.message, new RegExp(secretKey));
    });
  }

  it('a refusal leads to its line in the service’s log, if the service names one', async () => {
    for (const [named, known] of [
      ['req_0a1b2c', 'req_0a1b2c'],
      ['not a word', undefined],
    ] as const) {
      const {service, ask, errors} = openShop();
      const headers = {'x-request-id': named};
      service.before = () => Response.json({code: 'unexpected', message: 'x'}, {status: 500, headers});
      await ask('POST', '/session');
      const {cause} = errors[0] as CardVaultError;
      assert.equal((cause as {request?: string}).request, known);
    }
  });

  it('a service that does not answer: request-timed-out, after the limit', async () => {
    const {service, ask, errors} = openShop({timeout: 20});
    service.before = (_request, {signal}) =>
      new Promise((_answer, fail) => {
        signal?.addEventListener('abort', () => fail(signal.reason as Error));
        // Keeps the process alive until the limit, whose timer does not.
        const alive = setTimeout(() => fail(new Error('no limit')), 10_000);
        signal?.addEventListener('abort', () => clearTimeout(alive));
      });
    const refusal = await refusalIn(await ask('POST', '/session'));
    assert.equal(refusal.status, 504);
    assert.equal(refusal.code, 'request.timed_out');
    assert.equal((errors[0] as CardVaultError).code, 'request-timed-out');
  });

  it('a hook of the shop that throws: its words stay on the server', async () => {
    const {ask, errors} = openShop({
      customer: () => {
        throw new Error('password of the database is hunter2');
      },
    });
    const refusal = await refusalIn(await ask('POST', '/session'));
    assert.equal(refusal.status, 500);
    assert.equal(refusal.code, 'server.unexpected');
    assert.doesNotMatch(refusal.message, /hunter2/);
    assert.match(String(errors[0]), /hunter2/);
  });

  it('says nothing to onError of what is only the page or the shopper', async () => {
    const {ask, errors} = openShop();
    await ask('POST', '/session', {as: ''});
    await ask('POST', '/session/track_404/complete');
    await ask('GET', '/nowhere');
    assert.deepEqual(errors, []);
  });
});

describe('configuration', () => {
  const good = {serviceUrl, secretKey, publicKey, currency: 'USD', customer: () => 'cus_ada'};
  const wrong: Record<string, [Record<string, unknown>, RegExp]> = {
    'one key for both': [{publicKey: secretKey}, /same text/],
    'no address': [{serviceUrl: 'service'}, /no http address/],
    'a secret key over plain http': [{serviceUrl: 'http://service.example'}, /must be https/],
    'no login hook': [{customer: undefined}, /customer is missing/],
    'no currency': [{currency: ''}, /currency is missing/],
    'two letters for a currency': [
      {currency: 'US'},
      /three capital letters of ISO 4217, such as "USD", not "US"/,
    ],
    'a currency that does not exist': [
      {currency: 'XYZ'},
      /currency is "XYZ", which is not a currency of ISO 4217/,
    ],
    'a token that lives no time': [{tokenLife: -1}, /tokenLife must be whole seconds from 1 to 3600, not -1/],
    'a timeout in words': [{timeout: '10s'}, /timeout must be milliseconds above 0, not "10s"/],
    'pauses that are no list': [{walletPauses: 200}, /walletPauses must be a list of milliseconds, not 200/],
    'an entry mode that is none': [
      {entryMode: 'rawish'},
      /entryMode must be "flex", "raw" or a function, not "rawish"/,
    ],
    'a verification in words': [
      {accountVerification: 'yes'},
      /accountVerification must be true, false or a function, not "yes"/,
    ],
    'metadata that is no object': [{metadata: 'x'}, /metadata must be an object or a function, not "x"/],
    'a hook for errors that is no function': [{onError: 'x'}, /onError must be a function, not "x"/],
    'a store without methods': [
      {store: {}},
      /store must be an object with the methods add, remove, list, not another object/,
    ],
    'a base path that is none': [{basePath: 'vault?'}, /basePath/],
    'an origin that is none': [{origins: ['*']}, /origins: "\*"/],
  };
  for (const [name, [change, words]] of Object.entries(wrong)) {
    it(`is refused at once: ${name}`, () => {
      assert.throws(
        () => createCardVaultServer({...good, ...change} as Parameters<typeof createCardVaultServer>[0]),
        (error: unknown) =>
          error instanceof CardVaultError &&
          error.code === 'configuration-missing' &&
          words.test(error.message) &&
          !error.message.includes(secretKey),
      );
    });
  }

  it('may lack its secrets until it is used, so that a build needs none', async () => {
    const heard: unknown[] = [];
    const onError = (error: unknown) => heard.push(error);
    const vault = createCardVaultServer({...good, secretKey: '', publicKey: '', onError});
    assert.equal(vault.basePath, '/card-vault');
    const missing = {code: 'configuration-missing', message: /secretKey, publicKey are missing/};
    assert.throws(() => vault.client, missing);
    assert.throws(() => vault.webhooks, missing);
    await assert.rejects(vault.sweep(), missing);
    await assert.rejects(vault.verify('pm_1', 'cus_ada'), missing);
    const response = await vault.handle(
      new Request('https://shop.example/card-vault/session', {method: 'POST'}),
    );
    assert.equal(response.status, 500);
    assert.equal(((await response.json()) as {code: string}).code, 'configuration.missing');
    assert.equal(heard.length, 1);
  });

  it('a currency that depends on the request is judged with it', async () => {
    const {ask, errors} = openShop({currency: () => 'dollars'});
    const response = await ask('POST', '/session');
    assert.equal(response.status, 500);
    assert.match(String(errors[0]), /currency must be three capital letters/);
  });

  it('without onError each cause is written once', async (test) => {
    const written = test.mock.method(console, 'error', () => undefined);
    const {ask, service} = openShop({onError: undefined});
    service.before = () => Promise.reject(new TypeError('fetch failed'));
    await ask('POST', '/session');
    await ask('POST', '/session');
    await ask('GET', '/payment-methods');
    const lines = written.mock.calls.map(({arguments: [, error]}) => String(error));
    assert.equal(lines.length, 2);
    assert.equal(new Set(lines).size, 2);
  });

  it('accepts plain http on this machine, and elsewhere only by name', () => {
    for (const url of ['http://localhost:4100', 'http://127.0.0.1:4100', 'http://[::1]:4100']) {
      createCardVaultServer({...good, serviceUrl: url});
    }
    createCardVaultServer({...good, serviceUrl: 'http://service:4100', allowInsecureService: true});
  });

  it('is refused in a browser', () => {
    const scope = globalThis as {document?: unknown};
    scope.document = {};
    try {
      assert.throws(() => createServiceClient(good), /does not run in a browser/);
    } finally {
      delete scope.document;
    }
  });
});
