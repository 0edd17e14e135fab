import {expect} from '@open-wc/testing';
import {BillingPart, type BillingPartHost} from '../../../src/element/stages/billing-part.js';
import {LocaleController} from '../../../src/element/shopper/locale.js';
import {styles} from '../../../src/element/views/billing.js';
import {FakeHost} from '../../support/fake-host.js';
import {waitUntil} from '../../support/wait.js';

class BillingHost extends FakeHost implements BillingPartHost {
  billingFields: BillingPartHost['billingFields'] = 'none';
  consent: BillingPartHost['consent'] = 'none';
  locale = 'en';
  messages = undefined;
}
customElements.define('billing-host', BillingHost);

function setup(given: Partial<BillingPartHost> = {}) {
  const host = Object.assign(new BillingHost(), given);
  const root = host.attachShadow({mode: 'open'});
  const locale = new LocaleController(host);
  const part = new BillingPart(host, locale);
  const isThere = (): boolean => part.inputs !== undefined;
  const loaded = (): Promise<void> => waitUntil(isThere, 'the inputs are loaded');
  return {host, root, locale, part, isThere, loaded};
}

describe('BillingPart', () => {
  it('loads nothing by itself, nor where no input of it is shown', async () => {
    const [plain, idle, shown] = [setup(), setup({billingFields: 'full'}), setup({billingFields: 'full'})];
    plain.host.update();
    shown.host.update();
    await shown.loaded();
    for (const {isThere, locale, root, host} of [plain, idle]) {
      expect(isThere()).to.equal(false);
      expect(locale.say('street1')).to.equal('');
      expect([root.adoptedStyleSheets.length, host.updates]).to.deep.equal([0, 0]);
    }
  });

  for (const given of [
    {billingFields: 'postal'},
    {billingFields: 'full'},
    {consent: 'optional'},
    {consent: 'required'},
  ] as const)
    it(`loads the inputs for ${JSON.stringify(given)}, with their words and styles, and updates the host`, async () => {
      const {host, root, locale, part, isThere, loaded} = setup(given);
      host.update();
      expect(isThere()).to.equal(false);
      await loaded();
      expect(part.inputs!.billingProblem('city', {city: ''})).to.deep.equal({key: 'cityMissing'});
      expect(locale.say('street1')).not.to.equal('');
      expect(root.adoptedStyleSheets).to.deep.equal([styles.styleSheet]);
      expect(host.updates).to.equal(1);
    });

  it('keeps the inputs for when they are shown again', async () => {
    const {host, part, isThere, loaded} = setup({billingFields: 'postal'});
    host.update();
    await loaded();
    const {inputs} = part;
    host.billingFields = 'none';
    expect(isThere()).to.equal(false);
    host.update();
    host.consent = 'optional';
    expect(part.inputs === inputs).to.equal(true);
    host.update();
    expect(host.updates).to.equal(1);
  });
});
