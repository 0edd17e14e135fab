import {expect} from '@open-wc/testing';
import {EarlyEntries} from '../../../src/element/fields/early-entries.js';
import type {BegunSession} from '../../../src/element/session/begun-session.js';
import type {BillingFields, FieldName} from '../../../src/element/options.js';
import type {BillingAddress} from '../../../src/protocol/index.js';
import {FakeHost} from '../../support/fake-host.js';

class EarlyHost extends FakeHost {
  cardholderName = false;
  billingFields: BillingFields = 'none';
  billing: BillingAddress | undefined = undefined;
  override begunSession: Pick<BegunSession, 'fields'> | undefined = undefined;
}
customElements.define('early-host', EarlyHost);

function setup(given: Partial<EarlyHost> = {}) {
  const host = Object.assign(new EarlyHost(), given);
  return {host, early: new EarlyEntries(host)};
}

/** The hosted fields that a page has begun, as far as they are emptied. */
function begunFields() {
  const cleared: string[] = [];
  const field = (name: string) => ({clear: () => void cleared.push(name)});
  const fields = {number: field('number'), securityCode: field('security-code')};
  const begun = Promise.resolve({fields}) as unknown as NonNullable<BegunSession['fields']>;
  return {begun, cleared};
}

describe('EarlyEntries', () => {
  it('keeps what is typed, shows it, and updates the host', () => {
    const {host, early} = setup();
    expect([early.expiry, early.cardholderName]).to.deep.equal(['', '']);
    early.typeExpiry('12 / 29');
    early.typeName('Jane Roe');
    early.typeBilling('city', 'Lahore');
    early.typeBilling('city', 'Karachi');
    expect([early.expiry, early.cardholderName]).to.deep.equal(['12 / 29', 'Jane Roe']);
    expect([...early.typed]).to.deep.equal([
      ['expiry', '12 / 29'],
      ['name', 'Jane Roe'],
      ['city', 'Karachi'],
    ]);
    expect(host.updates).to.equal(4);
  });

  it('hands what is typed to the one that has taken its place', () => {
    const {host, early} = setup();
    const taken: [FieldName, string][] = [];
    early.keep = (field, text) => taken.push([field, text]);
    early.typeExpiry('1');
    early.typeName('J');
    early.typeBilling('state', 'S');
    expect(taken).to.deep.equal([
      ['expiry', '1'],
      ['name', 'J'],
      ['state', 'S'],
    ]);
    expect(early.typed.size).to.equal(0);
    expect(host.updates).to.equal(3);
  });

  it('is empty until a date or a hosted field is typed into', () => {
    const {early} = setup();
    early.typeName('Jane Roe');
    expect(early.empty).to.equal(true);
    early.typeExpiry('1');
    expect(early.empty).to.equal(false);
    early.typeExpiry('');
    expect(early.empty).to.equal(true);
    early.heard = true;
    expect(early.empty).to.equal(false);
  });

  it('has the fields and the address that the host has now', () => {
    const {host, early} = setup();
    expect(early.fields).to.deep.equal(['number', 'expiry', 'security-code']);
    expect(early.billing).to.equal(undefined);
    Object.assign(host, {cardholderName: true, billingFields: 'postal', billing: {city: 'Lahore'}});
    expect(early.fields).to.deep.equal(['number', 'expiry', 'security-code', 'name', 'postal-code']);
    expect(early.billing).to.deep.equal({city: 'Lahore'});
  });

  it('judges nothing: the number is missing, and no error is shown', () => {
    const {early} = setup();
    early.typeExpiry('99 / 99');
    expect(early.problem()).to.deep.equal({key: 'numberMissing'});
    expect(early.firstProblem).to.equal('number');
    expect(early.shown()).to.equal(undefined);
    expect(early.status()).to.deep.equal({empty: true, valid: false});
    expect([early.brand, early.codeLength]).to.deep.equal(['unknown', 3]);
  });

  it('knows the field that the shopper is in', () => {
    const {early} = setup();
    early.enter('number');
    early.enter('expiry');
    expect(early.focused).to.equal('expiry');
    early.leave();
    expect(early.focused).to.equal(undefined);
  });

  it('forgets what was entered when it is cleared, and empties the fields that the page has begun', async () => {
    const {begun, cleared} = begunFields();
    const {early} = setup({begunSession: {fields: begun}});
    early.typeExpiry('12 / 29');
    early.heard = true;
    early.consent = {text: 'I agree', language: 'en'};
    early.clear();
    expect([early.expiry, early.empty, early.consent]).to.deep.equal(['', true, undefined]);
    await begun;
    expect(cleared).to.deep.equal(['number', 'security-code']);
  });

  it('is cleared where the page has begun no fields, or they did not come', async () => {
    for (const begunSession of [undefined, {}, {fields: Promise.resolve(undefined)}]) {
      const {early} = setup({begunSession});
      early.typeExpiry('12 / 29');
      early.clear();
      await begunSession?.fields;
      expect(early.empty).to.equal(true);
    }
  });
});
