import {expect} from '@open-wc/testing';
import {
  createFlow,
  type FlowPorts,
  type SaveOutcome,
  type State,
  type VaultAdapter,
} from '../../src/flow/index.js';
import {savingHalf} from '../../src/flow/saving-half.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {
  createFakeAdapter,
  testCard,
  testCards,
  type FakeAdapter,
  type FakeScript,
} from '../../src/testing/index.js';

const {signal} = new AbortController();
const refused = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof CardVaultError ? error.code : String(error)),
  );

/** A whole flow on the fake, with windows to others that do what they should. */
function flowOn(adapter: FakeAdapter, stepUp: 'returned' | 'closed' = 'returned') {
  const ports: FlowPorts = {
    adapter,
    hostedFields: {mount: async () => undefined, tokenize: async () => 'a.b.c', unmount: () => undefined},
    rawFields: {
      read: () => ({
        cardNumber: testCard('2.3').number,
        expirationMonth: '01',
        expirationYear: '2029',
        securityCode: '123',
      }),
    },
    deviceData: {collect: async () => ({outcome: 'collected', sessionId: 'session-1'})},
    stepUp: {present: async () => ({outcome: stepUp})},
    timers: {now: () => 0, after: () => () => undefined},
    memory: {remember: () => undefined, recall: () => undefined, forget: () => undefined},
    origin: 'https://shop.test',
  };
  return createFlow({ports, saving: savingHalf(ports)});
}

/** Runs a save to its end. */
async function save(script: FakeScript, stepUp?: 'returned' | 'closed'): Promise<[SaveOutcome, FakeAdapter]> {
  const adapter = createFakeAdapter(script);
  const flow = flowOn(adapter, stepUp);
  const reached = (name: State['name']) =>
    new Promise<State>((resolve, reject) => {
      const stop = flow.subscribe((state) => {
        if (state.name === 'failed') reject(state.error);
        else if (state.name !== name && !(name === 'saved' && state.name === 'stopped')) return;
        else resolve(state);
        stop();
      });
    });
  const collecting = reached('collecting');
  flow.open();
  await collecting;
  const ended = reached('saved');
  flow.save({expirationMonth: '01', expirationYear: '2029'});
  const state = await ended;
  flow.dispose();
  if (state.name !== 'saved' && state.name !== 'stopped') throw new Error(state.name);
  return [state.outcome, adapter];
}

describe('the fake adapter', () => {
  // shows: peers 89
  it('is a VaultAdapter', () => {
    const adapter: VaultAdapter = createFakeAdapter();
    expect(adapter.complete).to.be.a('function');
  });

  for (const accountVerification of [true, false]) {
    describe(`plays every test card ${accountVerification ? 'with' : 'without'} account verification`, () => {
      for (const card of testCards) {
        it(`${card.case} ${card.brand}: ${card.name}`, async () => {
          const [outcome, {ledger, wallet}] = await save({card: card.number, accountVerification});
          expect(outcome.outcome).to.equal(card.outcome);
          expect(outcome.authentication?.status).to.equal(card.status);
          if (outcome.outcome === 'stopped') {
            expect(outcome.reason).to.equal(card.reason);
            expect(ledger).to.deep.equal([]);
            expect(wallet).to.deep.equal([]);
            return;
          }
          expect(outcome.authentication.eci).to.equal(card.eci);
          expect(outcome.authentication.liabilityShift).to.equal(true);
          expect(wallet).to.deep.equal([outcome.paymentMethod]);
          expect(outcome.paymentMethod.lastFour).to.equal(card.number.slice(-4));
          expect(outcome.paymentMethod.brand).to.equal(card.brand);
          expect(ledger.map(({kind, amount}) => [kind, amount])).to.deep.equal(
            accountVerification
              ? [['authorization', 0]]
              : [
                  ['authorization', 100],
                  ['reversal', 100],
                ],
          );
        });
      }
    });
  }

  it('plays raw entry', async () => {
    const [outcome] = await save({entryMode: 'raw'});
    expect(outcome.authentication?.status).to.equal('ATTEMPTED');
  });

  // shows: peers 89
  it('plays a step-up that the shopper closes before the bank answers', async () => {
    const [outcome, {ledger}] = await save({card: testCard('2.9').number, stepUp: 'silence'}, 'closed');
    expect(outcome).to.deep.include({outcome: 'stopped', reason: 'cancelled', cause: 'closed-by-shopper'});
    expect(ledger).to.deep.equal([]);
  });

  it('lets a script decide what the bank says', async () => {
    const [outcome] = await save({card: testCard('2.9').number, stepUp: 'cancelled'});
    expect(outcome).to.deep.include({outcome: 'stopped', cause: 'cancelled-at-issuer'});
  });

  it("marks a guest's method as usable once", async () => {
    const [outcome] = await save({guest: true});
    expect(outcome.outcome === 'saved' && outcome.paymentMethod.singleUse).to.equal(true);
  });

  it('keeps no card data in its notes', async () => {
    const [, {calls, ledger}] = await save({entryMode: 'raw'});
    expect(JSON.stringify([calls, ledger])).not.to.contain(testCard('2.3').number);
    expect(calls.map(({method}) => method)).to.deep.equal([
      'openSession',
      'payerAuthSetup',
      'enroll',
      'authorize',
      'complete',
    ]);
  });

  describe('refuses what the service refuses', () => {
    const open = async (script: FakeScript = {}): Promise<[FakeAdapter, {tracker: string}]> => {
      const adapter = createFakeAdapter(script);
      const {tracker} = await adapter.openSession({}, {signal});
      return [adapter, {tracker}];
    };

    it('actions out of order', async () => {
      const [adapter, request] = await open();
      const enroll = {...request, successUrl: '', failureUrl: ''};
      expect(await refused(adapter.authorize(request, {signal}))).to.equal('request-refused');
      expect(await refused(adapter.enroll(enroll, {signal}))).to.equal('request-refused');
      expect(await refused(adapter.complete(request, {signal}))).to.equal('request-refused');
      expect(
        await refused(adapter.processTransientToken({...request, transientToken: 'a.b.c'}, {signal})),
      ).to.equal('request-refused');
    });

    it('an authorization after a status that stops', async () => {
      const card = testCard('2.2');
      const [adapter, request] = await open({entryMode: 'raw'});
      const raw = {
        cardNumber: card.number,
        expirationMonth: '01',
        expirationYear: '2029',
        securityCode: '123',
      };
      await adapter.payerAuthSetup({...request, card: raw}, {signal});
      expect((await adapter.enroll({...request, successUrl: '', failureUrl: ''}, {signal})).status).to.equal(
        'FAILED',
      );
      expect(await refused(adapter.authorize(request, {signal}))).to.equal('request-refused');
      expect(adapter.ledger).to.deep.equal([]);
    });

    it('a tracker it does not know, and a payment method it does not have', async () => {
      const [adapter] = await open();
      expect(await refused(adapter.openSession({tracker: 'track_x'}, {signal}))).to.equal('session-expired');
      expect(await refused(adapter.removePaymentMethod({token: 'pm_x'}, {signal}))).to.equal(
        'request-refused',
      );
    });

    it('a second completion does not reverse again', async () => {
      const [outcome, adapter] = await save({accountVerification: false});
      const again = await adapter.complete({tracker: outcome.tracker ?? ''}, {signal});
      expect(again.reversed).to.equal(true);
      expect(adapter.ledger.filter(({kind}) => kind === 'reversal')).to.have.length(1);
      expect(adapter.wallet).to.have.length(1);
    });
  });

  it('reads the test card from a transient token', async () => {
    const adapter = createFakeAdapter();
    const {tracker} = await adapter.openSession({}, {signal});
    const context = await adapter.generateCaptureContext({tracker, origin: 'https://shop.test'}, {signal});
    expect(context.targetOrigins).to.deep.equal(['https://shop.test']);
    const claims = {content: {paymentInformation: {card: {number: {maskedValue: 'XXXXXXXXXXXX2151'}}}}};
    const setup = await adapter.processTransientToken(
      {tracker, transientToken: `e30.${btoa(JSON.stringify(claims))}.sig`},
      {signal},
    );
    expect(setup.card).to.deep.include({brand: 'mastercard', lastFour: '2151'});
  });

  it('fails where it is told to, as often as it is told to', async () => {
    const adapter = createFakeAdapter();
    const error = new CardVaultError('service-unavailable', 'down');
    adapter.fail('openSession', error, 2);
    expect(await refused(adapter.openSession({}, {signal}))).to.equal('service-unavailable');
    expect(await refused(adapter.openSession({}, {signal}))).to.equal('service-unavailable');
    expect(await refused(adapter.openSession({}, {signal}))).to.equal('answered');
  });

  it('holds a method until it is let go, and honours an abort meanwhile', async () => {
    const adapter = createFakeAdapter();
    const release = adapter.hold('openSession');
    let answered = false;
    const waiting = adapter.openSession({}, {signal}).then(() => (answered = true));
    const caller = new AbortController();
    const aborted = adapter.openSession({}, {signal: caller.signal}).catch((error: Error) => error.message);
    caller.abort(new Error('gone'));
    expect(await aborted).to.equal('gone');
    expect(answered).to.equal(false);
    release();
    await waiting;
    expect(answered).to.equal(true);
    expect(
      await adapter.openSession({}, {signal: caller.signal}).catch((error: Error) => error.message),
    ).to.equal('gone');
  });

  it('has a wallet that can be listed and emptied', async () => {
    const saved = {
      token: 'pm_old',
      brand: 'visa',
      lastFour: '1111',
      expirationMonth: '01',
      expirationYear: '2029',
      singleUse: false,
    } as const;
    const adapter = createFakeAdapter({paymentMethods: [saved]});
    expect(await adapter.listPaymentMethods({signal})).to.deep.equal([saved]);
    await adapter.removePaymentMethod({token: 'pm_old'}, {signal});
    expect(await adapter.listPaymentMethods({signal})).to.deep.equal([]);
  });

  it('names the earlier method when a card is saved again, except for guests (decision 0062)', async () => {
    const earlier = {
      token: 'pm_old',
      brand: 'visa',
      lastFour: testCard('2.1').number.slice(-4),
      expirationMonth: '01',
      expirationYear: '2020',
      singleUse: false,
    } as const;
    const [again, {wallet}] = await save({paymentMethods: [earlier]});
    const method = again.outcome === 'saved' ? again.paymentMethod : undefined;
    expect(method).to.include({token: 'pm_old', duplicate: true});
    expect(wallet).to.deep.equal([{...earlier, expirationYear: method?.expirationYear}]);
    const [guest] = await save({paymentMethods: [earlier], guest: true});
    expect(guest).to.have.nested.property('paymentMethod.token').that.does.not.equal('pm_old');
  });

  it('answers for the bank when the script is silent', async () => {
    const adapter = createFakeAdapter({entryMode: 'raw', stepUp: 'silence'});
    const {tracker} = await adapter.openSession({}, {signal});
    const card = {
      cardNumber: testCard('2.9').number,
      expirationMonth: '01',
      expirationYear: '2029',
      securityCode: '123',
    };
    await adapter.payerAuthSetup({tracker, card}, {signal});
    await adapter.enroll({tracker, successUrl: '', failureUrl: ''}, {signal});
    expect((await adapter.fetchPayment({tracker}, {signal})).validation).to.equal(undefined);
    adapter.answerStepUp('succeeded');
    const payment = await adapter.fetchPayment({tracker}, {signal});
    expect(payment.validation).to.deep.equal({result: 'succeeded', eci: '05'});
    expect(payment.paymentMethod?.lastFour).to.equal('2503');
  });
});
