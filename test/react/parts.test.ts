import {expect} from '@open-wc/testing';
import type {ReactNode} from 'react';
import type {Root} from 'react-dom/client';
import {
  CardVaultButtonElement,
  CardVaultFieldElement,
  CardVaultStatusElement,
  type PartName,
} from '../../src/element/exports/parts.js';
import {createFakeAdapter} from '../../src/testing/index.js';
import {partsOf} from '../support/parts-page.js';
import {waitUntil} from '../support/wait.js';
import {countListeners} from '../support/listeners.js';
import {loadKit, type Kit} from './support/react.js';

describe('CardVaultField, CardVaultButton and CardVaultStatus in React', () => {
  let kit: Kit;
  let place: HTMLElement;
  let root: Root;

  const {shown, live, rawInput, error} = partsOf(() => place);
  const render = (node: ReactNode) => kit.act(() => Promise.resolve(root.render(node)));
  const label = (text: string) => kit.React.createElement('span', {slot: 'label', key: 'label'}, text);
  const field = (name: PartName, more: object = {}, ...children: ReactNode[]) =>
    kit.React.createElement(kit.CardVaultField, {name, key: name, ...more}, ...children);
  const adapter = createFakeAdapter({entryMode: 'raw'});
  const vault = (props: object, ...children: ReactNode[]) =>
    kit.React.createElement(kit.CardVault, {adapter, entryMode: 'raw', ...props}, ...children);

  before(async () => {
    kit = await loadKit('/node_modules');
  });

  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'));
    root = kit.createRoot(place);
  });

  afterEach(async () => {
    await kit.act(() => Promise.resolve(root.unmount()));
    place.remove();
  });

  it('show the fields of the CardVault around them, its errors too, and give their elements by ref', async () => {
    const {createElement, createRef} = kit.React;
    const [one, two, three] = [
      createRef<CardVaultFieldElement>(),
      createRef<CardVaultButtonElement>(),
      createRef<CardVaultStatusElement>(),
    ];
    const heard: string[] = [];
    const onFieldFocus = ({detail}: {detail: {field: string}}) => void heard.push(`focus ${detail.field}`);
    const onClick = () => void heard.push('click');
    const tag = {id: 'code', className: 'narrow', 'data-test': 'code', ref: one, onClick};
    await render(
      vault(
        {onFieldFocus},
        createElement(kit.CardVaultStatus, {key: 'status', ref: three}),
        createElement('div', {key: 'grid'}, field('number', {}, label('My card')), field('expiry')),
        field('security-code', tag),
        createElement(kit.CardVaultButton, {key: 'button', ref: two}, label('Keep it')),
      ),
    );
    await live();
    await rawInput();
    expect(one.current).to.be.instanceOf(CardVaultFieldElement);
    expect(one.current).to.include({id: 'code', className: 'narrow', name: 'security-code', select: false});
    expect(one.current!.getAttribute('name')).to.equal('security-code');
    expect(one.current!.dataset['test']).to.equal('code');
    expect(two.current).to.be.instanceOf(CardVaultButtonElement);
    expect(three.current).to.be.instanceOf(CardVaultStatusElement);
    expect(shown('[name=number]', 'label')?.textContent).to.contain('My card');
    one.current!.click();
    shown<HTMLButtonElement>('card-vault-button', 'save-button')!.click();
    await waitUntil(() => error('number') && error('security-code'), 'the errors are in the parts');
    expect(error('expiry')).to.equal('Enter the expiry date');
    await waitUntil(() => heard.includes('focus number'), 'the refused save leads to the first part');
    expect(heard[0]).to.equal('click');
  });

  it('take other props on the same element, and the built-in field is back without them', async () => {
    const halves = (select?: true) =>
      vault({}, field('expiry-month', {select}), field('expiry-year', {select}));
    await render(halves(true));
    await live();
    const month = place.querySelector<CardVaultFieldElement>('[name=expiry-month]')!;
    await waitUntil(() => shown('[name=expiry-month]', 'input')?.localName === 'select');
    expect(month.hasAttribute('select')).to.equal(true);
    await render(halves());
    expect(place.querySelector('[name=expiry-month]')).to.equal(month);
    await waitUntil(() => shown('[name=expiry-month]', 'input')?.localName === 'input');
    expect(month.hasAttribute('select')).to.equal(false);
    expect(shown('card-vault', 'field-expiry')).to.equal(null);
    await render(vault({}));
    await waitUntil(() => shown('card-vault', 'field-expiry'), 'the expiry is in the form of the element');
    expect(place.querySelector('card-vault-field')).to.equal(null);
  });

  it('leave nothing behind when they are unmounted', async () => {
    const listeners = countListeners(window, document);
    const {createElement} = kit.React;
    const all = () =>
      vault(
        {},
        field('number'),
        createElement(kit.CardVaultButton, {key: 'button'}),
        createElement(kit.CardVaultStatus, {key: 'status'}),
      );
    await render(all());
    await live();
    await render(createElement('p', null, 'Bye'));
    expect(place.innerHTML).to.equal('<p>Bye</p>');
    await render(all());
    await live();
    await rawInput();
    await render(null);
    listeners.stop();
    expect(listeners.added).to.be.above(0);
    expect(listeners.left).to.equal(0);
    expect(place.innerHTML).to.equal('');
  });
});
