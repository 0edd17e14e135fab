import {expect} from '@open-wc/testing';
import {CardVaultSubscribeElement} from '../../src/element/subscribe/card-vault-subscribe.js';
import {CardVaultElement} from '../../src/element/card-vault.js';
import type {OptionDeclaration} from '../../src/element/options.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

/** What the console hears of this element, from the next line on. */
function listen() {
  const {warn, error} = console;
  const heard: string[] = [];
  console.warn = (text: string) => void heard.push(text);
  console.error = (text: string) => void heard.push(text);
  const stop = (): void => void Object.assign(console, {warn, error});
  return {heard, stop};
}

const endless: Record<string, unknown> = {};
endless['itself'] = endless;

/** Of every type that a page can set, and wrong for every option that is not a boolean. */
const wrongValues: Readonly<Record<string, unknown>> = {
  number: 7,
  bigint: 10n,
  true: true,
  symbol: Symbol('05'),
  function: () => 'visa',
  list: [['visa']],
  'an object that holds itself': endless,
  'an object of numbers': {country: 5, save: 5},
};

const optionsOf = (element: {properties: Readonly<Record<string, OptionDeclaration>>}) =>
  Object.entries(element.properties);
const defaults = new CardVaultElement() as unknown as Readonly<Record<string, unknown>>;

describe('an option that is set to a wrong value', () => {
  let console: ReturnType<typeof listen>;
  beforeEach(() => (console = listen()));
  afterEach(() => {
    console.stop();
    CardVaultHarness.clean();
  });

  async function savesWith(setup: (harness: CardVaultHarness) => void): Promise<CardVaultHarness> {
    const harness = new CardVaultHarness();
    harness.element.adapter = harness.world.adapter;
    setup(harness);
    CardVaultHarness.page().append(harness.element);
    await harness.element.whenReady();
    await harness.saved();
    expect(harness.element.value).to.equal('pm_1');
    return harness;
  }

  for (const [name, {type, attribute}] of optionsOf(CardVaultElement)) {
    if (type === Boolean) continue;

    // shows: time 91
    it(`keeps its default as a property, with one warning: ${name}`, async () => {
      const isRight = (value: unknown): boolean => name === 'addressLookup' && typeof value === 'function';
      const wrong = Object.values(wrongValues).filter((value) => !isRight(value));
      const harness = await savesWith(({element, world}) => {
        for (const value of wrong) Reflect.set(element, name, value);
        if (name === 'adapter') expect(element.adapter).to.equal(undefined);
        element.adapter ??= world.adapter;
      });
      if (name !== 'adapter') expect(Reflect.get(harness.element, name)).to.equal(defaults[name]);
      const kinds = wrong.map((value) => typeof value);
      await waitUntil(() =>
        kinds.every((kind) => console.heard.some((text) => text.includes(`of type ${kind} `))),
      );
      expect(console.heard.length).to.equal(new Set(console.heard).size);
      for (const text of console.heard)
        expect(text).to.contain(`[card-vault] option-not-used: ${name}: a value of type `);
    });

    if (attribute === false) continue;

    // shows: time 92
    it(`does no harm as an attribute: ${name}`, async () => {
      await savesWith(({element}) => {
        const own = typeof attribute === 'string' ? attribute : name;
        element.setAttribute(own, '\u0000 {"no": [\u202e value');
      });
    });
  }

  it('warns once, with the values that are possible', async () => {
    for (let times = 0; times < 2; times += 1)
      await savesWith(({element}) => element.setAttribute('billing-fields', 'zip'));
    await waitUntil(() => console.heard.length > 0);
    expect(console.heard).to.deep.equal([
      '[card-vault] option-not-used: billingFields: "zip" is not used; it can be none, postal, full.\n' +
        'site/errors.md#option-not-used',
    ]);
  });

  it('is not reported where the element is quiet, even if that attribute comes later', async () => {
    const first = await savesWith(({element}) => {
      element.setAttribute('layout', 'round');
      element.setAttribute('quiet', '');
    });
    first.element.quiet = false;
    first.element.setAttribute('layout', 'oval');
    await waitUntil(() => console.heard.length > 0);
    expect(console.heard.join()).to.match(/oval/).and.not.match(/round/);
  });

  it('does no harm in <card-vault-subscribe>', async () => {
    for (const [name, {type}] of optionsOf(CardVaultSubscribeElement)) {
      if (type === Boolean) continue;
      const element = document.createElement('card-vault-subscribe') as CardVaultSubscribeElement;
      const before: unknown = Reflect.get(element, name);
      for (const value of Object.values(wrongValues)) Reflect.set(element, name, value);
      expect(Reflect.get(element, name), name).to.equal(before);
      CardVaultHarness.page().append(element);
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('button'), name).not.to.equal(null);
    }
  });

  // shows: time 99
  it('is restored to its default when its attribute goes', async () => {
    const harness = await CardVaultHarness.ready((element) => element.setAttribute('theme', 'light'));
    harness.element.removeAttribute('theme');
    harness.element.setAttribute('layout', 'compact');
    harness.element.removeAttribute('layout');
    expect([harness.element.theme, harness.element.layout]).to.deep.equal(['auto', 'stacked']);
    expect(console.heard).to.deep.equal([]);
  });

  it('takes brands in any case, with commas, passes over unknown ones and names them once', async () => {
    await savesWith(({element}) => (element.acceptedBrands = 'Visa,foo'));
    await waitUntil(() => console.heard.length > 0);
    expect(console.heard.join()).to.match(/acceptedBrands: "foo" is not known; it can name visa, mastercard/);
  });

  it('in a style token leaves a form that can be filled', async () => {
    const harness = await savesWith(({element}) => {
      for (const token of ['accent', 'radius', 'field-height', 'inset', 'gap', 'field-font', 'text'])
        element.style.setProperty(`--card-vault-${token}`, '!nonsense(');
    });
    expect(harness.element.getBoundingClientRect().height).to.be.greaterThan(40);
  });
});
