import {expect} from '@open-wc/testing';
import {heldBy, type RunHome} from '../../src/flow/index.js';
import {FakePorts, held, payment, paymentMethod, required, session, settled} from './support/fake-ports.js';
import {Page} from './support/page.js';

/** A home that says what was asked of it. */
class FakeHome implements RunHome {
  isKnown = true;
  readonly asked: string[] = [];
  /** Where the run is, each time that this is asked. */
  answers: Promise<boolean>[] = [];

  enter(tracker: string, wait: boolean): Promise<boolean> {
    this.asked.push(`${wait ? 'wait for' : 'enter'} ${tracker}`);
    return this.answers.shift() ?? Promise.resolve(true);
  }
  leave(): void {
    if (this.asked.at(-1) !== 'leave') this.asked.push('leave');
  }
}

class PortsWithHome extends FakePorts {
  readonly home = new FakeHome();

  override get ports() {
    return {...super.ports, home: this.home};
  }
}

function begin(change: (fake: PortsWithHome) => void = () => undefined) {
  const fake = new PortsWithHome();
  change(fake);
  return {fake, home: fake.home, page: new Page(fake)};
}
const atTheBank = {tracker: 'track_1', step: 'stepping-up', deviceDataCollected: true};

describe('a run', () => {
  it('has its home in the page from enrollment to its end', async () => {
    const {fake, home, page} = begin();
    const enrolled = held<typeof required>();
    fake.answers.enroll = () => enrolled.promise;
    await page.save();
    expect(home.asked).to.deep.equal(['leave', 'wait for track_1']);
    enrolled.resolve(required);
    await settled();
    expect(page.state.name).to.equal('saved');
    expect(home.asked.at(-1)).to.equal('leave');
    expect(home.asked.filter((one) => one === 'leave')).to.have.length(2);
  });

  it('has none in a page that is left for the bank, and one again when it comes back', async () => {
    const {fake, home, page} = begin((ports) => {
      ports.returnTo = '/pay';
      ports.answers.enroll = async () => required;
      ports.answers.present = async () => ({outcome: 'leaving'});
    });
    await page.save();
    expect([page.state.name, home.asked.at(-1)]).to.deep.equal(['stepping-up', 'leave']);
    fake.answers.fetchPayment = () => held<never>().promise;
    page.flow.resume();
    expect(home.asked.at(-1)).to.equal('wait for track_1');
  });

  it('has none in a page that has disposed of it', async () => {
    const {home, page} = begin((ports) => {
      ports.answers.enroll = async () => required;
      ports.answers.present = () => held<never>().promise;
    });
    await page.save();
    page.flow.dispose();
    expect(home.asked.at(-1)).to.equal('leave');
  });
});

describe('a run that lives in another page', () => {
  it('is followed without a limit, and its end is read when that page has none any more', async () => {
    const {fake, home, page} = begin((ports) => (ports.memory = atTheBank));
    const free = held<boolean>();
    home.answers = [Promise.resolve(false), free.promise];
    page.flow.resume();
    await settled();
    await fake.timers.pass(24 * 3_600_000);
    expect(page.state).to.include({name: 'opening', elsewhere: true});
    expect(fake.names).to.deep.equal([]);
    fake.answers.fetchPayment = async () =>
      payment({validation: {result: 'succeeded', eci: '05'}, authorized: true, paymentMethod});
    free.resolve(true);
    await settled();
    expect(page.state.name).to.equal('saved');
    expect(home.asked.slice(0, 2)).to.deep.equal(['enter track_1', 'wait for track_1']);
    expect(fake.memory).to.equal(undefined);
  });

  for (const end of ['cancel', 'reset'] as const)
    it(`is left alone after ${end}(), and remembered`, async () => {
      const {fake, home, page} = begin((ports) => (ports.memory = atTheBank));
      home.answers = [Promise.resolve(false), held<boolean>().promise];
      page.flow.resume();
      await settled();
      page.flow[end]();
      expect([page.state.name, home.asked.at(-1)]).to.deep.equal(['idle', 'leave']);
      expect(fake.memory).to.deep.equal(atTheBank);
      expect(fake.names.filter((name) => name !== 'unmount')).to.deep.equal([]);
    });
});

describe('a payment whose page was left before the bank confirmed it', () => {
  const paying = {
    ...session,
    entryMode: 'tms' as const,
    payment: {amount: '24.00', currency: 'USD', paymentMethod},
  };
  for (const [what, isKnown, returnTo, said] of [
    ['is known not to be made where the run lives nowhere else', true, undefined, 'nothing'],
    ['is not known where the browser does not tell of other pages', false, undefined, 'payment'],
    ['is not known where the bank’s page may be open in the place of ours', true, '/pay', 'payment'],
  ] as const)
    it(what, async () => {
      const {page} = begin((ports) => {
        ports.memory = atTheBank;
        ports.home.isKnown = isKnown;
        ports.returnTo = returnTo;
        ports.answers.openSession = async () => paying;
        ports.answers.fetchPayment = async () => payment();
      });
      page.flow.resume();
      await settled();
      expect(page.state).to.have.nested.property('outcome.cause', 'interrupted');
      expect(heldBy(page.state)).to.equal(said);
    });
});
