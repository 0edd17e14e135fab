import {expect} from '@open-wc/testing';
import {first as en} from '../../src/texts/en/first.js';
import {validateNumber, passesLuhn} from '../../src/element/views/raw.js';
import {countries} from '../../src/element/views/billing.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

describe('raw entry', () => {
  afterEach(() => CardVaultHarness.clean());

  async function raw(): Promise<CardVaultHarness> {
    const harness = await CardVaultHarness.ready((element, world) => {
      element.entryMode = 'raw';
      world.adapter.script.session = {entryMode: 'raw'};
    });
    await waitUntil(() => harness.input('number'));
    return harness;
  }

  it('sends the card as it was typed, once, and keeps nothing of it', async () => {
    const harness = await raw();
    await harness.type('number', '4000000000002701');
    expect(harness.input('number').value).to.equal('4000 0000 0000 2701');
    await harness.type('expiry', '0129');
    await harness.type('security-code', '123');
    const outcome = await harness.save();
    expect(outcome.outcome).to.equal('saved');
    expect(harness.world.adapter.lastRaw).to.deep.equal({
      cardNumber: '4000000000002701',
      securityCode: '123',
      expirationMonth: '01',
      expirationYear: '2029',
    });
    await harness.ended();
    expect(harness.input('number').value).to.equal('');
    expect(harness.input('security-code').value).to.equal('');
    const said = harness.events.map((event) => JSON.stringify((event as CustomEvent<unknown>).detail)).join();
    expect(said).not.to.contain('4000000000002701');
    expect(harness.world.fields.at(-1)!.mounts).to.equal(0);
  });

  it('keeps the expiry for Back while it is not saved, and never number and code', async () => {
    const kept = (): string => {
      dispatchEvent(new Event('pagehide'));
      return Object.entries(sessionStorage)
        .filter(([key]) => key.startsWith('card-vault-entries:'))
        .map(([, value]) => String(value))
        .join();
    };
    const harness = await raw();
    await harness.type('number', '4000000000002701');
    await harness.type('expiry', '0129');
    await harness.type('security-code', '737');
    await waitUntil(() => kept());
    expect(kept()).to.contain('[["expiry","01 / 29"]]');
    await harness.save();
    expect(kept()).to.equal('');
  });

  it('tells what is wrong as the frames do', async () => {
    const harness = await raw();
    await harness.type('number', '4000000000002702');
    await harness.leave('number');
    await waitUntil(() => harness.error('number') === en.numberWrong);
    await harness.type('number', '40000000000027');
    await waitUntil(() => harness.error('number') === en.numberIncomplete);
    await harness.type('number', '3400000000027080');
    await waitUntil(() => harness.error('number') === en.numberWrong);
    expect(harness.input('number').value, 'a digit that is too many stays').to.equal('3400 000000 027080');
    await harness.type('number', '340000000002708');
    await harness.settled();
    expect(harness.error('number')).to.equal('');
    await harness.type('security-code', '12345');
    expect(harness.input('security-code').value).to.equal('12345');
    await harness.leave('security-code');
    expect(harness.error('security-code')).to.equal('Enter the 4-digit code');
    expect(harness.input('number').getAttribute('autocomplete')).to.equal('cc-number');
    expect(harness.input('security-code').getAttribute('autocomplete')).to.equal('cc-csc');
  });

  it('reads a pasted sentence, and forgets what was typed with the card', async () => {
    const harness = await raw();
    await harness.type('number', 'Card: 4000 0000 0000 2701 exp 01/29 cvv 123');
    expect(harness.input('number').value).to.equal('4000 0000 0000 2701');
    expect(harness.input('expiry').value).to.equal('01 / 29');
    harness.element.reset();
    harness.press('number', {key: 'z', code: 'KeyZ', ctrlKey: true});
    expect(harness.input('number').value).to.equal('');
  });

  it('judges the code anew when the number becomes another brand’s', async () => {
    const harness = await raw();
    await harness.type('number', '4000000000002701');
    await harness.type('security-code', '123');
    await harness.leave('security-code');
    expect(harness.error('security-code')).to.equal('');
    await harness.type('number', '340000000002708');
    await harness.leave('number');
    expect(harness.input('security-code').value).to.equal('123');
    expect(harness.error('security-code')).to.equal('Enter all 4 digits');
  });

  it('is refused with a code where the element does not have entry-mode="raw"', async () => {
    const harness = new CardVaultHarness();
    harness.world.adapter.script.session = {entryMode: 'raw'};
    CardVaultHarness.page().append(harness.element);
    await harness.element.whenReady().catch(() => undefined);
    await harness.fill();
    let code = '';
    await harness.save().catch((error: {code: string}) => (code = error.code));
    expect(code).to.equal('entry-mode-refused');
  });

  it('knows numbers by their first digits and their check digit', () => {
    expect(passesLuhn('4000000000002701')).to.equal(true);
    expect(passesLuhn('4000000000002702')).to.equal(false);
    expect(validateNumber('7')).to.include({couldBeValid: false, valid: false, empty: false});
    expect(validateNumber('')).to.include({couldBeValid: true, valid: false, empty: true});
  });
});

describe('the billing address', () => {
  afterEach(() => CardVaultHarness.clean());

  async function full(): Promise<CardVaultHarness> {
    const harness = await CardVaultHarness.ready((element) => {
      // The tests' browser names a country by its language.
      element.locale = 'en';
      element.billingFields = 'full';
    });
    await waitUntil(() => harness.root.querySelector('#country'));
    return harness;
  }

  // shows: peers 14
  it('goes to the bank as it was typed, over what the page supplied', async () => {
    const harness = await full();
    harness.element.billing = {street1: '1 Old Road', country: 'US', state: 'NY'};
    await harness.settled();
    expect(harness.input('street1').value).to.equal('1 Old Road');
    await harness.type('street1', '2 New Road');
    await harness.type('city', 'Albany');
    await harness.type('postal-code', '12207');
    await harness.saved();
    expect(harness.world.adapter.lastBilling).to.deep.equal({
      street1: '2 New Road',
      country: 'US',
      state: 'NY',
      city: 'Albany',
      postalCode: '12207',
    });
  });

  it('goes silently where no input is shown', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.billing = {country: 'PK'}));
    await harness.saved();
    expect(harness.world.adapter.lastBilling).to.deep.equal({country: 'PK'});
  });

  // shows: peers 15 17
  it('must be filled, by the habits of its country', async () => {
    const harness = await full();
    await harness.fill();
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(harness.error('country')).to.equal('Choose the country');
    expect(harness.error('street2')).to.equal('');
    await harness.choose('country', 'AE');
    await waitUntil(() => harness.input('postal-code') === null);
    await harness.choose('country', 'DE');
    await waitUntil(() => harness.input('postal-code') !== null);
    expect(harness.input('state')).to.equal(null);
    await harness.type('postal-code', '123');
    await harness.leave('postal-code');
    await waitUntil(() => harness.error('postal-code') === 'Check this. Example: 26133');
    await harness.type('postal-code', '10115');
    expect(harness.error('postal-code')).to.equal('');
  });

  it('has the fields, labels and states of its country, and no leftover of another', async () => {
    const harness = await full();
    const labels = () =>
      [...harness.root.querySelectorAll<HTMLElement>('label.label')]
        .map(({textContent}) => textContent.trim())
        .slice(harness.element.cardholderName ? 2 : 1);
    await harness.choose('country', 'US');
    await waitUntil(() => harness.input('state').localName === 'select');
    expect(labels()).to.deep.equal(
      'Country|Address|Apartment, floor (optional)|City|State|ZIP code'.split('|'),
    );
    await harness.choose('state', 'CA');
    await harness.type('postal-code', '94105');
    await harness.choose('country', 'AE');
    await waitUntil(() => labels().includes('Emirate'));
    expect(labels()).to.deep.equal('Country|Address|Apartment, floor (optional)|Emirate'.split('|'));
    await harness.fill();
    await harness.type('street1', 'Sheikh Zayed Road 1');
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(harness.error('state')).to.equal('Choose from the list');
    await harness.choose('state', 'DU');
    await harness.saved();
    expect(harness.world.adapter.lastBilling).to.deep.equal({
      country: 'AE',
      street1: 'Sheikh Zayed Road 1',
      state: 'DU',
    });
  });

  it("begins with the country that the language names, never over the page's", async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.locale = 'en-GB';
      element.billingFields = 'full';
    });
    await waitUntil(() => harness.input('country')?.value === 'GB');
    await waitUntil(
      () => harness.root.querySelector('[part~=label-postal-code]')?.textContent.trim() === 'Postcode',
    );
    const other = await CardVaultHarness.ready((element) => {
      element.locale = 'en-GB';
      element.billingFields = 'full';
      element.billing = {country: 'FR'};
    });
    await waitUntil(() => other.input('country')?.value === 'FR');
  });

  it('can be the postal code alone', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.billingFields = 'postal'));
    await waitUntil(() => harness.input('postal-code'));
    await harness.fill();
    let code = '';
    await harness.save().catch((error: {code: string}) => (code = error.code));
    expect(code).to.equal('card-incomplete');
    await harness.type('postal-code', '54000');
    await harness.saved();
    expect(harness.world.adapter.lastBilling).to.deep.equal({postalCode: '54000'});
  });

  it("is found by a browser's autofill", async () => {
    const harness = await full();
    const tokens = [...harness.root.querySelectorAll<HTMLInputElement>('[autocomplete^="billing"]')].map(
      (input) => input.getAttribute('autocomplete'),
    );
    expect(tokens).to.deep.equal([
      'billing country',
      'billing address-line1',
      'billing address-line2',
      'billing address-level2',
      'billing address-level1',
      'billing postal-code',
    ]);
  });

  it('names countries in the language of the page', () => {
    const names = new Map(countries('ur'));
    expect(names.get('PK')).to.equal('پاکستان');
    expect(countries('en').length).to.be.greaterThan(220);
    expect(new Map(countries('not a tag')).get('PK')).to.equal('Pakistan');
  });
});
