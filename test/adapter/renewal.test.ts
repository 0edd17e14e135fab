import {expect} from '@open-wc/testing';
import {envelope, serviceOrigin} from './support/fake-backend.js';
import {enrolled, errorOf, options} from './support/fresh.js';

describe('the time-based token', () => {
  // shows: peers 54
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

  it('that cannot be renewed because the shopper is not signed in any more: login-required', async () => {
    const {adapter, backend} = await enrolled();
    backend.expireTokens();
    backend.loggedIn = false;
    const error = await errorOf(adapter.authorize({tracker: 'track_1'}, options));
    expect(error).to.include({code: 'login-required', audience: 'shopper', status: 401});
  });

  it('is renewed ahead of time within its last minute', async () => {
    const {adapter, backend, timers} = await enrolled();
    await timers.pass(840_000 - 1);
    await adapter.fetchPayment({tracker: 'track_1'}, options);
    expect(backend.to('/token')).to.have.lengthOf(0);
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
