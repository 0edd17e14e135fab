import {expect} from '@open-wc/testing';
import {Entries, type EntriesHost} from '../../../src/element/controllers/entries.js';
import type {FieldEvent} from '../../../src/gateways/index.js';
import type {State} from '../../../src/flow/index.js';
import {FakeHost, FakeTimers, isSettled} from '../../support/fake-host.js';

class Host extends FakeHost implements EntriesHost {
  readonly acceptedBrands = undefined;
  readonly billingFields = 'none';
  readonly billing = undefined;
  readonly cardholderName = false;
  readonly consent = 'none';
  readonly validateOn = 'blur';
}
customElements.define('fake-entries-host', Host);

const right = (field: 'number' | 'securityCode'): FieldEvent => ({
  type: 'change',
  ...{field, empty: false, valid: true, couldBeValid: true},
});

function setup() {
  const timers = new FakeTimers();
  const entries = new Entries(new Host(), timers);
  entries.typeExpiry('01 / 29', 7, false);
  return {entries, timers};
}

describe('Entries: the last word of a frame', () => {
  it('is not waited for where nothing was entered, or everything is right', async () => {
    const {entries, timers} = setup();
    entries.clear();
    expect(await isSettled(entries.settled())).to.equal(true);
    entries.typeExpiry('01 / 29', 7, false);
    entries.hear(right('number'));
    entries.hear(right('securityCode'));
    expect(await isSettled(entries.settled())).to.equal(true);
    expect(timers.pending).to.equal(0);
  });

  it('is the change that makes the card complete', async () => {
    const {entries, timers} = setup();
    entries.hear(right('number'));
    const settled = entries.settled();
    entries.hear({type: 'focus', field: 'securityCode'});
    expect(await isSettled(settled)).to.equal(false);
    entries.hear(right('securityCode'));
    expect(await isSettled(settled)).to.equal(true);
    expect(timers.pending).to.equal(0);
  });

  it('is the blur, which a frame reports after its last change', async () => {
    const {entries} = setup();
    const settled = entries.settled();
    entries.hear({type: 'blur', field: 'number'});
    expect(await isSettled(settled)).to.equal(true);
  });

  it('is waited for longer where a frame has lost the focus and has not said so', async () => {
    const {entries, timers} = setup();
    entries.enter('security-code');
    const settled = entries.settled();
    timers.advance(1_999);
    expect(await isSettled(settled)).to.equal(false);
    entries.hear(right('number'));
    entries.hear(right('securityCode'));
    expect(await isSettled(settled)).to.equal(true);
    expect(timers.pending).to.equal(0);
  });

  it('is waited for a quarter of a second, no longer', async () => {
    const {entries, timers} = setup();
    const settled = entries.settled();
    timers.advance(249);
    expect(await isSettled(settled)).to.equal(false);
    timers.advance(1);
    expect(await isSettled(settled)).to.equal(true);
  });
});

describe('Entries: what a run does to them', () => {
  const state = (name: string, run = 1): State => ({name, run}) as State;

  it('forgets the frames with every new run and every renewal; keeps the expiry', () => {
    const {entries} = setup();
    entries.hear(right('number'));
    entries.moved(state('collecting'), state('collecting'));
    expect(entries.status('number').empty).to.equal(false);
    entries.moved(state('capturing'), state('collecting'));
    expect(entries.status('number').empty).to.equal(true);
    entries.hear(right('number'));
    entries.moved(state('opening', 2), state('failed', 1));
    expect(entries.status('number').empty).to.equal(true);
    expect(entries.expiry).to.equal('01 / 29');
  });

  it('empties everything when the card is saved', () => {
    const {entries} = setup();
    entries.moved(state('saved'), state('completing'));
    expect(entries.empty).to.equal(true);
  });
});
