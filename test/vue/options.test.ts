import {useStage, type Props} from './support/stage.js';
import {expect} from '@open-wc/testing';
import {h, nextTick, reactive, ref} from 'vue';
import {CardVaultElement} from '../../src/element/exports/index.js';
import {CardVault} from '../../src/vue/index.js';
import {silentAdapter} from '../react/support/silent-adapter.js';
import {waitUntil} from '../support/wait.js';

describe('CardVault in Vue 3: what it is given', () => {
  const {mount, mountWith, element} = useStage();

  describe('props', () => {
    it('reach the element as properties before it opens anything', async () => {
      const adapter = silentAdapter();
      const billing = {postalCode: '54000', country: 'PK'};
      mountWith({adapter, layout: 'compact', stepUp: 'inline', billing, required: true, name: 'pm'});
      expect(element()).to.be.instanceOf(CardVaultElement);
      expect(element().adapter).to.equal(adapter);
      expect(element().billing).to.equal(billing);
      expect(element()).to.include({layout: 'compact', stepUp: 'inline', required: true, name: 'pm'});
      await waitUntil(() => adapter.opened.length === 1);
    });

    it('are all of the element’s options, with its own defaults', () => {
      const fresh = document.createElement('card-vault');
      mountWith({});
      const options = CardVault.props as object;
      expect(Object.keys(options)).to.have.members([...CardVaultElement.elementProperties.keys()]);
      for (const name of Object.keys(options))
        expect(Reflect.get(element(), name), name).to.equal(Reflect.get(fresh, name));
    });

    // shows: peers 46
    it('may change after the first render, on the same element', async () => {
      const props = mountWith({theme: 'dark', acceptedBrands: 'visa', required: true});
      const first = element();
      Object.assign(props, {theme: 'light', acceptedBrands: 'visa mastercard', required: false});
      await nextTick();
      expect(element()).to.equal(first);
      expect(first).to.include({theme: 'light', acceptedBrands: 'visa mastercard', required: false});
    });

    it('return to their default when they are taken back', async () => {
      const props = mountWith({
        stepUp: 'redirect',
        billingFields: 'full',
        locale: 'ur',
        disabled: true,
        name: 'pm',
      });
      for (const name of Object.keys(props)) Reflect.deleteProperty(props, name);
      await nextTick();
      await element().updateComplete;
      expect(element()).to.include({stepUp: 'dialog', billingFields: 'none', disabled: false, name: ''});
      expect(element().locale).to.equal(undefined);
    });

    it('that change do not open another session', async () => {
      const adapter = silentAdapter();
      const props = mountWith({adapter, theme: 'light'});
      await waitUntil(() => adapter.opened.length === 1);
      Object.assign(props, {theme: 'dark', layout: 'inline'});
      await nextTick();
      await element().updateComplete;
      expect(adapter.opened).to.have.lengthOf(1);
      expect(adapter.opened[0]?.aborted).to.equal(false);
    });

    it('hand over an adapter itself, though the page keeps it in reactive state', () => {
      const adapter = silentAdapter();
      const state = reactive({adapter});
      mount(() => h(CardVault, {adapter: state.adapter}));
      expect(element().adapter).to.equal(adapter);
    });

    it('without a value are written short, as in a template', () => {
      mount(() => h(CardVault, {required: '', 'cardholder-name': ''} as unknown as Props));
      expect(element()).to.include({required: true, cardholderName: true, disabled: false});
    });
  });

  describe('the rest of the tag', () => {
    it('falls through: id, class, style, ARIA, data and native listeners', () => {
      let clicks = 0;
      const rest = {'aria-label': 'Card', 'data-test': 'vault', onClick: () => (clicks += 1)};
      mount(() => h(CardVault, {id: 'card', class: 'wide', style: {marginTop: '4px'}, ...rest}));
      element().click();
      expect(element().id).to.equal('card');
      expect(element().className).to.equal('wide');
      expect(element().style.marginTop).to.equal('4px');
      expect(element().getAttribute('aria-label')).to.equal('Card');
      expect(element().dataset['test']).to.equal('vault');
      expect(clicks).to.equal(1);
    });

    it('takes a form that stands elsewhere, by its id', async () => {
      const id = ref('one');
      mount(() => [
        h('form', {id: 'one'}),
        h('form', {id: 'two'}),
        h(CardVault, {form: id.value, name: 'pm'} as Props),
      ]);
      expect(element().form?.id).to.equal('one');
      id.value = 'two';
      await nextTick();
      expect(element().form?.id).to.equal('two');
    });

    it('keeps what the element hosts when the slot changes', async () => {
      const terms = ref<string | undefined>('Terms of 2025');
      mount(() => h(CardVault, null, () => terms.value));
      const hosted = document.createElement('div');
      hosted.slot = 'number-field';
      element().append(hosted);
      for (const [next, shown] of [
        ['Terms of 2026', 'Terms of 2026'],
        [undefined, ''],
      ] as const) {
        terms.value = next;
        await nextTick();
        expect(element().textContent).to.equal(shown);
        expect(hosted.parentNode).to.equal(element());
      }
    });
  });
});
