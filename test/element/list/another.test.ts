// Own page: it defines a stand-in as card-vault, and a name is defined once.
import {expect} from '@open-wc/testing';
import {AnotherCard, type AnotherHost} from '../../../src/element/list/another.js';
import {CardVaultSavedEvent} from '../../../src/element/events.js';
import type {Messages} from '../../../src/texts/shapes.js';
import type {VaultAdapter} from '../../../src/flow/index.js';
import type {PaymentMethod} from '../../../src/protocol/index.js';
import {FakeHost} from '../../support/fake-host.js';
import {card, nextTask} from './wallet-setup.js';

class FakeListHost extends FakeHost implements AnotherHost {
  override required = false;
  adapter: VaultAdapter | undefined = undefined;
  sessionUrl: string | undefined = undefined;
  shopName: string | undefined = undefined;
  locale: string | undefined = undefined;
  messages: Partial<Messages> | undefined = undefined;
  theme: AnotherHost['theme'] = 'auto';
  quiet = false;
}
customElements.define('fake-list-host', FakeListHost);

/** Stands in for the real element, which this test does without. */
class FakeCardVault extends HTMLElement {
  static readonly formAssociated = true;
  readonly #internals = this.attachInternals();
  disabled: boolean | undefined = undefined;
  required: boolean | undefined = undefined;
  resets = 0;
  state: string | undefined = undefined;
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }
  reset(): void {
    this.resets += 1;
  }
}
customElements.define('card-vault', FakeCardVault);

function setup(given: Partial<AnotherHost> = {}, html = '') {
  const host = Object.assign(new FakeListHost(), given);
  host.innerHTML = html;
  const place = document.createElement('main');
  place.append(host);
  document.body.append(place);
  const world = {isOpen: false};
  const saved: [PaymentMethod, boolean][] = [];
  const another = new AnotherCard(host, {
    isOpen: () => world.isOpen,
    onSaved: (method, hadFocus) => saved.push([method, hadFocus]),
  });
  const element = () => host.querySelector<FakeCardVault>(':scope > card-vault');
  const open = (isOpen = true): FakeCardVault | null => {
    world.isOpen = isOpen;
    host.update();
    return element();
  };
  return {host, place, another, saved, element, open};
}

function save(element: Element, token = 'pm_new'): PaymentMethod {
  const paymentMethod = card(token);
  const authentication = {status: 'FRICTIONLESS', eci: '05', liabilityShift: true} as const;
  element.dispatchEvent(
    new CardVaultSavedEvent({outcome: 'saved', paymentMethod, authentication, tracker: 'track_1'}),
  );
  return paymentMethod;
}

const own = '<card-vault slot="another"></card-vault>';
const removePages = (): void => document.querySelectorAll('main').forEach((place) => place.remove());

describe('AnotherCard: its element', () => {
  afterEach(removePages);

  it('is made when it is first needed, in the page, with the options of the list', () => {
    const given = {
      ...{adapter: {} as VaultAdapter, sessionUrl: '/session', shopName: 'Sorrel', locale: 'ar'},
      ...{messages: {save: 'Keep'}, theme: 'dark' as const, quiet: true},
    };
    const {another, element, open} = setup(given);
    open(false);
    expect([element(), another.element]).to.deep.equal([null, undefined]);
    const made = open()!;
    expect(made).to.include({...given, slot: 'another'});
    expect(another.element).to.equal(made);
    expect(open(false)).to.equal(made);
    expect(open()).to.equal(made);
  });

  it('is the page’s own where there is one, whose options are left alone', () => {
    const {host, another, element, open} = setup({shopName: 'Sorrel'}, own);
    const before = element();
    open();
    expect(host.children).to.have.length(1);
    expect(another.element).to.equal(before);
    expect(before).not.to.have.property('shopName');
  });

  it('is no other <card-vault> of the page in the list', () => {
    const {another} = setup({}, `<card-vault></card-vault><p>${own}</p>`);
    expect(another.element === undefined).to.equal(true);
  });

  it('is disabled while its form is closed, and while the list is disabled', () => {
    const {host, open} = setup({sessionUrl: '/session'}, own);
    expect(open(false)!.disabled).to.equal(true);
    expect(open()!.disabled).to.equal(false);
    host.inactive = true;
    expect(open()!.disabled).to.equal(true);
  });

  it('stays open while a card is saved in it, and the list hears of the end', () => {
    const {host, another, open} = setup({sessionUrl: '/session'});
    const element = open()!;
    for (const [state, isSaving] of [
      ['collecting', false],
      ['tokenizing', true],
      ['stepping-up', true],
      ['failed', false],
    ] as const) {
      const {updates} = host;
      element.state = state;
      element.dispatchEvent(new Event('card-vault-step', {bubbles: true}));
      expect(host.updates, state).to.equal(updates + 1);
      open(false);
      expect([another.isSaving, element.disabled], state).to.deep.equal([isSaving, !isSaving]);
    }
  });

  it('is required while it is open, where the list is', () => {
    const {host, open} = setup({sessionUrl: '/session'}, own);
    expect(open()!.required).to.equal(false);
    host.required = true;
    expect(open()!.required).to.equal(true);
    expect(open(false)!.required).to.equal(false);
  });
});

describe('AnotherCard: another card', () => {
  afterEach(removePages);

  for (const [what, given, html, offered] of [
    ['is offered where the list has an adapter', {adapter: {} as VaultAdapter}, '', true],
    ['is offered where the list has an address for its session', {sessionUrl: '/session'}, '', true],
    ['is offered where the page has brought the element', {}, own, true],
    ['is not offered where there is nothing to save it with', {}, '', false],
  ] as const)
    it(what, () => {
      const {another, open} = setup(given, html);
      expect(another.offered).to.equal(offered);
      expect(open() !== null).to.equal(offered);
    });

  it('is of the form in which the list is', () => {
    const {another, open, place} = setup({sessionUrl: '/session'});
    expect(another.isOfForm).to.equal(false);
    open();
    expect(another.isOfForm).to.equal(false);
    const form = document.createElement('form');
    form.append(...place.children);
    place.append(form);
    expect(another.isOfForm).to.equal(true);
  });
});

describe('AnotherCard: a saved card', () => {
  afterEach(removePages);

  it('is handed over at once, and its form is emptied after the turn in which others read it', async () => {
    const {saved, open} = setup({sessionUrl: '/session'});
    const element = open()!;
    const method = save(element);
    expect(saved).to.deep.equal([[method, false]]);
    expect(element.resets).to.equal(0);
    await nextTask();
    expect(element.resets).to.equal(1);
  });

  it('had the focus where that was in its form, or in the element', () => {
    const {saved, open, place} = setup({sessionUrl: '/session'});
    const element = open()!;
    element.tabIndex = -1;
    const inside = element.appendChild(document.createElement('input'));
    const outside = place.appendChild(document.createElement('input'));
    for (const focused of [element, inside, outside]) {
      focused.focus();
      save(element);
    }
    expect(saved.map(([, hadFocus]) => hadFocus)).to.deep.equal([true, true, false]);
  });

  it('had the focus in a shadow tree of the page too', () => {
    const {saved, open, place} = setup({sessionUrl: '/session'});
    const element = open()!;
    const inside = element.appendChild(document.createElement('input'));
    const tree = document.createElement('div');
    tree.attachShadow({mode: 'open'}).append(...place.children);
    place.append(tree);
    inside.focus();
    save(element);
    expect(saved[0]![1]).to.equal(true);
  });

  it('is not taken from another <card-vault>, nor where the list has none', async () => {
    const {host, saved, open} = setup({sessionUrl: '/session'}, '<p></p>');
    const other = document.createElement('card-vault') as HTMLElement as FakeCardVault;
    host.querySelector('p')!.append(other);
    save(other);
    const element = open()!;
    save(other);
    await nextTask();
    expect([saved, element.resets, other.resets]).to.deep.equal([[], 0, 0]);
  });
});
