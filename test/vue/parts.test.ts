// Own page: it counts listeners of the window, and other files’ elements may add some meanwhile.
import {useStage} from './support/stage.js';
import {expect} from '@open-wc/testing';
import {h, nextTick, ref} from 'vue';
import {
  CardVaultButtonElement,
  CardVaultFieldElement,
  CardVaultStatusElement,
  type PartName,
} from '../../src/element/exports/parts.js';
import {createFakeAdapter} from '../../src/testing/index.js';
import {CardVault} from '../../src/vue/index.js';
import {CardVaultButton, CardVaultField, CardVaultStatus} from '../../src/vue/parts.js';
import {countListeners} from '../support/listeners.js';
import {partsOf} from '../support/parts-page.js';
import {waitUntil} from '../support/wait.js';

describe('CardVaultField, CardVaultButton and CardVaultStatus in Vue', () => {
  const {mount, unmount, element} = useStage();
  const {shown, live, rawInput, error} = partsOf(() => element().parentElement!);
  const adapter = createFakeAdapter({entryMode: 'raw'});
  const label = (text: string) => () => h('span', {slot: 'label'}, text);
  const vault = (props: object, children: () => ReturnType<typeof h>[]) =>
    h(CardVault, {adapter, entryMode: 'raw', ...props}, children);

  it('show the fields of the CardVault around them, its errors too, and give their elements by template ref', async () => {
    const [one, two, three] = [
      ref<InstanceType<typeof CardVaultField>>(),
      ref<InstanceType<typeof CardVaultButton>>(),
      ref<InstanceType<typeof CardVaultStatus>>(),
    ];
    const heard: string[] = [];
    const onFieldFocus = ({detail}: {detail: {field: string}}) => void heard.push(`focus ${detail.field}`);
    const onClick = () => void heard.push('click');
    const tag = {id: 'code', class: 'narrow', 'data-test': 'code', ref: one, onClick};
    mount(() =>
      vault({onFieldFocus}, () => [
        h(CardVaultStatus, {ref: three}),
        h('div', [
          h(CardVaultField, {name: 'number'}, label('My card')),
          h(CardVaultField, {name: 'expiry'}),
        ]),
        h(CardVaultField, {name: 'security-code', ...tag}),
        h(CardVaultButton, {ref: two}, label('Keep it')),
      ]),
    );
    await live();
    await rawInput();
    const code = one.value!.element!;
    expect(code).to.be.instanceOf(CardVaultFieldElement);
    expect(code).to.include({id: 'code', className: 'narrow', name: 'security-code', select: false});
    expect(code.getAttribute('name')).to.equal('security-code');
    expect(code.dataset['test']).to.equal('code');
    expect(two.value!.element).to.be.instanceOf(CardVaultButtonElement);
    expect(three.value!.element).to.be.instanceOf(CardVaultStatusElement);
    expect(shown('[name=number]', 'label')?.textContent).to.contain('My card');
    code.click();
    shown<HTMLButtonElement>('card-vault-button', 'save-button')!.click();
    await waitUntil(() => error('number') && error('security-code'), 'the errors are in the parts');
    expect(error('expiry')).to.equal('Enter the expiry date');
    await waitUntil(() => heard.includes('focus number'), 'the refused save leads to the first part');
    expect(heard[0]).to.equal('click');
  });

  it('take other props on the same element, and the built-in field is back without them', async () => {
    const select = ref<boolean | undefined>(true);
    const names = ref<readonly PartName[]>(['expiry-month', 'expiry-year']);
    mount(() =>
      vault({}, () => names.value.map((name) => h(CardVaultField, {name, key: name, select: select.value}))),
    );
    await live();
    const month = element().querySelector<CardVaultFieldElement>('[name=expiry-month]')!;
    await waitUntil(() => shown('[name=expiry-month]', 'input')?.localName === 'select');
    expect(month.hasAttribute('select')).to.equal(true);
    select.value = undefined;
    await waitUntil(() => shown('[name=expiry-month]', 'input')?.localName === 'input');
    expect(element().querySelector('[name=expiry-month]')).to.equal(month);
    expect(month.hasAttribute('select')).to.equal(false);
    expect(shown('card-vault', 'field-expiry')).to.equal(null);
    names.value = [];
    await waitUntil(() => shown('card-vault', 'field-expiry'), 'the expiry is in the form of the element');
    expect(element().querySelector('card-vault-field')).to.equal(null);
  });

  it('leave nothing behind when they are unmounted', async () => {
    const listeners = countListeners(window, document);
    const there = ref(true);
    mount(() =>
      there.value
        ? vault({}, () => [h(CardVaultField, {name: 'number'}), h(CardVaultButton), h(CardVaultStatus)])
        : h('p', 'Bye'),
    );
    await live();
    const place = element().parentElement!;
    there.value = false;
    await nextTick();
    expect(place.innerHTML).to.equal('<p>Bye</p>');
    there.value = true;
    await nextTick();
    await live();
    await rawInput();
    unmount();
    listeners.stop();
    expect(listeners.added).to.be.above(0);
    expect(listeners.left).to.equal(0);
    expect(place.querySelector('card-vault')).to.equal(null);
  });
});
