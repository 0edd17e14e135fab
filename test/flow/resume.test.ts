import {expect} from '@open-wc/testing';
import {CardVaultError} from '../../src/protocol/index.js';
import {
  held,
  payment,
  paymentMethod,
  required,
  session,
  settled,
  type FakePorts,
} from './support/fake-ports.js';
import {Page, opened, saved} from './support/page.js';

const lost = async (): Promise<never> => {
  throw new CardVaultError('shop-server-unreachable', 'lost');
};
const slow = () => held<never>().promise;
const leaving = (fake: FakePorts): void => {
  fake.answers.enroll = async () => required;
  fake.answers.present = async () => ({outcome: 'leaving'});
};

const atTheBank = {tracker: 'track_1', step: 'stepping-up', deviceDataCollected: true};

describe('what outlives the page', () => {
  it('is the tracker, the step and whether device data was collected, from enrollment on; nothing at the end', async () => {
    const page = await opened();
    expect(page.fake.remembered).to.have.lengthOf(0);
    await page.save();
    expect(page.fake.remembered).to.deep.equal(
      ['enrolling', 'authorizing', 'completing'].map((step) => ({
        ...{tracker: 'track_1', step},
        deviceDataCollected: true,
      })),
    );
    expect(page.fake.memory).to.equal(undefined);
  });

  it('is kept by dispose(), and dropped by reset() before anything can be authorized', async () => {
    const page = await saved(leaving);
    page.flow.dispose();
    expect(page.fake.memory).to.deep.equal(atTheBank);
    const other = await saved(leaving);
    other.flow.reset();
    expect(other.fake.memory).to.equal(undefined);
  });
});

describe('reset()', () => {
  // shows: time 52
  it('keeps a run that may have been authorized, and it is settled before anything new is begun', async () => {
    const page = await saved((fake) => (fake.answers.authorize = slow));
    expect(page.state.name).to.equal('authorizing');
    page.flow.reset();
    expect(page.state.name).to.equal('idle');
    expect(page.fake.memory).to.include({tracker: 'track_1', step: 'authorizing'});
    expect(page.flow.resume()).to.equal(true);
    await settled();
    expect(page.names.slice(-4)).to.deep.equal(['opening', 'confirming', 'completing', 'saved']);
    expect(page.fake.of('authorize')).to.have.lengthOf(1);
    expect(page.fake.memory).to.equal(undefined);
  });

  it('keeps it while the last step is on its way, while it is taken up, and after it failed', async () => {
    const page = await saved((fake) => (fake.answers.complete = slow));
    expect(page.state.name).to.equal('completing');
    page.flow.reset();
    expect(page.fake.memory).to.include({tracker: 'track_1', step: 'completing'});
    page.fake.answers.openSession = slow;
    page.flow.resume();
    expect(page.state.name).to.equal('opening');
    page.flow.reset();
    expect(page.fake.memory).to.include({tracker: 'track_1'});
    page.fake.answers.openSession = lost;
    page.flow.resume();
    await settled();
    expect(page.state).to.include({name: 'failed', unsettled: 'truth'});
    page.flow.reset();
    expect(page.fake.memory).to.include({tracker: 'track_1'});
  });
});

describe('resume()', () => {
  it('has nothing to take up on a first visit', () => {
    const page = new Page();
    expect(page.flow.resume()).to.equal(false);
    expect(page.state.name).to.equal('idle');
  });

  it('after a redirect: the same tracker, its truth, and saved', async () => {
    const page = (await saved(leaving)).reload();
    expect(page.flow.resume()).to.equal(true);
    await settled();
    expect(page.names).to.deep.equal(['opening', 'confirming', 'completing', 'saved']);
    expect(page.fake.of('openSession')[1]?.request).to.deep.equal({tracker: 'track_1'});
    expect(page.state).to.deep.nested.include({
      'outcome.authentication': {status: 'REQUIRED', eci: '05', liabilityShift: true},
    });
    expect(page.fake.memory).to.equal(undefined);
  });

  it('after a reload in the middle of a challenge: interrupted', async () => {
    const page = (await saved(leaving)).reload();
    page.fake.answers.fetchPayment = async () => payment();
    page.flow.resume();
    await settled();
    expect(page.state).to.have.nested.property('outcome.cause', 'interrupted');
  });

  it('after a reload while authorizing: authorizes once more only if the service knows of none', async () => {
    const page = (await saved((fake) => (fake.answers.authorize = slow))).reload();
    const enrollment = {status: 'FRICTIONLESS', eci: '05'} as const;
    page.fake.answers.authorize = async () => ({token: 'auth_2'});
    page.fake.answers.fetchPayment = async () => payment({enrollment, authorized: true});
    page.flow.resume();
    await settled();
    expect(page.state.name).to.equal('saved');
    expect(page.fake.of('authorize')).to.have.length(1);
  });

  for (const collected of [true, false]) {
    it(`a shift of liability is the same with and without a reload, device data ${collected ? '' : 'not '}collected`, async () => {
      const prepare = (fake: FakePorts): void => {
        if (!collected) fake.answers.collect = async () => ({outcome: 'failed'});
        fake.answers.fetchPayment = async () =>
          payment({enrollment: {status: 'FRICTIONLESS', eci: '05'}, authorized: true});
      };
      const expected = {
        'outcome.authentication': {status: 'FRICTIONLESS', eci: '05', liabilityShift: collected},
      };
      expect((await saved(prepare)).state).to.deep.nested.include(expected);
      for (const answer of ['enroll', 'authorize'] as const) {
        const reloaded = (await saved((fake) => (prepare(fake), (fake.answers[answer] = slow)))).reload();
        reloaded.flow.resume();
        await settled();
        expect(reloaded.state, answer).to.deep.nested.include(expected);
      }
      const twice = (await saved((fake) => (prepare(fake), (fake.answers.enroll = slow)))).reload();
      twice.fake.answers.complete = slow;
      twice.flow.resume();
      await settled();
      expect(twice.state.name).to.equal('completing');
      twice.fake.answers.complete = async () => ({paymentMethod, reversed: false});
      const third = twice.reload();
      third.flow.resume();
      await settled();
      expect(third.state).to.deep.nested.include(expected);
    });
  }

  it('after a reload before enrollment took place: a fresh run', async () => {
    const page = (await saved((fake) => (fake.answers.enroll = slow))).reload();
    page.fake.answers.fetchPayment = async () => payment({enrollment: undefined});
    page.flow.resume();
    await settled();
    expect(page.state).to.include({name: 'collecting', run: 2});
    expect(page.fake.of('openSession')[2]?.request).to.deep.equal({});
    expect(page.fake.memory).to.equal(undefined);
  });

  for (const [code, status] of [
    ['session-expired', 404],
    ['session-refused', 422],
  ] as const)
    it(`refused for good (${code}): said, forgotten, and begun anew only by open()`, async () => {
      const page = (await saved(leaving)).reload();
      page.fake.answers.openSession = async ({tracker}) => {
        if (tracker !== undefined) throw new CardVaultError(code, 'Over.', {status});
        return session;
      };
      page.flow.resume();
      await settled();
      expect(page.state).to.deep.nested.include({
        name: 'failed',
        saving: true,
        'error.code': code,
        'error.status': status,
        'error.message': 'The save that an earlier page began cannot be taken up again. Over.',
      });
      expect(page.fake.memory).to.equal(undefined);
      await page.open();
      expect(page.state.name).to.equal('collecting');
    });

  it('whose shopper is signed out: failed, still remembered, and taken up after the next sign-in', async () => {
    const page = (await saved(leaving)).reload();
    page.fake.answers.openSession = async () => {
      throw new CardVaultError('login-required', 'who is it?');
    };
    page.flow.resume();
    await settled();
    expect(page.state).to.deep.include({name: 'failed', unsettled: 'truth'});
    expect(page.fake.memory).to.deep.equal(atTheBank);
    page.fake.answers.openSession = async () => session;
    await page.open();
    expect(page.state.name).to.equal('saved');
  });

  it('without a network: failed, still remembered, and open() takes it up again', async () => {
    const page = (await saved(leaving)).reload();
    page.fake.answers.openSession = lost;
    page.flow.resume();
    await settled();
    expect(page.state).to.include({name: 'failed', unsettled: 'truth'});
    expect(page.fake.memory).to.deep.equal(atTheBank);
    page.fake.answers.openSession = async () => session;
    await page.open();
    expect(page.state.name).to.equal('saved');
  });

  it('answered with another tracker than the one that was remembered: said, and begun anew by open()', async () => {
    const page = (await saved(leaving)).reload();
    page.fake.answers.openSession = async () => ({...session, tracker: 'track_9'});
    page.flow.resume();
    await settled();
    expect(page.state).to.deep.nested.include({name: 'failed', 'error.code': 'session-refused'});
    expect(page.fake.of('fetchPayment')).to.have.lengthOf(0);
    await page.open();
    expect(page.state.name).to.equal('collecting');
    expect(page.state).to.have.nested.property('session.tracker', 'track_9');
  });

  it('out of the back/forward cache: the page that had left reads the truth', async () => {
    const page = await saved(leaving);
    page.fake.answers.fetchPayment = async () => payment();
    expect(page.flow.resume()).to.equal(true);
    await settled();
    expect(page.state).to.have.nested.property('outcome.cause', 'interrupted');
  });

  it('does not disturb a step-up that is on the page', async () => {
    const page = await saved((fake) => {
      leaving(fake);
      fake.answers.present = slow;
    });
    expect(page.flow.resume()).to.equal(false);
    expect(page.state.name).to.equal('stepping-up');
  });
});

describe('the last step (flow rule 3)', () => {
  const failing = async (): Promise<never> => {
    throw new CardVaultError('session-refused', 'out of order');
  };

  it('is tried three times, after 1 s and 3 s more', async () => {
    const page = await saved((fake) => (fake.answers.complete = failing));
    expect(page.state).to.include({name: 'completing', paused: true});
    await page.fake.timers.pass(999);
    expect(page.fake.of('complete')).to.have.length(1);
    await page.fake.timers.pass(1);
    expect(page.fake.of('complete')).to.have.length(2);
    await page.fake.timers.pass(3_000);
    expect(page.fake.of('complete')).to.have.length(3);
    expect(page.state).to.deep.nested.include({name: 'failed', 'error.code': 'completion-failed'});
  });

  for (const method of ['open', 'save'] as const) {
    it(`that failed is what ${method}() tries first, without a second authorization`, async () => {
      const page = await saved((fake) => (fake.answers.complete = failing));
      await page.fake.timers.pass(4_000);
      page.fake.answers.complete = async () => ({paymentMethod, reversed: true});
      if (method === 'open') page.flow.open();
      else page.flow.save({expirationMonth: '01', expirationYear: '2030'});
      await settled();
      expect(page.state.name).to.equal('saved');
      expect(page.fake.of('authorize')).to.have.length(1);
      expect(page.fake.of('openSession')).to.have.length(1);
    });
  }

  it('that failed is taken up by the next page too', async () => {
    const before = await saved((fake) => (fake.answers.complete = failing));
    await before.fake.timers.pass(4_000);
    const page = before.reload();
    page.fake.answers.complete = async () => ({paymentMethod, reversed: true});
    page.flow.resume();
    await settled();
    expect(page.state.name).to.equal('saved');
  });

  it('that is refused for good is not tried again; the next open() begins anew', async () => {
    const page = await saved((fake) => {
      fake.answers.complete = async () => {
        throw new CardVaultError('request-refused', 'nothing to complete', {status: 409});
      };
    });
    expect(page.fake.of('complete')).to.have.length(1);
    expect(page.state).to.deep.nested.include({name: 'failed', 'error.status': 409});
    expect(page.fake.memory).to.equal(undefined);
    await page.open();
    expect(page.state.name).to.equal('collecting');
  });

  it('save() on a run that failed and is settled changes nothing', async () => {
    const page = await saved((fake) => (fake.answers.enroll = lost));
    const state = page.state;
    page.flow.save({expirationMonth: '01', expirationYear: '2030'});
    expect(page.state).to.equal(state);
  });

  it('a truth that could not be read is read first by the next open()', async () => {
    const page = await saved((fake) => {
      fake.answers.enroll = async () => required;
      fake.answers.fetchPayment = lost;
    });
    await page.fake.timers.pass(7_500);
    expect(page.state).to.include({name: 'failed', unsettled: 'truth'});
    expect(page.fake.of('fetchPayment')).to.have.length(5);
    page.fake.answers.fetchPayment = async () => payment({validation: {result: 'succeeded', eci: '05'}});
    await page.open();
    expect(page.state.name).to.equal('saved');
  });
});
