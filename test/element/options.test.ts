import {expect} from '@open-wc/testing';
import {CardVaultHarness} from '../support/card-vault-harness.js';

describe('an option that is set to a wrong value', () => {
  const {warn} = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => void warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
    CardVaultHarness.clean();
  });

  it('keeps its default as an attribute, with one warning', async () => {
    const harness = await CardVaultHarness.ready((element) => element.setAttribute('billing-fields', 'zip'));
    expect(harness.element.billingFields).to.equal('none');
    await harness.saved();
    expect(warnings.filter((text) => text.includes('"zip"'))).to.have.length(1);
    expect(warnings.join()).to.match(/billingFields: "zip" is not used; it can be none, postal, full/);
  });

  const endless: Record<string, unknown> = {};
  endless['itself'] = endless;
  for (const [name, value] of Object.entries({
    acceptedBrands: ['visa'],
    adapter: {},
    billing: 'Main Street',
    billingFields: endless,
    buttonFeedback: false,
    challengeWindow: Symbol('05'),
    layout: 7,
    theme: 10n,
    locale: {},
    messages: 'none',
    sessionUrl: 5,
    stepUp: null,
    validateOn: true,
  })) {
    it(`keeps its default as a property: ${name}, ${typeof value}`, async () => {
      const harness = new CardVaultHarness();
      const element = harness.element as unknown as Record<string, unknown>;
      if (name === 'sessionUrl') harness.element.adapter = harness.world.adapter;
      element[name] = value;
      CardVaultHarness.page().append(harness.element);
      await harness.element.whenReady();
      await harness.saved();
      expect(harness.element.value).to.equal('pm_1');
    });
  }

  it('is restored to its default when its attribute goes', async () => {
    const harness = await CardVaultHarness.ready((element) => element.setAttribute('theme', 'dark'));
    harness.element.removeAttribute('theme');
    harness.element.setAttribute('layout', 'compact');
    harness.element.removeAttribute('layout');
    expect([harness.element.theme, harness.element.layout]).to.deep.equal(['auto', 'stacked']);
    expect(warnings).to.deep.equal([]);
  });

  it('takes brands in any case, with commas, and passes over unknown ones', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.acceptedBrands = 'Visa,foo'));
    await harness.saved();
    expect(harness.element.value).to.equal('pm_1');
  });
});
