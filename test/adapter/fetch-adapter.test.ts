import {expect} from '@open-wc/testing';
import {createFetchAdapter} from '../../src/adapter/index.js';
import type {FetchAdapterOptions} from '../../src/adapter/index.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {ManualTimers, settled} from '../flow/support/manual-timers.js';
import {FakeBackend, envelope, serviceOrigin, sessionUrl, shopOrigin} from './support/fake-backend.js';

const options = {signal: new AbortController().signal};
const address = {tracker: 'track_1', origin: shopOrigin};

function fresh(changes: Partial<FetchAdapterOptions> = {}) {
  const backend = new FakeBackend({accountVerification: false, entryMode: 'flex'});
  const timers = new ManualTimers();
  backend.now = () => timers.now();
  const adapter = createFetchAdapter({sessionUrl, fetch: backend.fetch, timers, ...changes});
  return {backend, timers, adapter};
}

/** With a session, and a card that is enrolled without a challenge. */
async function enrolled() {
  const all = fresh();
  const {adapter, backend} = all;
  await adapter.openSession({}, options);
  await adapter.generateCaptureContext(address, options);
  const transientToken = backend.transientToken('frictionless');
  await adapter.processTransientToken({tracker: 'track_1', transientToken}, options);
  const urls = {successUrl: `${shopOrigin}/s`, failureUrl: `${shopOrigin}/f`};
  await adapter.enroll({tracker: 'track_1', ...urls}, options);
  return all;
}

async function errorOf(call: Promise<unknown>): Promise<CardVaultError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CardVaultError)) throw new Error(`no CardVaultError but ${String(error)}`);
  return error;
}

describe('what the adapter sends', () => {
  it('asks the shop with cookies and without a token, and the service with the token and without cookies', async () => {
    const {backend} = await enrolled();
    for (const {url, headers, init} of backend.sent) {
      const toShop = url.origin === shopOrigin;
      expect(headers.get('authorization')).to.equal(toShop ? null : 'Bearer time-based-token-1');
      expect(init.credentials).to.equal(toShop ? 'same-origin' : 'omit');
      expect(init.cache).to.equal('no-store');
      expect(init.redirect).to.equal(toShop ? 'follow' : 'error');
    }
  });

  it('gives each POST a key of its own, and a GET none', async () => {
    const {backend, adapter} = await enrolled();
    await adapter.authorize({tracker: 'track_1'}, options);
    await adapter.fetchPayment({tracker: 'track_1'}, options);
    await adapter.complete({tracker: 'track_1'}, options);
    const keys = backend.sent
      .filter(({method}) => method === 'POST')
      .map(({headers}) => headers.get('idempotency-key'));
    expect(keys.every((key) => key !== null && key.length >= 16)).to.equal(true);
    expect(new Set(keys).size).to.equal(keys.length);
    expect(backend.sent.find(({method}) => method === 'GET')?.headers.has('idempotency-key')).to.equal(false);
  });

  it('spells the actions as the specification does (4.3)', async () => {
    const {backend, adapter} = fresh();
    await adapter.openSession({}, options);
    await errorOf(
      adapter.payerAuthSetup(
        {
          tracker: 'track_1',
          card: {cardNumber: '4111', expirationMonth: '01', expirationYear: '2030', securityCode: '123'},
        },
        options,
      ),
    );
    await errorOf(
      adapter.enroll(
        {
          tracker: 'track_1',
          billing: {street1: 'a', street2: 'b', city: 'c', state: 'd', postalCode: 'e', country: 'PK'},
          successUrl: 'https://shop.example/s',
          failureUrl: 'https://shop.example/f',
          deviceFingerprintSessionId: 'session-1',
        },
        options,
      ),
    );
    await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    expect(backend.to('/order/payments/v3/track_1').map(({body}) => body)).to.deep.equal([
      {
        payload: {
          payment_method: {
            card: {card_number: '4111', expiration_month: '01', expiration_year: '2030', cvv: '123'},
          },
        },
      },
      {
        payload: {
          billing: {street_1: 'a', street_2: 'b', city: 'c', state: 'd', postal_code: 'e', country: 'PK'},
          authentication_setup: {
            success_url: 'https://shop.example/s',
            failure_url: 'https://shop.example/f',
            device_fingerprint_session_id: 'session-1',
          },
        },
      },
      {payload: {authorization: {do_capture: false}}},
    ]);
  });

  it('resolves relative addresses against the answer that gave them', async () => {
    const {adapter, backend} = fresh();
    const moved = Response.json({
      tracker: 'track_1',
      service_url: '/relay/',
      time_based_token: 'token',
      expires_at: '2030-01-01T00:00:00Z',
      is_account_verification: true,
      return_url: 'return',
    });
    Object.defineProperty(moved, 'url', {value: 'https://pay.shop.example/v2/session?x=1'});
    backend.once('/session', moved);
    expect(await adapter.openSession({}, options)).to.deep.equal({
      tracker: 'track_1',
      expiresAt: '2030-01-01T00:00:00Z',
      accountVerification: true,
      entryMode: 'flex',
      returnUrl: 'https://pay.shop.example/v2/return',
    });
    await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    await errorOf(adapter.complete({tracker: 'track_1'}, options));
    expect(backend.sent.slice(1).map(({url}) => url.href)).to.deep.equal([
      'https://pay.shop.example/relay/order/payments/v3/track_1',
      'https://pay.shop.example/v2/session/track_1/token',
      'https://pay.shop.example/v2/session/track_1/complete',
    ]);
  });

  it('knows where saved cards are without opening a session', async () => {
    const {adapter, backend} = fresh();
    expect(await adapter.listPaymentMethods(options)).to.deep.equal([]);
    expect(backend.sent.map(({url}) => url.pathname)).to.deep.equal(['/card-vault/payment-methods']);
  });
});

describe('the time-based token', () => {
  it('is renewed once when the service has forgotten it, and the action keeps its key', async () => {
    const {adapter, backend} = await enrolled();
    backend.expireTokens();
    await adapter.authorize({tracker: 'track_1'}, options);
    const [first, second] = backend.to('/track_1').slice(-2);
    expect(first?.headers.get('idempotency-key')).to.equal(second?.headers.get('idempotency-key'));
    expect(second?.headers.get('authorization')).to.equal('Bearer time-based-token-2');
    expect(backend.trackers.ledger('track_1').authorizations).to.equal(1);
  });

  it('is renewed only once for calls that meet the same refusal', async () => {
    const {adapter, backend} = await enrolled();
    backend.expireTokens();
    const call = () => adapter.fetchPayment({tracker: 'track_1'}, options);
    await Promise.all([call(), call(), call()]);
    expect(backend.to('/token')).to.have.length(1);
  });

  it('that is refused again after renewal: credentials-refused', async () => {
    const {adapter, backend} = await enrolled();
    backend.faults.push(({url}) =>
      url.origin === serviceOrigin ? envelope(401, 'error.unauthorized_access', 'no') : undefined,
    );
    const error = await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    expect(error.code).to.equal('credentials-refused');
    expect(backend.to('/token')).to.have.length(1);
  });

  it('that cannot be renewed because the shopper is gone: session-expired', async () => {
    const {adapter, backend} = await enrolled();
    backend.expireTokens();
    backend.loggedIn = false;
    const error = await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    expect(error).to.include({code: 'session-expired', audience: 'shopper', status: 401});
  });

  it('is renewed ahead of time within its last minute', async () => {
    const {adapter, backend, timers} = await enrolled();
    await timers.pass(840_000 - 1);
    await adapter.fetchPayment({tracker: 'track_1'}, options);
    expect(backend.to('/token')).to.be.empty;
    await timers.pass(1);
    await adapter.fetchPayment({tracker: 'track_1'}, options);
    expect(backend.to('/token')).to.have.length(1);
    await adapter.fetchPayment({tracker: 'track_1'}, options);
    expect(backend.to('/token')).to.have.length(1);
  });

  it('goes on being used when a renewal ahead of time fails', async () => {
    const {adapter, backend, timers} = await enrolled();
    await timers.pass(840_000);
    backend.faults.push(({url}) => (url.pathname.endsWith('/token') ? 'unreachable' : undefined));
    expect((await adapter.fetchPayment({tracker: 'track_1'}, options)).tracker).to.equal('track_1');
  });

  it('is not renewed for ever by a page whose clock is wrong', async () => {
    const {adapter, backend, timers} = await enrolled();
    await timers.pass(3_600_000);
    backend.now = () => timers.now() - 3_600_000;
    for (let call = 0; call < 5; call += 1) await adapter.fetchPayment({tracker: 'track_1'}, options);
    expect(backend.to('/token')).to.have.length(1);
  });

  it('of a renewal that one caller gave up still serves the others', async () => {
    const {adapter, backend} = await enrolled();
    backend.expireTokens();
    const given = new AbortController();
    const first = adapter
      .fetchPayment({tracker: 'track_1'}, {signal: given.signal})
      .catch((error: unknown) => error);
    const second = adapter.fetchPayment({tracker: 'track_1'}, options);
    given.abort(new DOMException('given up', 'AbortError'));
    expect(await first).to.equal(given.signal.reason);
    expect((await second).tracker).to.equal('track_1');
  });

  it('appears in no error', async () => {
    const {adapter, backend} = await enrolled();
    const calls = [
      'unreachable',
      envelope(500, 'x', 'y'),
      envelope(400, 'x', 'y'),
      new Response('<html>'),
    ] as const;
    for (const fault of calls) {
      backend.faults.length = 0;
      backend.faults.push(({url}) => (url.origin === serviceOrigin ? fault : undefined));
      const error = await errorOf(adapter.fetchPayment({tracker: 'track_1'}, options));
      expect(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`).not.to.contain(
        'time-based-token',
      );
    }
  });
});

describe('a network that fails', () => {
  it('is asked once more, under the same key, and the action is done once', async () => {
    const {adapter, backend} = await enrolled();
    backend.once('/track_1', 'answer lost');
    await adapter.authorize({tracker: 'track_1'}, options);
    const [first, second] = backend.to('/track_1').slice(-2);
    expect(first?.headers.get('idempotency-key')).to.equal(second?.headers.get('idempotency-key'));
    expect(backend.trackers.ledger('track_1').authorizations).to.equal(1);
  });

  it('is not asked a third time', async () => {
    const {adapter, backend} = await enrolled();
    backend.faults.push(() => 'unreachable');
    const sent = backend.sent.length;
    const error = await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    expect(error).to.include({code: 'service-unreachable', audience: 'network', retryable: true});
    expect(error.message).to.contain(serviceOrigin);
    expect(backend.sent.length - sent).to.equal(2);
  });

  for (const action of ['authorize', 'complete'] as const) {
    it(`keeps the key of ${action} until an answer came`, async () => {
      const {adapter, backend} = await enrolled();
      if (action === 'complete') await adapter.authorize({tracker: 'track_1'}, options);
      backend.faults.push(() => 'answer lost');
      await errorOf(adapter[action]({tracker: 'track_1'}, options));
      backend.faults.length = 0;
      await adapter[action]({tracker: 'track_1'}, options);
      const keys = backend.sent.slice(-3).map(({headers}) => headers.get('idempotency-key'));
      expect(new Set(keys).size).to.equal(1);
      expect(backend.trackers.ledger('track_1').authorizations).to.equal(1);
      await errorOf(adapter.authorize({tracker: 'track_1'}, options));
      expect(keys).not.to.include(backend.sent.at(-1)?.headers.get('idempotency-key'));
    });
  }

  it('that lost an answer which is still being made: waits for it', async () => {
    const {adapter, backend, timers} = await enrolled();
    backend.once('/track_1', 'unreachable');
    let busy = 2;
    backend.faults.push(({method, url}) => {
      if (method !== 'POST' || !url.pathname.endsWith('/track_1') || busy === 0) return undefined;
      busy -= 1;
      return envelope(409, 'idempotency.in_flight', 'still under way');
    });
    let answered = false;
    const call = adapter.authorize({tracker: 'track_1'}, options).finally(() => (answered = true));
    while (!answered) await timers.pass(100);
    expect((await call).token).to.equal('auth_1');
    const keys = backend.sent.slice(-4).map(({headers}) => headers.get('idempotency-key'));
    expect(new Set(keys).size).to.equal(1);
    expect(timers.running).to.equal(0);
  });

  it('at the shop is told apart from one at the service', async () => {
    const {adapter, backend} = fresh();
    backend.faults.push(() => 'unreachable');
    const error = await errorOf(adapter.openSession({}, options));
    expect(error).to.include({code: 'shop-server-unreachable', audience: 'network'});
    expect(error.message).to.contain(shopOrigin);
  });

  it('that is silent: 30 s, then request-timed-out, and the request is given up', async () => {
    const {adapter, backend, timers} = fresh();
    backend.faults.push(() => 'silent');
    const call = errorOf(adapter.openSession({}, options));
    await timers.pass(29_999);
    expect(backend.sent[0]?.init.signal?.aborted).to.equal(false);
    await timers.pass(1);
    expect((await call).code).to.equal('request-timed-out');
    expect(backend.sent[0]?.init.signal?.aborted).to.equal(true);
    expect(backend.sent).to.have.length(1);
    expect(timers.running).to.equal(0);
  });

  it('is left alone when the caller gives up', async () => {
    const {adapter, backend, timers} = fresh();
    backend.faults.push(() => 'silent');
    const given = new AbortController();
    const call = adapter.openSession({}, {signal: given.signal}).catch((reason: unknown) => reason);
    await settled();
    given.abort(new DOMException('given up', 'AbortError'));
    expect(await call).to.equal(given.signal.reason);
    expect(backend.sent).to.have.length(1);
    expect(timers.running).to.equal(0);
  });
});

describe('refusals', () => {
  const shop = ['/session', 'openSession'] as const;
  const cases: readonly (readonly [string, Response, string])[] = [
    ['the shop says 500', new Response('<html>oops</html>', {status: 500}), 'session-refused'],
    ['the shop knows no shopper', envelope(401, 'error.unauthorized_access', 'log in'), 'session-refused'],
    ['the shop refuses the origin', envelope(403, 'request.origin', 'not from there'), 'session-refused'],
    ['there is nothing at the address', new Response('', {status: 404}), 'session-refused'],
    [
      'the shop cannot reach the service',
      envelope(502, 'service.unreachable', 'down'),
      'service-unreachable',
    ],
    ['the service is out of order', envelope(503, 'service.unavailable', 'later'), 'service-unavailable'],
    ['the secret key is wrong', envelope(502, 'service.credentials_refused', 'key'), 'credentials-refused'],
    ['raw is not allowed', envelope(422, 'service.entry_mode_refused', 'raw'), 'entry-mode-refused'],
    ['the service is silent', envelope(504, 'service.timed_out', 'silent'), 'request-timed-out'],
    ['a page of HTML', new Response('<html>hello</html>'), 'answer-unreadable'],
    ['half a session', Response.json({tracker: 'track_1'}), 'answer-unreadable'],
  ];
  for (const [name, answer, code] of cases) {
    it(`${name}: ${code}`, async () => {
      const {adapter, backend} = fresh();
      backend.once(shop[0], answer);
      expect((await errorOf(adapter[shop[1]]({}, options))).code).to.equal(code);
      // Once the cause is gone, the same adapter works.
      expect((await adapter.openSession({}, options)).tracker).to.equal('track_1');
    });
  }

  it('an authentication that failed as an HTTP error is an enrollment that FAILED (wire 0)', async () => {
    const {adapter, backend} = await enrolled();
    const text = "error performing action 'PAYER_AUTH_ENROLLMENT': payer could not be authenticated";
    backend.once('/track_1', envelope(400, 'tracker.action_failed', text));
    const urls = {successUrl: `${shopOrigin}/s`, failureUrl: `${shopOrigin}/f`};
    expect(await adapter.enroll({tracker: 'track_1', ...urls}, options)).to.deep.equal({status: 'FAILED'});
  });

  it('a tracker without a session is not ready', async () => {
    const {adapter} = fresh();
    expect((await errorOf(adapter.authorize({tracker: 'track_7'}, options))).code).to.equal('not-ready');
  });
});
