import {expect} from '@open-wc/testing';
import {beginSession} from '../../src/adapter/begun.js';
import {askPlanFacts, askSubscribeAddress} from '../../src/adapter/subscribe.js';
import {createWallet} from '../../src/adapter/wallet.js';
import {ManualTimers} from '../flow/support/manual-timers.js';
import {sessionUrl, shopOrigin, type Fault, type Sent} from './support/fake-backend.js';
import {enrolled, errorOf, fresh, options} from './support/fresh.js';

const loginPage = `${shopOrigin}/account/login`;
const lost =
  `The shop's server led this request to ${loginPage}, where the answer (200) is not JSON. Mostly this is the login page, and ` +
  'the shopper is no longer signed in: ask the shopper to sign in. If the shopper is signed in, check the address of the route.';

/** What a redirect has led to: the shop's login page, unless the test says otherwise. */
function led(
  body: BodyInit | null = '<html>Please log in</html>',
  init: ResponseInit = {},
  url = `${loginPage}?next=%2Fcheckout&secret=1`,
): Response {
  return Object.defineProperty(new Response(body, init), 'url', {value: url});
}

describe('a shop that leads a shopper who is signed out to its login page', () => {
  // shows: time 85
  it('has lost the login, not refused a session', async () => {
    const {adapter, backend} = fresh();
    backend.once('/session', led());
    const error = await errorOf(adapter.openSession({}, options));
    expect(error).to.include({code: 'login-required', audience: 'shopper', retryable: true});
    expect(error.message).to.equal(lost);
    expect(backend.sent).to.have.length(1);
    // Once the shopper is signed in, the same adapter works.
    expect((await adapter.openSession({}, options)).tracker).to.equal('track_1');
  });

  it('has lost it also where the page began the request', async () => {
    const begun = beginSession(sessionUrl, undefined, () => Promise.resolve(led()));
    const {adapter} = fresh({begun});
    expect((await errorOf(adapter.openSession({}, options))).code).to.equal('login-required');
  });

  it('has lost it in each later request of a save', async () => {
    const {adapter, backend} = await enrolled();
    const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['/token', () => adapter.openSession({tracker: 'track_1'}, options)],
      ['/complete', () => adapter.complete({tracker: 'track_1'}, options)],
      ['/payment-methods', () => adapter.listPaymentMethods(options)],
    ];
    for (const [ending, call] of calls) {
      backend.once(ending, led());
      expect((await errorOf(call())).message, ending).to.equal(lost);
    }
  });

  it('has removed no card, whatever its login page answers to a DELETE', async () => {
    for (const status of [200, 404, 405]) {
      const {adapter, backend} = fresh();
      backend.once('/pm_1', led('<html>', {status}));
      const removal = adapter.removePaymentMethod({token: 'pm_1'}, options);
      // A list takes an error with the status 404 for a card that is gone.
      expect(await errorOf(removal), String(status)).to.include({code: 'login-required', status: undefined});
    }
  });

  it('has lost it for the list of cards, and for the checkout', async () => {
    const fetch = (): Promise<Response> => Promise.resolve(led());
    const timers = new ManualTimers();
    const wallet = createWallet({url: `${shopOrigin}/card-vault/payment-methods`, fetch, timers});
    const {signal} = options;
    const address = {subscribeUrl: `${shopOrigin}/card-vault/subscribe`, plan: 'plan_1'};
    const request = {...address, returnUrl: undefined, locale: 'en'};
    for (const call of [
      wallet.listPaymentMethods(options),
      wallet.removePaymentMethod({token: 'pm_1'}, options),
      wallet.setDefaultPaymentMethod({token: 'pm_1'}, options),
      askSubscribeAddress(request, {signal, timers, fetch}),
      askPlanFacts(address, {signal, timers, fetch}),
    ])
      expect((await errorOf(call)).message).to.equal(lost);
  });
});

/**
 * A redirect to another origin that allows no page to read it: `fetch` fails where it follows, and answers
 * where it does not.
 */
const elsewhere =
  (path: string) =>
  ({url, init}: Pick<Sent, 'url' | 'init'>): Fault | undefined =>
    url.pathname.endsWith(path) ? (init.redirect === 'manual' ? Response.error() : 'unreachable') : undefined;
const lostTo = (path: string): string =>
  `The shop's server led the request for ${shopOrigin}/card-vault${path} to an address that this page cannot ask. Mostly this is a ` +
  'login page on another origin, and the shopper is no longer signed in: ask the shopper to sign in. If the shopper is signed ' +
  'in, check the address of the route.';

describe('a shop whose login page is on another origin', () => {
  // shows: time 86
  it('has lost the login, although the network seems to be down', async () => {
    const {adapter, backend} = fresh();
    backend.faults.push(elsewhere('/session'));
    const error = await errorOf(adapter.openSession({}, options));
    expect(error).to.include({code: 'login-required', audience: 'shopper', message: lostTo('/session')});
    expect(backend.sent.map(({init}) => init.redirect)).to.deep.equal([undefined, 'follow', 'manual']);
    // One key, so the server opens one session at most.
    expect(new Set(backend.sent.map(({headers}) => headers.get('idempotency-key'))).size).to.equal(1);
  });

  it('has lost it in each later request of a save', async () => {
    const {adapter, backend} = await enrolled();
    const session = '/session/track_1';
    const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
      [`${session}/token`, () => adapter.openSession({tracker: 'track_1'}, options)],
      [`${session}/complete`, () => adapter.complete({tracker: 'track_1'}, options)],
      ['/payment-methods', () => adapter.listPaymentMethods(options)],
    ];
    for (const [path, call] of calls) {
      backend.faults.push(elsewhere(path));
      expect((await errorOf(call())).message).to.equal(lostTo(path));
    }
  });

  it('has lost it for the list of cards, and for the checkout', async () => {
    const fetch: typeof globalThis.fetch = (_, init = {}) =>
      init.redirect === 'manual'
        ? Promise.resolve(Response.error())
        : Promise.reject(new TypeError('failed'));
    const timers = new ManualTimers();
    const wallet = createWallet({url: `${shopOrigin}/card-vault/payment-methods`, fetch, timers});
    const address = {subscribeUrl: `${shopOrigin}/card-vault/subscribe`, plan: 'plan_1'};
    for (const call of [
      wallet.listPaymentMethods(options),
      wallet.removePaymentMethod({token: 'pm_1'}, options),
      askPlanFacts(address, {signal: options.signal, timers, fetch}),
    ])
      expect((await errorOf(call)).code).to.equal('login-required');
  });

  it('is heard all the same when its answer comes at the last sending', async () => {
    const {adapter, backend} = fresh();
    backend.once('/session', 'unreachable');
    backend.once('/session', 'unreachable');
    expect((await adapter.openSession({}, options)).tracker).to.equal('track_1');
    expect(backend.sent).to.have.length(3);
  });
});

describe('what is no lost login', () => {
  const opened = async (answer: Response, url = sessionUrl): Promise<string> => {
    const {adapter, backend} = fresh({sessionUrl: url});
    backend.once('/session', answer);
    return (await errorOf(adapter.openSession({}, options))).code;
  };

  it('a redirect to JSON that is no session', async () => {
    expect(await opened(led('[]'))).to.equal('session-refused');
    expect(await opened(led('{"tracker": "track_1"}'))).to.equal('answer-unreadable');
  });

  it('a page at the very address that was asked, with or without a fragment', async () => {
    for (const hash of ['', '#card'])
      expect(await opened(led('<html>', {}, sessionUrl), sessionUrl + hash), hash).to.equal(
        'session-refused',
      );
  });

  it('a redirect to a server that is out of order, or to an address with nothing', async () => {
    for (const status of [404, 500, 502])
      expect(await opened(led('<html>', {status})), String(status)).to.equal('session-refused');
  });

  it('a removal that is led elsewhere and answered with nothing', async () => {
    const {adapter, backend} = fresh();
    backend.once('/pm_1', led(null, {status: 204}, `${shopOrigin}/card-vault/payment-methods/pm_1/`));
    await adapter.removePaymentMethod({token: 'pm_1'}, options);
  });
});
