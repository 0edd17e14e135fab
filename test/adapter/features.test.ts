import {expect} from '@open-wc/testing';
import {captureContext} from './support/fake-trackers.js';
import {serviceOrigin, shopOrigin} from './support/fake-backend.js';
import {address, enrolled, errorOf, fresh, options} from './support/fresh.js';

const recorded = {features: undefined};
const paymentUrl = '/card-vault/session/track_1/payment';

describe('a service that says nothing of itself (the recorded one)', () => {
  it('gets no header but Content-Type and Authorization', async () => {
    const {backend, adapter} = await enrolled(recorded);
    await adapter.authorize({tracker: 'track_1'}, options);
    await adapter.fetchPayment({tracker: 'track_1'}, options);
    const sent = backend.sent.filter(({url}) => url.origin === serviceOrigin);
    expect(sent.map(({method, headers}) => [method, ...headers.keys()])).to.deep.equal([
      ...Array.from({length: 4}, () => ['POST', 'authorization', 'content-type']),
      ['GET', 'authorization'],
    ]);
  });

  it('gets no consent, which it does not know; a service that keeps one does', async () => {
    const consent = {text: 'The shop may charge this card.', language: 'en'};
    for (const [session, sent] of [
      [recorded, undefined],
      [{features: ['names-method']}, undefined],
      [{features: ['consent']}, consent],
    ] as const) {
      const {backend, adapter} = fresh();
      backend.sessionChanges = session;
      await adapter.openSession({}, options);
      const urls = {successUrl: 'https://shop.example/s', failureUrl: 'https://shop.example/f'};
      await errorOf(adapter.enroll({tracker: 'track_1', consent, ...urls}, options));
      const body = backend.to('/order/payments/v3/track_1').at(-1)!.body as {payload: {consent?: unknown}};
      expect(body.payload.consent).to.deep.equal(sent);
    }
  });

  it('gets no language of the page, which it does not know; a service that passes it on to the bank does', async () => {
    for (const [session, sent] of [
      [recorded, undefined],
      [{features: ['consent']}, undefined],
      [{features: ['page-language']}, 'ar'],
    ] as const) {
      const {backend, adapter} = fresh();
      backend.sessionChanges = session;
      await adapter.openSession({}, options);
      const urls = {successUrl: 'https://shop.example/s', failureUrl: 'https://shop.example/f'};
      await errorOf(adapter.enroll({tracker: 'track_1', language: 'ar', ...urls}, options));
      const body = backend.to('/order/payments/v3/track_1').at(-1)!.body as {
        payload: {authentication_setup: {language?: unknown}};
      };
      expect(body.payload.authentication_setup.language).to.equal(sent);
    }
  });

  it('gets no name of a cardholder, which it does not know; a service that passes it on does', async () => {
    for (const [session, sent] of [
      [recorded, undefined],
      [{features: ['cardholder-name']}, 'Zoë'],
    ] as const) {
      const {backend, adapter} = fresh();
      backend.sessionChanges = session;
      await adapter.openSession({}, options);
      const urls = {successUrl: 'https://shop.example/s', failureUrl: 'https://shop.example/f'};
      await errorOf(adapter.enroll({tracker: 'track_1', cardholderName: 'Zoë', ...urls}, options));
      const body = backend.to('/order/payments/v3/track_1').at(-1)!.body as {
        payload: {cardholder_name?: unknown};
      };
      expect(body.payload.cardholder_name).to.equal(sent);
    }
  });

  it('does not hear an action again whose answer was lost', async () => {
    const {backend, adapter} = await enrolled(recorded);
    backend.once('/track_1', 'answer lost');
    const before = backend.sent.length;
    expect((await errorOf(adapter.authorize({tracker: 'track_1'}, options))).code).to.equal(
      'service-unreachable',
    );
    expect(backend.sent.length - before).to.equal(1);
  });

  it('is read again where an answer was lost', async () => {
    const {backend, adapter} = await enrolled(recorded);
    backend.once('/track_1', 'answer lost');
    expect((await adapter.fetchPayment({tracker: 'track_1'}, options)).tracker).to.equal('track_1');
  });

  it('hears an action again that it refused for an old token', async () => {
    const {backend, adapter} = await enrolled(recorded);
    backend.expireTokens();
    await adapter.authorize({tracker: 'track_1'}, options);
    expect(backend.trackers.ledger('track_1').authorizations).to.equal(1);
  });
});

describe('the payment address of the session', () => {
  it('is where the truth is read, with cookies and without the token', async () => {
    const {backend, adapter} = await enrolled({payment_url: paymentUrl});
    const payment = backend.trackers.fetchPayment('track_1');
    backend.once('/payment', payment);
    expect(await adapter.fetchPayment({tracker: 'track_1'}, options)).to.include({tracker: 'track_1'});
    const [asked] = backend.sent.slice(-1);
    expect(asked?.url.href).to.equal(shopOrigin + paymentUrl);
    expect(asked?.method).to.equal('GET');
    expect(asked?.headers.has('authorization')).to.equal(false);
    expect(backend.to('/reporter/api/v1/payments/track_1')).to.deep.equal([]);
  });

  it('answers for its own shopper only: for another, the session is over', async () => {
    const {adapter} = await enrolled({payment_url: paymentUrl});
    // The fake shop has no such route, which looks like a stranger's tracker.
    expect((await errorOf(adapter.fetchPayment({tracker: 'track_1'}, options))).code).to.equal(
      'session-expired',
    );
  });
});

describe('the capture context of the session', () => {
  const seconds = 1000;
  const withContext = (age: number, changes: Readonly<Record<string, unknown>> = {}) => {
    const all = fresh();
    const iat = all.timers.now() / seconds - age;
    all.backend.sessionChanges = {capture_context: captureContext(shopOrigin, changes, iat)};
    return all;
  };

  it('is used once; the next one is asked for', async () => {
    const {adapter, backend} = withContext(0);
    await adapter.openSession({}, options);
    const context = await adapter.generateCaptureContext(address, options);
    expect(context.expiresAt - context.issuedAt).to.equal(900 * seconds);
    expect(backend.sent).to.have.length(1);
    await adapter.generateCaptureContext(address, options);
    expect(backend.to('/order/payments/v3/track_1')).to.have.length(1);
  });

  it('has the life that it was made for, whatever the clock of the page says', async () => {
    const {adapter, timers} = withContext(3000);
    await adapter.openSession({}, options);
    const {issuedAt, expiresAt} = await adapter.generateCaptureContext(address, options);
    expect(expiresAt - issuedAt).to.equal(900 * seconds);
    expect(issuedAt).to.equal(timers.now() - 3000 * seconds);
  });

  it('never lives longer than it was made for, however slow the clock of the page', async () => {
    const {adapter} = withContext(-3600);
    await adapter.openSession({}, options);
    const {issuedAt, expiresAt} = await adapter.generateCaptureContext(address, options);
    expect(expiresAt - issuedAt).to.equal(900 * seconds);
  });

  it('is passed over within a minute of its end', async () => {
    const {adapter, backend, timers} = withContext(0);
    await adapter.openSession({}, options);
    await timers.pass(841 * seconds);
    await adapter.generateCaptureContext(address, options);
    expect(backend.to('/order/payments/v3/track_1')).to.have.length(1);
  });

  it('is refused when it was made for another page', async () => {
    const {adapter} = withContext(0);
    await adapter.openSession({}, options);
    const call = adapter.generateCaptureContext(
      {tracker: 'track_1', origin: 'https://other.example'},
      options,
    );
    expect((await errorOf(call)).code).to.equal('capture-context-invalid');
  });

  it('may name a library without a hash only where the shop says so', async () => {
    for (const [said, code] of [
      [undefined, 'capture-context-invalid'],
      ['true', 'capture-context-invalid'],
      [true, undefined],
    ] as const) {
      const {adapter, backend} = withContext(0, {clientLibraryIntegrity: undefined});
      backend.sessionChanges = {...backend.sessionChanges, library_without_hash: said};
      await adapter.openSession({}, options);
      const call = adapter.generateCaptureContext(address, options);
      if (code === undefined) expect(await call).not.to.have.property('clientLibraryIntegrity');
      else expect((await errorOf(call)).code).to.equal(code);
    }
  });
});
