import {expect} from '@open-wc/testing';
import {envelope, shopOrigin} from './support/fake-backend.js';
import {enrolled, errorOf, fresh, options} from './support/fresh.js';

describe('what the adapter sends', () => {
  it('asks the shop without a token and the service with it; cookies go to the origin of the page alone', async () => {
    const {backend} = await enrolled();
    for (const {url, headers, init} of backend.sent) {
      const toShop = url.origin === shopOrigin;
      expect(headers.get('authorization')).to.equal(toShop ? null : 'Bearer time-based-token-1');
      expect(init.credentials).to.equal('same-origin');
      expect(init.cache).to.equal('no-store');
      expect(init.redirect ?? 'follow').to.equal(toShop ? 'follow' : 'error');
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

  it('spells the actions as the specification does (spec 4.3)', async () => {
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
      features: [],
    });
    await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    await errorOf(adapter.complete({tracker: 'track_1'}, options));
    expect(backend.sent.slice(1).map(({url}) => url.href)).to.deep.equal([
      'https://pay.shop.example/relay/order/payments/v3/track_1',
      'https://pay.shop.example/v2/session/track_1/token?x=1',
      'https://pay.shop.example/v2/session/track_1/complete?x=1',
    ]);
  });

  it('asks for a tracker of an earlier page with the query of session-url', async () => {
    const {adapter, backend} = fresh({sessionUrl: '/card-vault/session?csrf=abc#top'});
    await errorOf(adapter.openSession({tracker: 'track_1'}, options));
    expect(backend.sent[0]?.url.href).to.match(/\/card-vault\/session\/track_1\/token\?csrf=abc$/);
  });

  it('knows where saved cards are without opening a session', async () => {
    const {adapter, backend} = fresh();
    expect(await adapter.listPaymentMethods(options)).to.deep.equal([]);
    expect(backend.sent.map(({url}) => url.pathname)).to.deep.equal(['/card-vault/payment-methods']);
  });
});

describe('refusals', () => {
  const shop = ['/session', 'openSession'] as const;
  const cases: readonly (readonly [string, Response, string])[] = [
    ['the shop says 500', new Response('<html>oops</html>', {status: 500}), 'session-refused'],
    ['the shopper is not signed in', envelope(401, 'login.required', 'sign in'), 'login-required'],
    ['a shop without the kit knows no shopper', envelope(401, 'unauthorized', 'log in'), 'login-required'],
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
    ['a page of HTML', new Response('<html>hello</html>'), 'session-refused'],
    ['a list', Response.json([]), 'session-refused'],
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

  it('an answer that is no session names the address that gave it', async () => {
    const {adapter, backend} = fresh();
    backend.once('/session', new Response('<html>Please log in</html>'));
    const {message} = await errorOf(adapter.openSession({}, options));
    expect(message).to.contain(`${shopOrigin}/card-vault/session answered 200`);
    expect(message).not.to.contain('Please log in');
  });

  for (const status of [401, 403, 404, 429, 500])
    it(`a refusal of a session with ${status} names the address that was asked, and the attribute`, async () => {
      const {adapter, backend} = fresh();
      backend.once('/session', new Response('<html>no</html>', {status}));
      const error = await errorOf(adapter.openSession({}, options));
      expect(error.status).to.equal(status);
      expect(error.message).to.equal(
        `The shop's server answered ${status} (and did not say why). It was asked for a session at ` +
          `${shopOrigin}/card-vault/session, the address in session-url.`,
      );
    });

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
