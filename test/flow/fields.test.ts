import {expect} from '@open-wc/testing';
import type {ContextRenewal} from '../../src/flow/index.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {context, held, required, secrets, session, settled} from './support/fake-ports.js';
import {opened, saved} from './support/page.js';

describe('the capture context lives 15 minutes', () => {
  const lifetime = context.expiresAt - context.issuedAt;

  it('is renewed two minutes before its end, and the shopper reads why', async () => {
    const page = await opened();
    await page.fake.timers.pass(lifetime - 120_001);
    expect(page.fake.of('mount')).to.have.length(1);
    await page.fake.timers.pass(1);
    expect(page.state).to.include({name: 'collecting', renewed: true});
    expect(page.fake.names.slice(-3)).to.deep.equal(['unmount', 'generateCaptureContext', 'mount']);
  });

  it('is renewed when the page finds it fit, and without a word where nothing has to be typed again', async () => {
    const asked: Parameters<ContextRenewal>[] = [];
    const page = await opened((fake) => (fake.renewal = (...all) => void asked.push(all)));
    await page.fake.timers.pass(lifetime - 1);
    expect(page.state.name).to.equal('collecting');
    const [[renew, endsAt]] = asked as [Parameters<ContextRenewal>];
    expect(endsAt - page.fake.timers.now()).to.equal(1);
    renew(true);
    await settled();
    expect(page.state.name).to.equal('collecting');
    expect(page.state).not.to.have.property('renewed');
    expect(page.fake.names.slice(-3)).to.deep.equal(['unmount', 'generateCaptureContext', 'mount']);
    renew();
    await settled();
    expect(page.state).to.include({name: 'collecting', renewed: true});
  });

  it('is renewed again and again, for as long as the page waits', async () => {
    const page = await opened();
    await page.fake.timers.pass(3 * lifetime);
    expect(page.state).to.include({name: 'collecting', renewed: true});
    expect(page.fake.of('mount')).to.have.length(4);
    expect(page.fake.timers.running).to.equal(1);
  });

  it('is not renewed while a save is under way', async () => {
    const slow = held<string>();
    const page = await saved((fake) => (fake.answers.tokenize = () => slow.promise));
    await page.fake.timers.pass(29_000);
    expect(page.state.name).to.equal('tokenizing');
    slow.resolve(secrets.transientToken);
    await settled();
    await page.fake.timers.pass(lifetime);
    expect(page.fake.of('mount')).to.have.length(1);
  });

  it('is not spoken of while the bank asks: the shopper has nothing more to type', async () => {
    const asked: unknown[] = [];
    const page = await opened((fake) => {
      fake.renewal = (...all) => void asked.push(all);
      fake.answers.enroll = async () => required;
      fake.answers.present = () => held<never>().promise;
    });
    await page.fake.timers.pass(lifetime - 121_000);
    await page.save();
    expect(page.state.name).to.equal('stepping-up');
    await page.fake.timers.pass(60_000);
    expect(asked).to.deep.equal([]);
  });

  it('that ended unnoticed is renewed when the card is tokenized, and the error stands beside the fields', async () => {
    const page = await opened((fake) => {
      fake.answers.tokenize = async () => {
        throw new CardVaultError('capture-context-expired', 'over');
      };
    });
    await page.save();
    expect(page.state).to.deep.include({name: 'collecting', renewed: true});
    expect(page.state).to.have.nested.property('error.code', 'capture-context-expired');
    expect(page.fake.of('processTransientToken')).to.have.lengthOf(0);
  });

  it('counts from its arrival, because the clock of the page may be wrong', async () => {
    const page = await opened();
    expect(page.state).to.have.property('contextExpiresAt', Date.UTC(2026, 0, 1) + lifetime);
  });
});

describe('what a shopper can put right stays on the page', () => {
  it('an incomplete card leaves fields, digits and session in place', async () => {
    const page = await opened();
    page.fake.answers.tokenize = async () => {
      throw new CardVaultError('card-incomplete', 'no code', {field: 'securityCode'});
    };
    await page.save();
    expect(page.state).to.have.nested.property('error.code', 'card-incomplete');
    expect(page.state.name).to.equal('collecting');
    expect(page.fake.of('unmount')).to.have.lengthOf(0);
    page.fake.answers.tokenize = async () => secrets.transientToken;
    await page.save();
    expect(page.state.name).to.equal('saved');
    expect(page.fake.of('openSession')).to.have.length(1);
  });

  it('so does an incomplete raw card', async () => {
    const page = await opened((fake) => {
      fake.answers.openSession = async () => ({...session, entryMode: 'raw'});
      fake.answers.read = () => {
        throw new CardVaultError('card-incomplete', 'no number');
      };
    });
    await page.save();
    expect(page.state).to.include({name: 'collecting'});
    expect(page.state).to.have.nested.property('error.code', 'card-incomplete');
    expect(page.fake.of('payerAuthSetup')).to.have.lengthOf(0);
  });

  it('a failure after the card was sent ends the run; opening again takes a fresh tracker', async () => {
    const page = await opened();
    page.fake.answers.processTransientToken = async () => {
      throw new CardVaultError('service-unreachable', 'lost');
    };
    await page.save();
    expect(page.state).to.include({name: 'failed'});
    expect(page.fake.memory).to.equal(undefined);
    await page.open();
    expect(page.state).to.include({name: 'collecting', run: 2});
    expect(page.fake.of('openSession')[1]?.request).to.deep.equal({});
  });
});
