import {expect} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {AddressLookup, AddressLookupContext, AddressSuggestion} from '../../src/element/options.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const vienna = {country: 'AT', street1: 'Ring 1', city: 'Wien', postalCode: '1010'};
const found: readonly AddressSuggestion[] = [
  {text: 'Ring 1, 1010 Wien', address: vienna},
  {text: 'Ring 2, 1010 Wien', address: () => Promise.resolve({...vienna, street1: 'Ring 2'})},
];

describe('addressLookup', () => {
  afterEach(() => CardVaultHarness.clean());

  const asked: {query: string; context: AddressLookupContext}[] = [];

  async function form(answer: AddressLookup = () => Promise.resolve(found)) {
    asked.length = 0;
    const harness = await CardVaultHarness.ready((element) => {
      element.locale = 'en';
      element.billingFields = 'full';
      element.country = 'us';
      element.addressLookup = (query, context) => {
        asked.push({query, context});
        return answer(query, context);
      };
    });
    await waitUntil(() => harness.root.querySelector('#street1'));
    const input = harness.input('street1');
    input.focus();
    await waitUntil(() => input.getAttribute('aria-controls'));
    const list = harness.root.querySelector<HTMLElement>('#suggestions')!;
    const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];
    const typed = async (text: string): Promise<void> => {
      await sendKeys({type: text});
      await waitUntil(() => !list.hidden);
    };
    return {harness, input, list, options, typed};
  }

  const active = (input: HTMLElement, list: HTMLElement): string | undefined => {
    const id = input.getAttribute('aria-activedescendant');
    return id === null ? undefined : list.querySelector(`#${id}[aria-selected=true]`)?.textContent.trim();
  };

  // shows: peers 16
  it('is asked with the text, the country and the language, and fills the whole address by keys', async () => {
    const {harness, input, list, options, typed} = await form();
    expect(input.getAttribute('role')).to.equal('combobox');
    expect([input.getAttribute('aria-expanded'), list.hidden]).to.deep.equal(['false', true]);
    await typed('Ring');
    expect(asked.at(-1)!.query).to.equal('Ring');
    expect(asked[0]!.context).to.include({country: 'US', language: 'en'});
    expect(input.getAttribute('aria-expanded')).to.equal('true');
    expect(list.getAttribute('aria-label')).to.equal('Address');
    expect(options().map(({textContent}) => textContent.trim())).to.deep.equal(found.map(({text}) => text));

    await sendKeys({press: 'ArrowDown'});
    expect(active(input, list)).to.equal('Ring 1, 1010 Wien');
    await sendKeys({press: 'ArrowUp'});
    expect(active(input, list)).to.equal(undefined);
    await sendKeys({press: 'ArrowUp'});
    expect(active(input, list)).to.equal('Ring 2, 1010 Wien');
    await sendKeys({press: 'Enter'});
    await waitUntil(() => input.value === 'Ring 2');
    expect([list.hidden, harness.root.activeElement]).to.deep.equal([true, input]);
    await harness.settled();
    expect(harness.input('city').value).to.equal('Wien');
    expect(harness.input('country').value).to.equal('AT');
    await harness.fill();
    await harness.saved();
    expect(harness.world.adapter.lastBilling).to.deep.equal({...vienna, street1: 'Ring 2'});
  });

  it('takes a press, which leaves the focus where it is', async () => {
    const {harness, input, list, options, typed} = await form();
    await typed('Ring');
    const {left, bottom} = options()[1]!.getBoundingClientRect();
    const seen = harness.root.elementFromPoint(left + 20, bottom - 5);
    expect(seen?.closest('[role=option]'), 'nothing of the form covers it').to.equal(options()[1]);
    const press = new PointerEvent('pointerdown', {bubbles: true, cancelable: true});
    options()[0]!.dispatchEvent(press);
    expect(press.defaultPrevented).to.equal(true);
    options()[0]!.click();
    await harness.settled();
    expect([input.value, list.hidden, harness.root.activeElement]).to.deep.equal(['Ring 1', true, input]);
  });

  it('closes by Escape, which stays in the field, and when the field is left', async () => {
    const {harness, input, list, typed} = await form();
    const heard: string[] = [];
    harness.element.addEventListener('keydown', ({key}) => heard.push(key));
    await typed('Ring');
    await sendKeys({press: 'Escape'});
    expect([list.hidden, input.value, heard.includes('Escape')]).to.deep.equal([true, 'Ring', false]);
    await typed('s');
    harness.input('city').focus();
    expect(list.hidden).to.equal(true);
  });

  it('gives up an answer that the shopper has typed on from, and leaves whoever gets none to type', async () => {
    const answers: ((found: readonly AddressSuggestion[]) => void)[] = [];
    const {list} = await form(() => new Promise((resolve) => answers.push(resolve)));
    await sendKeys({type: 'Ring'});
    await waitUntil(() => asked.at(-1)?.query === 'Ring');
    const first = answers.length - 1;
    await sendKeys({type: 's'});
    expect(asked[first]!.context.signal.aborted).to.equal(true);
    await waitUntil(() => asked.at(-1)?.query === 'Rings');
    answers[first]!(found);
    answers.at(-1)!([found[1]!]);
    await waitUntil(() => !list.hidden);
    expect(list.textContent.trim()).to.equal('Ring 2, 1010 Wien');

    const broken = await form(() => Promise.reject(new Error('no service')));
    await sendKeys({type: 'Ring'});
    await waitUntil(() => asked.at(-1)?.query === 'Ring');
    await broken.harness.settled();
    expect([broken.input.value, broken.list.hidden]).to.deep.equal(['Ring', true]);
  });

  it('is not asked for two Latin letters, and is for one of Chinese', async () => {
    const {input} = await form();
    await sendKeys({type: 'Ri'});
    input.select();
    await sendKeys({type: '京'});
    await waitUntil(() => asked.length > 0);
    expect(asked.map(({query}) => query)).to.deep.equal(['京']);
  });

  it('costs an element without it nothing: no role, no list', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.billingFields = 'full'));
    await waitUntil(() => harness.root.querySelector('#street1'));
    harness.input('street1').focus();
    await harness.settled();
    expect(harness.input('street1').hasAttribute('role')).to.equal(false);
    expect(harness.root.querySelector('#suggestions')).to.equal(null);
  });
});

describe('the attribute country', () => {
  afterEach(() => CardVaultHarness.clean());

  async function countryOf(setup: (element: CardVaultHarness['element']) => unknown) {
    const harness = await CardVaultHarness.ready((element) => {
      element.locale = 'de-AT';
      element.billingFields = 'full';
      setup(element);
    });
    await waitUntil(() => harness.root.querySelector('#country'));
    await harness.settled();
    return {harness, country: () => harness.input('country').value};
  }

  it('comes before the region of the language, and after the address of the page', async () => {
    expect((await countryOf(() => undefined)).country()).to.equal('AT');
    expect((await countryOf((element) => (element.country = 'JP'))).country()).to.equal('JP');
    const both = await countryOf((element) =>
      Object.assign(element, {country: 'JP', billing: {country: 'CA'}}),
    );
    expect(both.country()).to.equal('CA');
    expect((await countryOf((element) => (element.country = 'XX'))).country()).to.equal('');
  });

  it('may change until the shopper has chosen', async () => {
    const {harness, country} = await countryOf((element) => (element.country = 'JP'));
    harness.element.country = 'DE';
    await harness.settled();
    expect(country()).to.equal('DE');
    await harness.choose('country', 'FR');
    harness.element.country = 'US';
    await harness.settled();
    expect(country()).to.equal('FR');
  });

  it('names the postal code that is asked for alone, and goes to the bank with it', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.locale = 'en';
      element.billingFields = 'postal';
      element.country = 'US';
    });
    await waitUntil(() => harness.root.querySelector('label[for=postal-code]')?.textContent === 'ZIP code');
    await harness.type('postal-code', '94105');
    await harness.saved();
    expect(harness.world.adapter.lastBilling).to.deep.equal({country: 'US', postalCode: '94105'});
  });
});
