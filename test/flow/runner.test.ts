import {expect} from '@open-wc/testing';
import {CardVaultError, type Enrollment} from '../../src/protocol/index.js';
import {input} from './support/examples.js';
import {
  context,
  held,
  origin,
  paymentMethod,
  required,
  secrets,
  session,
  settled,
  type FakePorts,
} from './support/fake-ports.js';
import {Page, opened, saved} from './support/page.js';

const challenge = (fake: FakePorts): void => void (fake.answers.enroll = async () => required);

describe('a whole run', () => {
  it('frictionless: authorizes, completes, and hands over the payment method', async () => {
    const page = await saved();
    expect(page.names).to.deep.equal([
      'opening',
      'capturing',
      'collecting',
      'tokenizing',
      'setting-up',
      'collecting-device-data',
      'enrolling',
      'authorizing',
      'completing',
      'saved',
    ]);
    expect(page.state).to.deep.include({
      outcome: {
        outcome: 'saved',
        paymentMethod,
        authentication: {status: 'FRICTIONLESS', eci: '05', liabilityShift: true},
        tracker: 'track_1',
        billing: {country: 'PK'},
      },
    });
    expect(page.state).not.to.have.any.keys('input', 'given');
    expect(page.fake.of('fetchPayment')).to.have.lengthOf(0);
  });

  // shows: peers 43
  it('with a step-up: shows it, reads the truth, and never authorizes itself', async () => {
    const page = await saved(challenge);
    expect(page.names.slice(-4)).to.deep.equal(['stepping-up', 'confirming', 'completing', 'saved']);
    expect(page.fake.names.slice(-4)).to.deep.equal(['present', 'fetchPayment', 'complete', 'unmount']);
    expect(page.state).to.have.nested.property('outcome.authentication.eci', '05');
    expect(page.state).to.have.nested.property('outcome.authentication.liabilityShift', true);
  });

  it('tells of the end before the fields are taken away, which takes a browser a while', async () => {
    const page = await opened();
    let present: number | undefined;
    page.flow.subscribe(({name}) => {
      if (name === 'saved') present = page.fake.of('unmount').length;
    });
    await page.save();
    expect(present).to.equal(0);
    expect(page.fake.of('unmount')).to.have.lengthOf(1);
  });

  it('takes away what the page has begun where the session does not open', async () => {
    const page = await opened((fake) => {
      fake.answers.openSession = async () => {
        throw new CardVaultError('answer-unreadable', 'no tracker');
      };
    });
    expect(page.state.name).to.equal('failed');
    expect(page.fake.of('unmount')).to.have.lengthOf(1);
  });

  it('takes the fields away once where a listener ends the flow', async () => {
    const page = await opened();
    page.flow.subscribe(({name}) => {
      if (name === 'saved') page.flow.dispose();
    });
    await page.save();
    expect(page.fake.of('unmount')).to.have.lengthOf(1);
  });

  it('raw: reads the inputs once, when the card is sent', async () => {
    const page = await opened((fake) => {
      fake.answers.openSession = async () => ({...session, entryMode: 'raw'});
    });
    expect(page.state.name).to.equal('collecting');
    expect(page.fake.of('read')).to.have.lengthOf(0);
    await page.save();
    expect(page.state.name).to.equal('saved');
    expect(page.fake.of('read')).to.have.length(1);
    expect(page.fake.of('payerAuthSetup')[0]?.request).to.deep.equal({
      tracker: 'track_1',
      card: {
        cardNumber: secrets.cardNumber,
        expirationMonth: '01',
        expirationYear: '2030',
        securityCode: secrets.securityCode,
      },
    });
    expect(page.fake.of('mount')).to.have.lengthOf(0);
  });

  it('hands the chosen brand of a co-badged card to the fields', async () => {
    const page = await opened();
    page.flow.save({expirationMonth: '01', expirationYear: '2030', cardType: '036'});
    await settled();
    const [tokenized] = page.fake.of('tokenize');
    expect(tokenized?.request).to.deep.equal({
      expirationMonth: '01',
      expirationYear: '2030',
      cardType: '036',
    });
  });

  it('hands each port what it needs and nothing else', async () => {
    const page = await saved(challenge);
    const request = (name: Parameters<FakePorts['of']>[0]): unknown => page.fake.of(name)[0]?.request;
    expect(request('generateCaptureContext')).to.deep.equal({tracker: 'track_1', origin});
    expect(request('mount')).to.equal(context);
    expect(request('tokenize')).to.deep.equal({expirationMonth: '01', expirationYear: '2030'});
    expect(request('processTransientToken')).to.deep.equal({
      tracker: 'track_1',
      transientToken: secrets.transientToken,
    });
    expect(request('collect')).to.deep.equal({
      accessToken: secrets.setupToken,
      url: 'https://issuer.example/collect',
      frameUrl: session.frameUrl,
    });
    expect(request('enroll')).to.deep.equal({
      tracker: 'track_1',
      billing: {country: 'PK'},
      successUrl: 'https://shop.example/card-vault/return?outcome=success',
      failureUrl: 'https://shop.example/card-vault/return?outcome=failure',
      deviceFingerprintSessionId: secrets.deviceSession,
    });
    expect(request('present')).to.deep.equal({
      accessToken: secrets.stepUpToken,
      url: 'https://issuer.example/step-up',
      windowSize: '02',
      frameUrl: session.frameUrl,
      tracker: 'track_1',
    });
  });

  it('tells the return page where to go back to when the page will be left', async () => {
    const page = await saved((fake) => (fake.returnTo = '/cards?tab=2'));
    expect(page.fake.of('enroll')[0]?.request).to.deep.include({
      successUrl: 'https://shop.example/card-vault/return?outcome=success&to=%2Fcards%3Ftab%3D2',
      failureUrl: 'https://shop.example/card-vault/return?outcome=failure&to=%2Fcards%3Ftab%3D2',
    });
  });

  it('saves the next card on the same page', async () => {
    const page = await saved();
    await page.save();
    expect(page.state.name).to.equal('saved');
    expect(page.fake.of('openSession')).to.have.length(2);
    expect(page.fake.of('complete')).to.have.length(2);
  });
});

describe('no credential and no card data is ever seen outside the ports (flow rule 7)', () => {
  for (const entryMode of ['flex', 'raw'] as const) {
    it(`in states, memory and errors, ${entryMode}`, async () => {
      const page = await saved((fake) => {
        challenge(fake);
        fake.answers.openSession = async () => ({...session, entryMode});
      });
      expect(page.state.name).to.equal('saved');
      const shown = JSON.stringify([page.seen, page.fake.remembered]);
      expect(shown).to.contain('track_1');
      for (const secret of Object.values(secrets)) expect(shown).not.to.contain(secret);
    });
  }

  it('a foreign error is not quoted', async () => {
    const page = await saved((fake) => {
      fake.answers.processTransientToken = async () => {
        throw new TypeError(`bad token ${secrets.transientToken}`);
      };
    });
    expect(page.state).to.have.nested.property('error.code', 'unexpected');
    expect(page.state).to.have.nested.property('error.message').that.not.contains(secrets.transientToken);
  });

  it('a transient token is handed over once', async () => {
    const page = await saved((fake) => {
      fake.answers.tokenize = async () => secrets.transientToken;
      fake.answers.processTransientToken = async () => {
        throw new CardVaultError('request-refused', 'no');
      };
    });
    expect(page.state).to.have.nested.property('error.code', 'request-refused');
    expect(page.fake.of('processTransientToken')).to.have.length(1);
  });
});

describe('clicks, late answers and abandoned runs (flow rule 4)', () => {
  it('a second click changes nothing', async () => {
    const page = await opened();
    page.flow.save(input);
    page.flow.save(input);
    await settled();
    page.flow.save(input);
    await settled();
    expect(page.fake.of('tokenize')).to.have.length(1);
    expect(page.fake.of('authorize')).to.have.length(1);
    expect(page.fake.of('complete')).to.have.length(1);
  });

  it('a late answer to an abandoned run changes nothing', async () => {
    const late = held<Enrollment>();
    const page = await saved((fake) => (fake.answers.enroll = () => late.promise));
    expect(page.state.name).to.equal('enrolling');
    page.flow.reset();
    expect(page.fake.of('enroll')[0]?.signal?.aborted).to.equal(true);
    await page.open();
    late.resolve({status: 'FRICTIONLESS', eci: '05'});
    await settled();
    expect(page.state.name).to.equal('collecting');
    expect(page.fake.of('authorize')).to.have.lengthOf(0);
  });

  it('what a listener asks for waits until the move is made', async () => {
    const page = new Page();
    const order: string[] = [];
    page.flow.subscribe((state) => {
      order.push(state.name);
      if (state.name === 'opening' && state.run === 1) page.flow.reset();
    });
    page.flow.open();
    expect(order).to.deep.equal(['opening', 'idle']);
    await settled();
    expect(page.state.name).to.equal('idle');
    expect(page.fake.of('openSession')[0]?.signal?.aborted).to.equal(true);
  });

  it('listeners hear every change, with the state before, until they unsubscribe', async () => {
    const page = new Page();
    const moves: string[] = [];
    const stop = page.flow.subscribe((state, previous) => moves.push(`${previous.name}>${state.name}`));
    page.flow.cancel();
    page.flow.open();
    stop();
    page.flow.reset();
    expect(moves).to.deep.equal(['idle>opening']);
  });

  it('dispose() aborts what runs, takes the fields away and is silent afterwards', async () => {
    const page = await opened();
    const heard = page.seen.length;
    page.flow.dispose();
    page.flow.save(input);
    await page.fake.timers.pass(3_600_000);
    expect(page.seen).to.have.length(heard);
    expect(page.fake.of('unmount')).to.have.length(1);
    expect(page.fake.timers.running).to.equal(0);
  });
});
