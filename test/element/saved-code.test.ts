import {expect} from '@open-wc/testing';
import {first as en} from '../../src/texts/en/first.js';
import {later as enLater} from '../../src/texts/en/later.js';
import type {BrandId, SessionPayment} from '../../src/protocol/index.js';
import {createFakeAdapter, type FakeAdapter, type FakeScript} from '../../src/testing/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';
import '../../src/element/exports/define-parts.js';

const paymentWith = (brand: BrandId): SessionPayment => ({
  ...{amount: '24.00', currency: 'USD', securityCode: true},
  paymentMethod: {
    ...{token: 'pm_7', brand, lastFour: '2701', expirationMonth: '01', expirationYear: '2031'},
    singleUse: false,
  },
});

describe('the security code of a saved card (decision 0021)', () => {
  let adapter: FakeAdapter;
  const open = async (script: FakeScript = {}, brand: BrandId = 'visa', markup = '') => {
    adapter = createFakeAdapter({payment: paymentWith(brand), ...script});
    const harness = await CardVaultHarness.ready((element) => {
      element.adapter = adapter;
      element.savedCard = true;
      element.innerHTML = markup;
    });
    await waitUntil(() => harness.part('payment-amount') && /\$/.test(harness.text('save-button')));
    return harness;
  };
  const methods = () => adapter.calls.map(({method}) => method);
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 13
  it('is the one field beside card and amount, and goes with the set-up', async () => {
    const harness = await open();
    expect(harness.part('payment-card')).not.to.equal(null);
    expect(harness.part('field-security-code')).not.to.equal(null);
    for (const field of ['number', 'expiry']) expect(harness.part(`field-${field}`)).to.equal(null);
    expect(harness.element.querySelectorAll('input')).to.have.length(1);
    await expect(harness.element).to.be.accessible();
    harness.fields.change('securityCode', {valid: true});
    const outcome = await harness.element.save();
    expect(outcome).to.include({outcome: 'paid'});
    expect(harness.fields.requests).to.have.length(1);
    expect(methods()).to.deep.equal([
      ...['openSession', 'generateCaptureContext', 'savedCardSetup', 'enroll', 'authorize', 'complete'],
    ]);
  });

  it('that is missing holds the payment, is asked for in words, and takes the focus', async () => {
    const harness = await open();
    const refused = await harness.element.save().catch((error: unknown) => error);
    expect(refused).to.include({code: 'card-incomplete', field: 'security-code'});
    await harness.settled();
    expect(harness.error('security-code')).to.equal(en.securityCodeMissing.replace('{count}', '3'));
    expect(methods()).not.to.include('savedCardSetup');
    harness.element.focus();
    await waitUntil(() => harness.fields.focused.at(-1) === 'securityCode');
  });

  it('has the length that its brand wants', async () => {
    const harness = await open({}, 'amex');
    await waitUntil(
      () => harness.fields.settings.securityCode.placeholder === enLater.securityCodePlaceholder4,
    );
    await harness.element.save().catch(() => undefined);
    await harness.settled();
    expect(harness.error('security-code')).to.equal(en.securityCodeMissing.replace('{count}', '4'));
  });

  it('is emptied by clear(), by reset() and by a new attempt', async () => {
    const harness = await open();
    harness.fields.change('securityCode', {valid: true});
    harness.element.clear('security-code');
    await waitUntil(() => harness.fields.cleared > 0);
    const refused = await harness.element.save().catch((error: unknown) => error);
    expect(refused).to.include({code: 'card-incomplete'});
    harness.element.reset();
    await harness.element.whenReady();
    await waitUntil(() => harness.part('field-security-code'));
    expect(harness.fields.mounts).to.be.greaterThan(0);
  });

  it('is asked for anew where the payment comes to nothing', async () => {
    const harness = await open({card: '4000000000002537'});
    harness.fields.change('securityCode', {valid: true});
    expect(await harness.element.save()).to.include({outcome: 'stopped'});
    await harness.ended();
    expect(harness.text('problem')).to.contain(enLater.notCharged);
    const refused = await harness.element.save().catch((error: unknown) => error);
    expect(refused).to.include({code: 'card-incomplete'});
  });

  it('stands in a field that the page has placed', async () => {
    const markup = '<p><card-vault-field name="security-code"></card-vault-field></p>';
    const harness = await open({}, 'visa', markup);
    const {element, fields} = harness;
    const placed = element.querySelector('card-vault-field')!;
    await waitUntil(() => placed.querySelector('input'));
    expect(element.querySelectorAll('input')).to.have.length(1);
    expect(harness.part('field-security-code')).to.equal(null);
    fields.change('securityCode', {valid: true});
    expect(await element.save()).to.include({outcome: 'paid'});
    expect(methods()).to.include('savedCardSetup');
  });

  it('is asked for again after the element was moved', async () => {
    const harness = await open();
    const {element, fields} = harness;
    fields.change('securityCode', {valid: true});
    element.parentElement!.appendChild(document.createElement('div')).append(element);
    await waitUntil(() => harness.fields !== fields && element.state === 'collecting');
    expect(element.querySelectorAll('input')).to.have.length(1);
    expect(await element.save().catch((error: unknown) => error)).to.include({code: 'card-incomplete'});
    harness.fields.change('securityCode', {valid: true});
    expect(await element.save()).to.include({outcome: 'paid'});
  });
});
