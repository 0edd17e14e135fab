import {expect} from '@open-wc/testing';
import {held, required, session, settled, type Answers, type FakePorts} from './support/fake-ports.js';
import {opened, saved} from './support/page.js';

const never = (): Promise<never> => held<never>().promise;
const challenge = (fake: FakePorts): void => void (fake.answers.enroll = async () => required);

describe('waiting has a limit (flow rule 6)', () => {
  const requests: readonly (readonly [Exclude<keyof Answers, 'read'>, string, string, seconds?: number])[] = [
    ['openSession', 'failed', 'request-timed-out'],
    ['generateCaptureContext', 'failed', 'request-timed-out'],
    ['mount', 'failed', 'fields-timed-out', 20],
    ['tokenize', 'collecting', 'request-timed-out'],
    ['processTransientToken', 'failed', 'request-timed-out'],
    ['enroll', 'failed', 'request-timed-out'],
  ];
  for (const [name, state, code, seconds = 30] of requests) {
    // shows: time 39
    it(`${name}: ${seconds} s, then ${state} with ${code}`, async () => {
      const page = await opened((fake) => void (fake.answers[name] = never));
      if (page.state.name === 'collecting') await page.save();
      const before = page.state.name;
      await page.fake.timers.pass(seconds * 1000 - 1);
      expect(page.state.name).to.equal(before);
      expect(page.fake.of(name)[0]?.signal?.aborted).to.equal(false);
      await page.fake.timers.pass(1);
      expect(page.state.name).to.equal(state);
      expect(page.state).to.have.nested.property('error.code', code);
      expect(page.fake.of(name)[0]?.signal?.aborted).to.equal(true);
    });
  }

  // shows: peers 29, time 56
  it('device data collection: 10 s, then enrollment without a session id and without a shift of liability', async () => {
    const page = await saved((fake) => (fake.answers.collect = never));
    await page.fake.timers.pass(9_999);
    expect(page.state.name).to.equal('collecting-device-data');
    await page.fake.timers.pass(1);
    expect(page.fake.of('collect')[0]?.signal?.aborted).to.equal(true);
    expect(page.fake.of('enroll')[0]?.request).not.to.have.property('deviceFingerprintSessionId');
    expect(page.state).to.have.nested.property('outcome.authentication.eci', '05');
    expect(page.state).to.have.nested.property('outcome.authentication.liabilityShift', false);
  });

  it('device data collection that failed goes on the same way', async () => {
    const page = await saved((fake) => (fake.answers.collect = async () => ({outcome: 'failed'})));
    expect(page.state.name).to.equal('saved');
    expect(page.fake.of('enroll')[0]?.request).not.to.have.property('deviceFingerprintSessionId');
  });

  // shows: peers 37
  it('step-up: 10 min, then the window is closed and the truth is read', async () => {
    const page = await saved((fake) => {
      challenge(fake);
      fake.answers.present = never;
      fake.answers.fetchPayment = async () => pendingPayment;
    });
    await page.fake.timers.pass(599_999);
    expect(page.state.name).to.equal('stepping-up');
    await page.fake.timers.pass(1);
    expect(page.fake.of('present')[0]?.signal?.aborted).to.equal(true);
    expect(page.fake.of('fetchPayment')).to.have.length(1);
    expect(page.state).to.deep.nested.include({
      'outcome.reason': 'timed-out',
      'outcome.cause': 'step-up-limit',
    });
  });

  it('step-up: two minutes before, the window is warned; a service that ends it itself gives no more time', async () => {
    const page = await saved((fake) => {
      challenge(fake);
      fake.answers.present = never;
    });
    let warnings = 0;
    page.fake.time?.onEnding(() => (warnings += 1));
    await page.fake.timers.pass(479_999);
    expect(warnings).to.equal(0);
    await page.fake.timers.pass(1);
    expect(warnings).to.equal(1);
    expect(page.fake.time?.extend).to.equal(undefined);
  });

  // shows: time 66
  it('step-up: five more minutes each time the shopper asks, where the bank may wait', async () => {
    const page = await saved((fake) => {
      challenge(fake);
      fake.answers.openSession = async () => {
        const {features: _none, ...recorded} = session;
        return recorded;
      };
      fake.answers.present = never;
      fake.answers.fetchPayment = async () => pendingPayment;
    });
    let warnings = 0;
    page.fake.time!.onEnding(() => (warnings += 1));
    await page.fake.timers.pass(500_000);
    page.fake.time!.extend!();
    await page.fake.timers.pass(279_999);
    expect(warnings).to.equal(1);
    await page.fake.timers.pass(1);
    expect(warnings).to.equal(2);
    page.fake.time!.extend!();
    await page.fake.timers.pass(419_999);
    expect(page.state.name).to.equal('stepping-up');
    await page.fake.timers.pass(1);
    expect(page.names).to.contain('confirming');
    expect(page.fake.of('present')[0]?.signal?.aborted).to.equal(true);
  });

  it('step-up that ended well at the last moment is saved all the same', async () => {
    const page = await saved((fake) => {
      challenge(fake);
      fake.answers.present = never;
    });
    await page.fake.timers.pass(600_000);
    expect(page.state.name).to.equal('saved');
  });

  it('a page that said it was leaving and did not gets the same limit', async () => {
    const page = await saved((fake) => {
      challenge(fake);
      fake.answers.present = async () => ({outcome: 'leaving'});
      fake.answers.fetchPayment = async () => pendingPayment;
    });
    expect(page.state).to.include({name: 'stepping-up', leaving: true});
    await page.fake.timers.pass(600_000);
    expect(page.state).to.have.nested.property('outcome.cause', 'step-up-limit');
  });

  it('an authorization without an answer: the truth is read and the run goes on', async () => {
    const page = await saved((fake) => (fake.answers.authorize = never));
    await page.fake.timers.pass(30_000);
    expect(page.names.slice(-4)).to.deep.equal(['authorizing', 'confirming', 'completing', 'saved']);
    expect(page.fake.of('authorize')).to.have.length(1);
  });

  it('leaves no timer behind when a run is over', async () => {
    const page = await saved(challenge);
    expect(page.state.name).to.equal('saved');
    expect(page.fake.timers.running).to.equal(0);
    await page.open();
    page.flow.reset();
    await settled();
    expect(page.fake.timers.running).to.equal(0);
  });
});

const pendingPayment = {
  tracker: 'track_1',
  state: 'TRACKER_ENROLLED',
  nextAction: 'PAYER_AUTH_VALIDATION',
  enrollment: {status: 'REQUIRED'},
  authorized: false,
  reversed: false,
} as const;
