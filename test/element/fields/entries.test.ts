import {expect} from '@open-wc/testing';
import type {EntriesHost} from '../../../src/element/fields/entries.js';
import {Entries} from '../../../src/element/fields/entries.js';
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
  entries.typeExpiry('01 / 29');
  return {entries, timers};
}

describe('Entries: the last word of a frame', () => {
  it('is not waited for where nothing was entered, or everything is right', async () => {
    const {entries, timers} = setup();
    entries.clear();
    expect(await isSettled(entries.settled())).to.equal(true);
    entries.typeExpiry('01 / 29');
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

describe('Entries: what is said of a number and a code', () => {
  const change = (field: 'number' | 'securityCode', more: object = {}): FieldEvent => ({
    type: 'change',
    ...{field, empty: false, valid: false, couldBeValid: true},
    ...more,
  });
  const visa = {valid: true, brands: ['visa'], securityCodeLength: 3};
  const amex = {valid: true, brands: ['amex'], securityCodeLength: 4};

  it('is one wrong digit at the usual length, and digits that are missing or wrong where the field does not say', () => {
    const {entries} = setup();
    entries.hear(change('number', {brands: ['visa']}));
    expect(entries.problem('number')?.key).to.equal('numberIncomplete');
    entries.hear(change('number', {brands: ['visa'], usualLength: true}));
    expect(entries.problem('number')?.key).to.equal('numberWrong');
  });

  it('is how long the code is, as soon as the number of another brand is left', () => {
    const {entries} = setup();
    entries.enter('number');
    entries.hear(change('number', amex));
    entries.leave('number');
    entries.hear(change('securityCode', {valid: true}));
    expect(entries.problem('security-code')).to.equal(undefined);
    entries.enter('number');
    entries.hear(change('number', visa));
    expect(entries.shown('security-code'), 'not while the number is typed').to.equal(undefined);
    entries.leave('number');
    expect(entries.shown('security-code')).to.deep.equal({key: 'securityCodeMissing', values: {count: 3}});
    entries.hear(change('securityCode', {valid: true}));
    expect(entries.shown('security-code')).to.equal(undefined);
  });

  it('is nothing of a code that was entered before the brand was known, or that fits again', () => {
    const {entries} = setup();
    entries.hear(change('securityCode', {valid: true}));
    entries.hear(change('number', visa));
    expect(entries.problem('security-code')).to.equal(undefined);
    entries.hear(change('securityCode', {valid: true}));
    entries.hear(change('number', amex));
    expect(entries.problem('security-code')?.key).to.equal('securityCodeMissing');
    entries.hear(change('number', visa));
    expect(entries.shown('security-code')).to.equal(undefined);
  });

  it('is a tick, which waits where a longer number may follow', () => {
    const {entries} = setup();
    expect([entries.isRight('number'), entries.isRight('expiry')]).to.deep.equal([false, true]);
    entries.enter('number');
    entries.hear(change('number', visa));
    expect(entries.isRight('number')).to.equal(false);
    entries.hear(change('number', {...visa, usualLength: true}));
    expect(entries.isRight('number')).to.equal(true);
    entries.hear(change('number', visa));
    entries.leave('number');
    expect(entries.isRight('number')).to.equal(true);
  });

  it('is that a card has expired, also where the browser has filled it in', () => {
    const {entries} = setup();
    entries.hear({type: 'autofill', expirationMonth: '01', expirationYear: '2020'});
    expect(entries.expiry).to.equal('01 / 20');
    expect(entries.shown('expiry')?.key).to.equal('expiryPast');
  });
});
