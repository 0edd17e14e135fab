import {expect} from '@open-wc/testing';
import {heldBy, step, type State} from '../../src/flow/index.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {session} from './support/fake-ports.js';
import {eventsOf} from './support/examples.js';

const error = new CardVaultError('service-unreachable', 'lost');
const small = {...session, accountVerification: false};
const zero = {...session, accountVerification: true};

/** How a run fails that loses the service in the named state. */
function lostIn(name: State['name'], more: object = {}): State {
  const [state] = step({name, run: 1, session: small, ...more} as State, {type: 'error', run: 1, error});
  return state;
}

describe('what a run may have left at the bank', () => {
  it('is nothing before the bank was asked, in every mode', () => {
    for (const name of ['opening', 'capturing', 'setting-up', 'collecting-device-data', 'enrolling'] as const)
      expect(heldBy(lostIn(name)), name).to.equal('nothing');
  });

  it('is nothing where the run stopped: the bank said no, or was not asked', () => {
    for (const event of eventsOf('payment', 1)) {
      const before = {name: 'confirming', run: 1, session: small, reads: 1, authorizations: 0} as State;
      const [state] = step(before, event);
      if (state.name === 'stopped') expect(heldBy(state)).to.equal('nothing');
    }
  });

  const enrollment = {status: 'FRICTIONLESS', eci: '05'} as const;
  const last = {enrollment, tries: 3};

  it('is perhaps a small amount where the last step did not answer', () => {
    const failed = lostIn('completing', last);
    expect(failed).to.include({name: 'failed', unsettled: 'completion', saving: true});
    expect(heldBy(failed)).to.equal('maybe');
  });

  it('is nothing where an authorization is of the amount zero (spec 3.1)', () => {
    expect(heldBy(lostIn('completing', {...last, session: zero}))).to.equal('nothing');
  });

  it('is nothing where the order is paid already or is another one: the shop’s server gives back first', () => {
    for (const code of ['order-paid', 'order-changed'] as const) {
      const before = {...last, name: 'completing', run: 1, session: small, tries: 1} as State;
      const refused = new CardVaultError(code, 'no', {status: 409});
      expect(heldBy(step(before, {type: 'error', run: 1, error: refused})[0]), code).to.equal('nothing');
    }
  });

  it('is not known of a run of an earlier page whose session did not open', () => {
    const before = {name: 'opening', run: 1, resuming: {tracker: 't', step: 'stepping-up'}} as const;
    expect(heldBy(step(before, {type: 'error', run: 1, error})[0])).to.equal('unknown');
  });
});

describe('a run that failed', () => {
  it('says whether a save was under way', () => {
    expect(lostIn('setting-up')).to.include({name: 'failed', saving: true});
    expect(lostIn('capturing')).not.to.have.property('saving');
  });
});
