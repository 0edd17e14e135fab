import {expect} from '@open-wc/testing';
import {FieldStore, type FieldRules} from '../../../src/element/fields/field-store.js';
import type {BegunSession} from '../../../src/element/host.js';
import type {BillingFields} from '../../../src/element/options.js';
import type {BillingAddress, SessionPayment} from '../../../src/protocol/index.js';
import {FakeHost} from '../../support/fake-host.js';

class StoreHost extends FakeHost {
  cardholderName = false;
  billingFields: BillingFields = 'none';
  billing: BillingAddress | undefined = undefined;
  override begunSession: Pick<BegunSession, 'fields'> | undefined = undefined;
}
customElements.define('store-host', StoreHost);

function setup(given: Partial<StoreHost> = {}) {
  const host = Object.assign(new StoreHost(), given);
  return {host, store: new FieldStore(host)};
}

/** The hosted fields that a page has begun, as far as they are emptied. */
function begunFields() {
  const cleared: string[] = [];
  const field = (name: string) => ({clear: () => void cleared.push(name)});
  const fields = {number: field('number'), securityCode: field('security-code')};
  const begun = Promise.resolve({fields}) as unknown as NonNullable<BegunSession['fields']>;
  return {begun, cleared};
}

describe('FieldStore', () => {
  it('keeps what is typed, and updates the host', () => {
    const {host, store} = setup();
    expect([store.expiry, store.cardholderName]).to.deep.equal(['', '']);
    store.type('expiry', '12 / 29');
    store.type('name', 'Jane Roe');
    expect([store.expiry, store.cardholderName]).to.deep.equal(['12 / 29', 'Jane Roe']);
    expect(host.updates).to.equal(2);
  });

  it('lays what is typed of an address over what the page supplied, and forgets what is typed and erased', () => {
    const {store} = setup({billing: {city: 'Lahore', country: 'PK'}});
    store.type('city', '');
    store.type('postal-code', '54000');
    store.type('street2', '2');
    store.type('street2', '');
    expect(store.billing).to.deep.equal({city: '', country: 'PK', postalCode: '54000'});
    const {store: none} = setup();
    none.type('state', 'S');
    none.type('state', '');
    none.type('name', 'Jane Roe');
    expect(none.billing).to.deep.equal({});
  });

  it('is empty until a date or a hosted field is typed into, but not where a saved card pays', () => {
    const {store} = setup();
    store.type('name', 'Jane Roe');
    expect(store.empty).to.equal(true);
    store.type('expiry', '1');
    expect(store.empty).to.equal(false);
    store.type('expiry', '');
    store.hasHosted = true;
    expect(store.empty).to.equal(false);
    store.hasHosted = false;
    expect(store.empty).to.equal(true);
    store.payment = {amount: '24.00', currency: 'USD'} as SessionPayment;
    expect(store.empty).to.equal(false);
  });

  it('tells its rules of each field that is typed into or left, with the text before', () => {
    const {store} = setup();
    const told: string[] = [];
    store.type('expiry', '1');
    store.rules = {
      typed: (field, before) => void told.push(`${field}: ${before} > ${store.expiry}`),
      left: (field) => void told.push(`${field} left, focus in ${store.focused}`),
      fields: ['number'],
    } as Partial<FieldRules> as FieldRules;
    store.type('expiry', '12');
    store.enter('expiry');
    store.leave('expiry');
    expect(told).to.deep.equal(['expiry: 1 > 12', 'expiry left, focus in undefined']);
    expect(store.fields).to.deep.equal(['number']);
  });

  it('has the fields that the host has now, until its rules are there', () => {
    const {host, store} = setup();
    expect(store.fields).to.deep.equal(['number', 'expiry', 'security-code']);
    Object.assign(host, {cardholderName: true, billingFields: 'postal'});
    expect(store.fields).to.deep.equal(['number', 'expiry', 'security-code', 'name', 'postal-code']);
  });

  it('knows the field that the shopper is in, though another one reports late that it is left', () => {
    const {store} = setup();
    store.enter('number');
    store.enter('expiry');
    store.leave('number');
    expect(store.focused).to.equal('expiry');
    store.leave('expiry');
    expect(store.focused).to.equal(undefined);
  });

  it('forgets what was entered when it is cleared, and empties the fields that the page has begun', async () => {
    const {begun, cleared} = begunFields();
    const {host, store} = setup({begunSession: {fields: begun}});
    store.type('expiry', '12 / 29');
    store.hasHosted = true;
    store.consent = {text: 'I agree', language: 'en'};
    const before = host.updates;
    store.clear();
    expect([store.expiry, store.empty, store.consent]).to.deep.equal(['', true, undefined]);
    expect(host.updates).to.equal(before + 1);
    await begun;
    expect(cleared).to.deep.equal(['number', 'security-code']);
  });

  it('is cleared where the page has begun no fields, or they did not come', async () => {
    for (const begunSession of [undefined, {}, {fields: Promise.resolve(undefined)}]) {
      const {store} = setup({begunSession});
      store.type('expiry', '12 / 29');
      store.clear();
      await begunSession?.fields;
      expect(store.empty).to.equal(true);
    }
  });
});
