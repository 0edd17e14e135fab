import {useStage, type Props} from './support/stage.js';
import {expect} from '@open-wc/testing';
import {createSSRApp, h, nextTick, ref, type ComponentPublicInstance} from 'vue';
import {renderToString} from 'vue/server-renderer';
import {
  CardVaultBeforeSaveEvent,
  CardVaultError,
  type CardVaultErrorEvent,
} from '../../src/element/exports/index.js';
import {CardVault, isCardVaultElement, type CardVaultExposed} from '../../src/vue/index.js';
import {everyEvent} from '../react/support/every-event.js';
import {countListeners} from '../support/listeners.js';
import {silentAdapter} from '../react/support/silent-adapter.js';
import {waitUntil} from '../support/wait.js';

describe('CardVault in Vue 3: what it tells and does', () => {
  const {mount, mountWith, unmount, element} = useStage();

  describe('events', () => {
    for (const [listener, make] of Object.entries(everyEvent)) {
      it(`${listener} gets its event, and only its own`, () => {
        const heard: Event[] = [];
        mount(() =>
          h(CardVault, {adapter: silentAdapter(), [listener]: (event: Event) => heard.push(event)}),
        );
        const before = heard.length;
        for (const other of Object.values(everyEvent)) if (other !== make) element().dispatchEvent(other());
        expect(heard).to.have.lengthOf(before);
        const event = make();
        element().dispatchEvent(event);
        expect(heard.at(-1)).to.equal(event);
      });
    }

    it('are heard by the listener of the last render', async () => {
      const calls: string[] = [];
      const word = ref('first');
      mount(() => {
        const said = word.value;
        return h(CardVault, {onSaved: () => calls.push(said)});
      });
      word.value = 'second';
      await nextTick();
      element().dispatchEvent(everyEvent.onSaved());
      expect(calls).to.deep.equal(['second']);
    });

    it('hear nothing of native events of the same name', () => {
      let calls = 0;
      const count = (): void => void (calls += 1);
      mount(() => h(CardVault, {adapter: silentAdapter(), onChange: count, onError: count}));
      element().dispatchEvent(new Event('change', {bubbles: true}));
      element().dispatchEvent(new Event('error'));
      expect(calls).to.equal(0);
    });

    it('can stop a save and make it wait', async () => {
      mountWith({
        onBeforeSave(event: CardVaultBeforeSaveEvent) {
          event.waitUntil(Promise.resolve('checked'));
          event.preventDefault();
        },
      });
      const event = new CardVaultBeforeSaveEvent({
        brand: 'visa',
        cardholderName: undefined,
        consent: undefined,
      });
      expect(element().dispatchEvent(event)).to.equal(false);
      expect(await event.settled()).to.deep.equal(['checked']);
    });

    it('tell what the element itself says', async () => {
      const codes: string[] = [];
      mountWith({onError: ({detail}: CardVaultErrorEvent) => void codes.push(detail.code)});
      const failure: unknown = await element()
        .whenReady()
        .catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(CardVaultError);
      expect(codes).to.include('configuration-missing');
    });
  });

  describe('a template ref', () => {
    it('has the element and its methods', async () => {
      const vault = ref<(ComponentPublicInstance & CardVaultExposed) | null>(null);
      mount(() => h(CardVault, {ref: vault, required: true}));
      await element().updateComplete;
      expect(vault.value?.element).to.equal(element());
      expect(vault.value?.checkValidity()).to.equal(false);
      expect(vault.value?.reportValidity()).to.equal(false);
      for (const method of ['save', 'whenReady'] as const) {
        const failure: unknown = await vault.value?.[method]().catch((error: unknown) => error);
        expect(failure, method).to.be.instanceOf(CardVaultError);
      }
      const called: string[] = [];
      for (const method of ['cancel', 'reset', 'focus'] as const) {
        element()[method] = () => void called.push(method);
        vault.value?.[method]();
      }
      expect(called).to.deep.equal(['cancel', 'reset', 'focus']);
    });

    it('has no element any more after unmounting, and says so', () => {
      const vault = ref<(ComponentPublicInstance & CardVaultExposed) | null>(null);
      mount(() => h(CardVault, {ref: vault}));
      const held = vault.value;
      unmount();
      expect(vault.value).to.equal(null);
      expect(held?.element).to.equal(null);
      expect(() => held?.cancel()).to.throw('not mounted');
    });
  });

  describe('mounting', () => {
    it('opens one session, and unmounting gives it up', async () => {
      const adapter = silentAdapter();
      let steps = 0;
      mountWith({adapter, onStep: () => (steps += 1)});
      await waitUntil(() => adapter.opened.length > 0);
      expect(adapter.opened).to.have.lengthOf(1);
      expect(steps).to.equal(1);
      unmount();
      expect(adapter.opened[0]?.aborted).to.equal(true);
      mountWith({adapter});
      await waitUntil(() => adapter.opened.length === 2);
      expect(adapter.opened[1]?.aborted).to.equal(false);
    });

    it('twenty times leaves no listener on window or document', async () => {
      const once = async (): Promise<void> => {
        const adapter = silentAdapter();
        mountWith({adapter, onSaved: () => undefined});
        await waitUntil(() => adapter.opened.length === 1);
        unmount();
      };
      await once();
      const listeners = countListeners(window, document);
      try {
        for (let time = 0; time < 20; time += 1) await once();
        expect(listeners.added).to.be.greaterThan(0);
        expect(listeners.left).to.equal(0);
      } finally {
        listeners.stop();
      }
    });
  });

  describe('a server', () => {
    it('renders the tag with what is not an option', async () => {
      const props = {sessionUrl: '/session', layout: 'compact', id: 'card', class: 'wide', form: 'checkout'};
      const text = await renderToString(createSSRApp({render: () => h(CardVault, props as Props)}));
      expect(text).to.match(/^<card-vault[^>]*>.*<\/card-vault>$/);
      const template = document.createElement('template');
      template.innerHTML = text;
      const tag = template.content.firstElementChild;
      expect(tag?.id).to.equal('card');
      expect(tag?.className).to.equal('wide');
      expect(tag?.getAttribute('form')).to.equal('checkout');
    });
  });

  it('isCardVaultElement knows the tags of this package', () => {
    expect(['card-vault', 'card-vault-list'].every(isCardVaultElement)).to.equal(true);
    expect(['card', 'card-vaults', 'x-card-vault'].some(isCardVaultElement)).to.equal(false);
  });
});
