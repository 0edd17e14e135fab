import {expect} from '@open-wc/testing';
import {type Enrollment, CardVaultError, authenticationStatuses} from '../../src/protocol/index.js';
import {held, payment, required, type FakePorts} from './support/fake-ports.js';
import {opened, saved} from './support/page.js';

const enrolledAs =
  (enrollment: Enrollment) =>
  (fake: FakePorts): void =>
    void (fake.answers.enroll = async () => enrollment);

describe('nothing follows an enrollment that says stop (flow rule 1, spec 3.3)', () => {
  const stops: Readonly<Record<string, readonly [string, string]>> = {
    UNAVAILABLE: ['unavailable', 'issuer-unavailable'],
    FAILED: ['failed', 'issuer-declined'],
    REJECTED: ['rejected', 'issuer-rejected'],
    NOT_ELIGIBLE: ['not-eligible', 'card-not-eligible'],
    UNKNOWN: ['unavailable', 'unknown-status'],
  };
  for (const status of [...authenticationStatuses.slice(3), 'UNKNOWN' as const]) {
    it(`${status}: ${stops[status]?.join(', ')}`, async () => {
      const page = await saved(enrolledAs({status, eci: '07'}));
      expect(page.state).to.deep.include({
        outcome: {
          outcome: 'stopped',
          reason: stops[status]?.[0],
          cause: stops[status]?.[1],
          authentication: {status, eci: '07', liabilityShift: false},
          tracker: 'track_1',
        },
      });
      expect(page.fake.names.at(-2)).to.equal('enroll');
      expect(page.fake.names.at(-1)).to.equal('unmount');
      expect(page.fake.memory).to.equal(undefined);
    });
  }

  it('a status that an adapter made up stops too', async () => {
    const page = await saved(enrolledAs({status: 'toString' as Enrollment['status']}));
    expect(page.state).to.have.nested.property('outcome.cause', 'unknown-status');
    expect(page.fake.of('authorize')).to.have.lengthOf(0);
  });

  it('a stop claims no shift of liability, for any indicator', async () => {
    const page = await saved(enrolledAs({status: 'FAILED', eci: '05'}));
    expect(page.state).to.have.nested.property('outcome.authentication.liabilityShift', false);
  });
});

describe('authorization exactly after FRICTIONLESS and ATTEMPTED (flow rule 2)', () => {
  for (const [status, eci] of [
    ['FRICTIONLESS', '02'],
    ['ATTEMPTED', '01'],
  ] as const) {
    it(status, async () => {
      const page = await saved(enrolledAs({status, eci}));
      expect(page.fake.of('authorize')).to.have.length(1);
      expect(page.fake.of('present')).to.have.lengthOf(0);
      expect(page.state).to.deep.nested.include({
        'outcome.authentication': {status, eci, liabilityShift: true},
      });
    });
  }

  it('REQUIRED without a step-up is unreadable, and nothing is authorized', async () => {
    const page = await saved(enrolledAs({status: 'REQUIRED'}));
    expect(page.state).to.have.nested.property('error.code', 'answer-unreadable');
    expect(page.fake.of('authorize')).to.have.lengthOf(0);
  });
});

describe('cancel()', () => {
  const slow = () => held<never>().promise;

  for (const [name, end] of [
    ['openSession', 'idle'],
    ['generateCaptureContext', 'idle'],
    ['mount', 'idle'],
    ['tokenize', 'stopped'],
    ['processTransientToken', 'stopped'],
    ['collect', 'stopped'],
    ['enroll', 'stopped'],
    ['authorize', 'authorizing'],
    ['complete', 'completing'],
  ] as const) {
    it(`while ${name} is on its way: ${end}`, async () => {
      const page = await opened((fake) => void (fake.answers[name] = slow));
      if (page.state.name === 'collecting') await page.save();
      page.flow.cancel();
      expect(page.state.name).to.equal(end);
      const gone = end === 'idle' || end === 'stopped';
      expect(page.fake.of(name)[0]?.signal?.aborted).to.equal(gone);
      if (end === 'stopped') expect(page.state).to.have.nested.property('outcome.cause', 'closed-by-shopper');
    });
  }

  it('during the step-up: the window is closed and the truth decides', async () => {
    const page = await saved((fake) => {
      enrolledAs(required)(fake);
      fake.answers.present = slow;
      fake.answers.fetchPayment = async () => payment();
    });
    page.flow.cancel();
    expect(page.fake.of('present')[0]?.signal?.aborted).to.equal(true);
    await page.fake.timers.pass(0);
    expect(page.state).to.have.nested.property('outcome.cause', 'closed-by-shopper');
    expect(page.fake.of('complete')).to.have.lengthOf(0);
  });

  it('during the step-up, when the bank has said yes: saved', async () => {
    const page = await saved((fake) => {
      enrolledAs(required)(fake);
      fake.answers.present = slow;
    });
    page.flow.cancel();
    await page.fake.timers.pass(0);
    expect(page.state.name).to.equal('saved');
  });

  it('a step-up that cannot be shown fails, after the truth was read', async () => {
    const page = await saved((fake) => {
      enrolledAs(required)(fake);
      fake.answers.fetchPayment = async () => payment();
      fake.answers.present = async () => {
        throw new CardVaultError('step-up-url-refused', 'http');
      };
    });
    expect(page.fake.of('fetchPayment')).to.have.length(1);
    expect(page.state).to.have.nested.property('error.code', 'step-up-url-refused');
  });
});
