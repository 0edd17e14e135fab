import {expect} from '@open-wc/testing';
import type {ReactNode} from 'react';
import type {Root} from 'react-dom/client';
import {CardVaultBeforeSaveEvent, CardVaultElement, CardVaultError} from '../../src/element/exports/index.js';
import type {CardVaultProps} from '../../src/react/index.js';
import {everyEvent} from './support/every-event.js';
import {countListeners} from '../support/listeners.js';
import type {Kit} from './support/react.js';
import {silentAdapter} from './support/silent-adapter.js';
import {waitUntil} from '../support/wait.js';

/** The contract of the React component, against one React. */
export function cardVaultSuite(load: () => Promise<Kit>): void {
  let kit: Kit;
  let place: HTMLElement;
  let root: Root | undefined;

  const render = async (node: ReactNode): Promise<void> =>
    kit.act(() => Promise.resolve((root ??= kit.createRoot(place)).render(node)));
  const unmount = async (): Promise<void> => {
    await kit.act(() => Promise.resolve(root?.unmount()));
    root = undefined;
  };
  const vault = (props: CardVaultProps & {ref?: unknown} = {}): ReactNode =>
    kit.React.createElement(kit.CardVault, props as CardVaultProps);
  const element = (): CardVaultElement => {
    const found = place.querySelector('card-vault');
    if (!found) throw new Error('nothing was rendered');
    return found;
  };

  before(async () => {
    kit = await load();
  });

  beforeEach(() => {
    place = document.createElement('div');
    document.body.append(place);
  });

  afterEach(async () => {
    await unmount();
    place.remove();
  });

  describe('options', () => {
    it('reach the element as properties before it opens anything', async () => {
      const adapter = silentAdapter();
      const billing = {postalCode: '54000', country: 'PK'};
      await render(
        vault({adapter, layout: 'compact', stepUp: 'inline', billing, required: true, name: 'pm'}),
      );
      expect(element()).to.be.instanceOf(CardVaultElement);
      expect(element().adapter).to.equal(adapter);
      expect(element().billing).to.equal(billing);
      expect(element()).to.include({layout: 'compact', stepUp: 'inline', required: true, name: 'pm'});
      await waitUntil(() => adapter.opened.length === 1);
    });

    it('are all of the element’s, with its own defaults', async () => {
      const fresh = document.createElement('card-vault');
      await render(vault());
      for (const name of CardVaultElement.elementProperties.keys())
        expect(Reflect.get(element(), name), String(name)).to.equal(Reflect.get(fresh, name));
    });

    it('may change after the first render, on the same element', async () => {
      await render(vault({theme: 'dark', acceptedBrands: 'visa', required: true}));
      const first = element();
      await render(vault({theme: 'light', acceptedBrands: 'visa mastercard', required: false}));
      expect(element()).to.equal(first);
      expect(first).to.include({theme: 'light', acceptedBrands: 'visa mastercard', required: false});
    });

    it('return to their default when they are taken back', async () => {
      await render(
        vault({stepUp: 'redirect', billingFields: 'full', locale: 'ur', disabled: true, name: 'pm'}),
      );
      await render(vault({stepUp: undefined}));
      await element().updateComplete;
      expect(element()).to.include({stepUp: 'dialog', billingFields: 'none', disabled: false, name: ''});
      expect(element().locale).to.equal(undefined);
    });

    it('that change do not open another session', async () => {
      const adapter = silentAdapter();
      await render(vault({adapter, theme: 'light'}));
      await waitUntil(() => adapter.opened.length === 1);
      await render(vault({adapter, theme: 'dark', layout: 'inline'}));
      await element().updateComplete;
      expect(adapter.opened).to.have.lengthOf(1);
      expect(adapter.opened[0]?.aborted).to.equal(false);
    });
  });

  describe('the rest of the tag', () => {
    it('is written by React: id, class, style, ARIA and data attributes', async () => {
      const style = {marginTop: 4};
      await render(
        vault({id: 'card', className: 'wide', style, 'aria-label': 'Card', ...{'data-test': 'vault'}}),
      );
      expect(element().id).to.equal('card');
      expect(element().className).to.equal('wide');
      expect(element().style.marginTop).to.equal('4px');
      expect(element().getAttribute('aria-label')).to.equal('Card');
      expect(element().dataset['test']).to.equal('vault');
    });

    it('takes a form that stands elsewhere, by its id', async () => {
      const {createElement, Fragment} = kit.React;
      const forms = ['one', 'two'].map((id) => createElement('form', {id, key: id}));
      await render(createElement(Fragment, null, forms, vault({form: 'one', name: 'pm'})));
      expect(element().form?.id).to.equal('one');
      await render(createElement(Fragment, null, forms, vault({form: 'two', name: 'pm'})));
      expect(element().form?.id).to.equal('two');
    });

    it('keeps what the element hosts when a text between its tags changes', async () => {
      const {createElement} = kit.React;
      await render(createElement(kit.CardVault, null, 'Terms of 2025'));
      const hosted = document.createElement('div');
      hosted.slot = 'number-field';
      element().append(hosted);
      await render(createElement(kit.CardVault, null, 'Terms of 2026'));
      expect(element().textContent).to.equal('Terms of 2026');
      expect(hosted.parentNode).to.equal(element());
      await render(createElement(kit.CardVault));
      expect(element().textContent).to.equal('');
      expect(hosted.parentNode).to.equal(element());
    });
  });

  describe('handlers', () => {
    for (const [prop, make] of Object.entries(everyEvent)) {
      it(`${prop} gets its event, and only its own`, async () => {
        const heard: Event[] = [];
        await render(vault({[prop]: (event: Event) => heard.push(event)}));
        const before = heard.length;
        for (const other of Object.values(everyEvent)) if (other !== make) element().dispatchEvent(other());
        expect(heard).to.have.lengthOf(before);
        const event = make();
        element().dispatchEvent(event);
        expect(heard.at(-1)).to.equal(event);
      });
    }

    it('are those of the last render', async () => {
      const calls: string[] = [];
      const say = (word: string) => (): void => void calls.push(word);
      await render(vault({onSaved: say('first')}));
      await render(vault({onSaved: say('second')}));
      element().dispatchEvent(everyEvent.onSaved());
      await render(vault());
      element().dispatchEvent(everyEvent.onSaved());
      expect(calls).to.deep.equal(['second']);
    });

    it('hear nothing of native events of the same name', async () => {
      let calls = 0;
      const adapter = silentAdapter();
      await render(vault({adapter, onChange: () => (calls += 1), onError: () => (calls += 1)}));
      element().dispatchEvent(new Event('change', {bubbles: true}));
      element().dispatchEvent(new Event('error'));
      expect(calls).to.equal(0);
    });

    it('can stop a save and make it wait', async () => {
      const hold = Promise.resolve('checked');
      await render(
        vault({
          onBeforeSave(event) {
            event.waitUntil(hold);
            event.preventDefault();
          },
        }),
      );
      const event = new CardVaultBeforeSaveEvent({
        brand: 'visa',
        cardholderName: undefined,
        consent: undefined,
      });
      expect(element().dispatchEvent(event)).to.equal(false);
      expect(await event.settled()).to.deep.equal(['checked']);
    });

    it('hear what the element itself says', async () => {
      const codes: string[] = [];
      const ref = kit.React.createRef<CardVaultElement>();
      await render(vault({ref, onError: ({detail}) => void codes.push(detail.code)}));
      const failure: unknown = await ref.current?.whenReady().catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(CardVaultError);
      expect(codes).to.include('configuration-missing');
    });
  });

  describe('ref', () => {
    it('is the element, with its methods, and nothing after unmounting', async () => {
      const ref = kit.React.createRef<CardVaultElement>();
      await render(vault({ref, required: true}));
      expect(ref.current).to.equal(element());
      for (const method of [
        'save',
        'cancel',
        'reset',
        'focus',
        'checkValidity',
        'reportValidity',
        'whenReady',
      ] as const)
        expect(ref.current?.[method], method).to.be.a('function');
      await ref.current?.updateComplete;
      expect(ref.current?.checkValidity()).to.equal(false);
      await unmount();
      expect(ref.current).to.equal(null);
    });

    it('may be a function', async () => {
      const given: unknown[] = [];
      await render(vault({ref: (value: unknown) => void given.push(value)}));
      const made = element();
      await unmount();
      expect(given).to.deep.equal([made, null]);
    });
  });

  describe('mounting', () => {
    // shows: peers 51
    it('under StrictMode opens one session', async () => {
      const adapter = silentAdapter();
      let steps = 0;
      const {createElement, StrictMode} = kit.React;
      await render(createElement(StrictMode, null, vault({adapter, onStep: () => (steps += 1)})));
      await waitUntil(() => adapter.opened.length > 0);
      await element().updateComplete;
      expect(adapter.opened).to.have.lengthOf(1);
      expect(adapter.opened[0]?.aborted).to.equal(false);
      expect(steps, 'one listener, not two').to.equal(1);
    });

    it('again after unmounting opens another, and the first is given up', async () => {
      const adapter = silentAdapter();
      await render(vault({adapter}));
      await waitUntil(() => adapter.opened.length === 1);
      await unmount();
      expect(adapter.opened[0]?.aborted).to.equal(true);
      await render(vault({adapter}));
      await waitUntil(() => adapter.opened.length === 2);
      expect(adapter.opened[1]?.aborted).to.equal(false);
    });

    it('twenty times leaves no listener on window or document', async () => {
      const {createElement, StrictMode} = kit.React;
      const {signal, ...adapter} = {...silentAdapter(), signal: undefined};
      const once = async (): Promise<void> => {
        await render(createElement(StrictMode, null, vault({adapter, onSaved: () => signal})));
        await waitUntil(() => adapter.opened.length > 0);
        await unmount();
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

    it('two side by side keeps them apart', async () => {
      const adapters = [silentAdapter(), silentAdapter()];
      const saved: number[] = [];
      await render(
        kit.React.createElement(
          'div',
          null,
          ...adapters.map((adapter, index) => vault({adapter, onSaved: () => saved.push(index)})),
        ),
      );
      await waitUntil(() => adapters.every(({opened}) => opened.length === 1));
      place.querySelectorAll('card-vault')[1]?.dispatchEvent(everyEvent.onSaved());
      expect(saved).to.deep.equal([1]);
    });
  });

  describe('a server', () => {
    it('renders the tag with what is not an option', () => {
      const text = kit.renderToString(
        vault({sessionUrl: '/session', layout: 'compact', id: 'card', className: 'wide', form: 'checkout'}),
      );
      expect(text).to.match(/^<card-vault[^>]*><\/card-vault>$/);
      const template = document.createElement('template');
      template.innerHTML = text;
      const tag = template.content.firstElementChild;
      expect(tag?.id).to.equal('card');
      expect(tag?.className).to.equal('wide');
      expect(tag?.getAttribute('form')).to.equal('checkout');
    });
  });
}
