import {expect} from '@open-wc/testing';
import {first as en} from '../../src/texts/en/first.js';
import type {CardVaultChangeEvent} from '../../src/element/events.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

describe('telling what is wrong with a field', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: wcag 3.2.2
  it('waits until the field is left, and stops the moment it is right', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.type('expiry', '1025');
    expect(harness.error('expiry')).to.equal('');
    await harness.leave('expiry');
    expect(harness.error('expiry')).to.equal('This card has expired');
    expect(harness.input('expiry').getAttribute('aria-invalid')).to.equal('true');
    expect(harness.input('expiry').getAttribute('aria-describedby')).to.equal('expiry-error');
    expect(harness.announced).to.equal('Expiry date: This card has expired');
    await harness.type('expiry', '10 / 30');
    expect(harness.error('expiry')).to.equal('');
    expect(harness.input('expiry').getAttribute('aria-invalid')).to.equal('false');
    await harness.type('expiry', '10 / 25');
    expect(harness.error('expiry')).to.equal('');
  });

  it('says nothing of a field that is passed over empty', async () => {
    const harness = await CardVaultHarness.ready();
    harness.fields.tell({type: 'focus', field: 'number'});
    harness.fields.tell({type: 'blur', field: 'number'});
    await harness.settled();
    expect(harness.error('number')).to.equal('');
  });

  it('tells a number that is not finished from one that cannot become right', async () => {
    const harness = await CardVaultHarness.ready();
    harness.fields.change('number', {couldBeValid: true, brands: ['visa']});
    harness.fields.tell({type: 'blur', field: 'number'});
    await harness.settled();
    expect(harness.error('number')).to.equal(en.numberIncomplete);
    harness.fields.change('number', {couldBeValid: false, brands: ['visa']});
    await harness.settled();
    expect(harness.error('number')).to.equal(en.numberWrong);
    expect(harness.part('box-number')!.matches('[data-invalid]')).to.equal(true);
  });

  // shows: peers 20
  it('tells as it is typed with validate-on change', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.validateOn = 'change'));
    await harness.type('expiry', '10 / 2');
    expect(harness.error('expiry')).to.equal('');
    await harness.type('expiry', '10 / 25');
    expect(harness.error('expiry')).to.equal('This card has expired');
    harness.fields.change('number', {couldBeValid: false});
    await harness.settled();
    expect(harness.error('number')).to.equal(en.numberWrong);
  });

  // shows: peers 20
  it('waits for the save with validate-on submit', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.validateOn = 'submit'));
    await harness.type('expiry', '10 / 25');
    await harness.leave('expiry');
    expect(harness.error('expiry')).to.equal('');
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(harness.error('expiry')).to.equal('This card has expired');
  });

  it('moves the hint and the message of the code to four digits for American Express', async () => {
    const harness = await CardVaultHarness.ready();
    await waitUntil(() => harness.part('code-mark'), 'the marks are loaded');
    expect(harness.part('code-mark')!.getAttribute('aria-label')).to.equal(
      '3 digits on the back of the card',
    );
    harness.fields.change('number', {valid: true, brands: ['amex'], securityCodeLength: 4});
    harness.fields.change('securityCode', {empty: false, valid: false});
    harness.fields.tell({type: 'blur', field: 'securityCode'});
    await harness.settled();
    expect(harness.part('code-mark')!.getAttribute('aria-label')).to.equal(
      '4 digits on the front of the card',
    );
    expect(harness.error('security-code')).to.equal('Enter all 4 digits');
    expect(harness.fields.settings.securityCode.placeholder).to.equal('1234');
    expect(harness.fields.updates).to.be.greaterThan(0);
  });

  // shows: peers 3
  it('names the brand, and shows a plain card while it is not known', async () => {
    const harness = await CardVaultHarness.ready();
    const mark = (): Element => harness.part('brand-mark')!;
    await waitUntil(mark, 'the marks are loaded');
    expect(mark().getAttribute('aria-label')).to.equal('Card');
    harness.fields.change('number', {brands: ['visa', 'maestro']});
    await harness.settled();
    expect(mark().getAttribute('data-brand')).to.equal('unknown');
    for (const [id, name] of [
      ['visa', 'Visa'],
      ['mastercard', 'Mastercard'],
      ['amex', 'American Express'],
      ['discover', 'Discover'],
      ['diners', 'Diners Club'],
      ['jcb', 'JCB'],
      ['maestro', 'Maestro'],
      ['unionpay', 'UnionPay'],
    ] as const) {
      harness.fields.change('number', {brands: [id]});
      await harness.settled();
      expect(mark().getAttribute('data-brand')).to.equal(id);
      expect(mark().getAttribute('aria-label')).to.equal(name);
    }
  });

  it('refuses a card number in the name', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.cardholderName = true));
    await harness.type('name', '4000 0000 0000 2701');
    await harness.leave('name');
    expect(harness.error('name')).to.equal('Enter your name here, not the number');
    await harness.type('name', 'Ada');
    expect(harness.error('name')).to.equal('');
  });

  it('tells the page what changed, without a digit', async () => {
    const harness = await CardVaultHarness.ready();
    harness.fields.change('number', {valid: true, brands: ['visa']});
    await harness.settled();
    expect((harness.named('change').at(-1) as CardVaultChangeEvent).detail.valid).to.equal(false);
    await harness.fill();
    const last = harness.named('change').at(-1) as CardVaultChangeEvent;
    expect(last.detail).to.deep.equal({
      valid: true,
      empty: false,
      brand: 'visa',
      fields: {
        number: {empty: false, valid: true},
        expiry: {empty: false, valid: true},
        'security-code': {empty: false, valid: true},
      },
    });
  });

  // shows: peers 75, wcag 4.1.3
  it('has one live region, made once', async () => {
    const harness = await CardVaultHarness.ready();
    const regions = (): Element[] => [
      ...harness.root.querySelectorAll('[aria-live],[role=status],[role=alert]'),
    ];
    const before = regions();
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(before).to.have.length(1);
    expect(regions()).to.deep.equal(before);
  });

  it('says the same words again when they are needed again', async () => {
    const harness = await CardVaultHarness.ready();
    const region = harness.root.querySelector('[role=status]')!;
    await harness.save().catch(() => undefined);
    await harness.settled();
    const first = region.textContent;
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(region.textContent).not.to.equal(first);
    expect(region.textContent!.trim()).to.equal(first!.trim());
  });
});

describe('the expiry input', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 10
  it('takes paste, autofill and other digits, and shows them its own way', async () => {
    const harness = await CardVaultHarness.ready();
    for (const [text, shown] of [
      ['12 / 2029', '12 / 29'],
      ['2029-12', '12 / 29'],
      ['012029', '01 / 29'],
      ['Dec 2029', '12 / 29'],
      ['١٢/٢٩', '12 / 29'],
      ['1229', '12 / 29'],
    ] as const) {
      await harness.type('expiry', text);
      await harness.leave('expiry');
      expect(harness.input('expiry').value, text).to.equal(shown);
      await harness.type('expiry', '');
    }
  });

  // shows: peers 8
  it('takes what the browser filled in beside the number', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.cardholderName = true));
    harness.fields.tell({
      type: 'autofill',
      name: 'Ada Lovelace',
      expirationMonth: '3',
      expirationYear: '2031',
    });
    await harness.settled();
    expect(harness.input('expiry').value).to.equal('03 / 31');
    expect(harness.input('name').value).to.equal('Ada Lovelace');
  });

  // shows: wcag 1.3.5
  it("is found by a browser's autofill", async () => {
    const harness = await CardVaultHarness.ready((element) => (element.cardholderName = true));
    expect(harness.input('expiry').getAttribute('autocomplete')).to.equal('cc-exp');
    expect(harness.input('expiry').inputMode).to.equal('numeric');
    expect(harness.input('expiry').getAttribute('enterkeyhint')).to.equal('next');
    expect(harness.input('name').getAttribute('autocomplete')).to.equal('cc-name');
  });

  it('sends month and year to the bank as the wire wants them', async () => {
    const harness = await CardVaultHarness.ready();
    let sent: unknown;
    harness.fields.tokenize = async (request?: unknown) => {
      sent = request;
      return 'transient';
    };
    await harness.saved();
    expect(sent).to.deep.include({expirationMonth: '01', expirationYear: '2029'});
  });
});
