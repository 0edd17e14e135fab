import {expect} from '@open-wc/testing';
import {type EntriesHost, Entries} from '../../../src/element/fields/entries.js';
import {FieldStore} from '../../../src/element/fields/field-store.js';
import type {FieldEvent} from '../../../src/gateways/index.js';
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
  const host = new Host();
  const store = new FieldStore(host);
  const entries = new Entries(host, store, timers);
  store.type('expiry', '01 / 29');
  return {entries, store, timers};
}

describe('Entries: the last word of a frame', () => {
  it('is not waited for where nothing was entered, or everything is right', async () => {
    const {entries, store, timers} = setup();
    store.clear();
    expect(await isSettled(entries.settled())).to.equal(true);
    store.type('expiry', '01 / 29');
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
    const {entries, store, timers} = setup();
    store.enter('security-code');
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

describe('Entries: what stands in the frames', () => {
  it('is noted in the store, by what they report', () => {
    const {entries, store} = setup();
    entries.hear(right('number'));
    expect([store.hasHosted, entries.status('number').empty]).to.deep.equal([true, false]);
    entries.hear({...right('number'), empty: true, valid: false} as FieldEvent);
    expect(store.hasHosted).to.equal(false);
  });

  // shows: wcag 3.3.7
  it('is forgotten with the caret in them; the expiry is kept', () => {
    const {entries, store} = setup();
    store.enter('number');
    entries.hear(right('number'));
    entries.forgetHosted();
    expect([store.hasHosted, entries.status('number').empty]).to.deep.equal([false, true]);
    expect([store.focused, store.expiry]).to.deep.equal([undefined, '01 / 29']);
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
    const {entries, store} = setup();
    store.enter('number');
    entries.hear(change('number', amex));
    store.leave('number');
    entries.hear(change('securityCode', {valid: true}));
    expect(entries.problem('security-code')).to.equal(undefined);
    store.enter('number');
    entries.hear(change('number', visa));
    expect(entries.shown('security-code'), 'not while the number is typed').to.equal(undefined);
    store.leave('number');
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
    const {entries, store} = setup();
    expect([entries.isRight('number'), entries.isRight('expiry')]).to.deep.equal([false, true]);
    store.enter('number');
    entries.hear(change('number', visa));
    expect(entries.isRight('number')).to.equal(false);
    entries.hear(change('number', {...visa, usualLength: true}));
    expect(entries.isRight('number')).to.equal(true);
    entries.hear(change('number', visa));
    store.leave('number');
    expect(entries.isRight('number')).to.equal(true);
  });

  it('is that a card has expired, also where the browser has filled it in', () => {
    const {entries, store} = setup();
    entries.hear({type: 'autofill', expirationMonth: '01', expirationYear: '2020'});
    expect(store.expiry).to.equal('01 / 20');
    expect(entries.shown('expiry')?.key).to.equal('expiryPast');
  });
});
