import {expect, fixture, html, oneEvent} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {CardVaultListElement} from '../../src/element/list/card-vault-list.js';
import type {CardVaultElement} from '../../src/element/card-vault.js';
import '../../src/element/exports/define-list.js';
import {CardVaultSavedEvent} from '../../src/element/events.js';
import type {CardVaultDefaultEvent, CardVaultRemovedEvent} from '../../src/element/exports/list.js';
import {element as ar} from '../../src/texts/ar/element.js';
import {list as enList} from '../../src/texts/en/list.js';
import type {Timers} from '../../src/flow/index.js';
import {CardVaultError, type PaymentMethod} from '../../src/protocol/index.js';
import {createFakeAdapter, type FakeAdapter} from '../../src/testing/index.js';
import {waitUntil} from '../support/wait.js';

/** A clock that the test moves. */
class Clock implements Timers {
  #now = Date.UTC(2027, 0, 15);
  readonly #waiting = new Set<{readonly at: number; readonly callback: () => void}>();

  now(): number {
    return this.#now;
  }
  after(ms: number, callback: () => void): () => void {
    const entry = {at: this.#now + ms, callback};
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }
  advance(ms: number): void {
    this.#now += ms;
    for (const entry of [...this.#waiting].filter(({at}) => at <= this.#now)) {
      this.#waiting.delete(entry);
      entry.callback();
    }
  }
}

class TestElement extends CardVaultListElement {
  static clock: Clock;

  constructor() {
    super({createWallet: () => ({}), timers: TestElement.clock});
  }
}
customElements.define('test-list', TestElement);

const card = (token: string, over: Partial<PaymentMethod> = {}): PaymentMethod => ({
  ...{token, brand: 'visa', lastFour: token.slice(-4), expirationMonth: '08', expirationYear: '2029'},
  ...{singleUse: false, expired: false},
  ...over,
});
const cards = [
  card('pm_1111', {isDefault: false}),
  card('pm_2222', {isDefault: true, brand: 'mastercard'}),
  card('pm_3333', {isDefault: false, expired: true, expirationYear: '2026'}),
];

describe('<card-vault-list>', () => {
  let clock: Clock;
  let adapter: FakeAdapter;
  let form: HTMLFormElement;
  beforeEach(() => {
    TestElement.clock = clock = new Clock();
    adapter = createFakeAdapter({paymentMethods: cards, now: () => clock.now()});
  });

  async function make(attributes: Record<string, string> = {}, own = adapter): Promise<TestElement> {
    form = await fixture<HTMLFormElement>(html`<form lang="en"><button type="button">Before</button></form>`);
    const element = document.createElement('test-list') as TestElement;
    element.adapter = own;
    for (const [name, value] of Object.entries({name: 'card', ...attributes}))
      element.setAttribute(name, value);
    form.append(element);
    await element.whenReady();
    await element.updateComplete;
    return element;
  }
  const all = (element: TestElement, selector: string) => [
    ...element.renderRoot.querySelectorAll<HTMLElement>(selector),
  ];
  const row = (element: TestElement, token: string) => all(element, `[data-token=${token}]`)[0]!;
  const tool = (element: TestElement, token: string, part: string) =>
    row(element, token).querySelector<HTMLButtonElement>(`[part~=${part}]`)!;
  const said = (element: TestElement) => all(element, '[role=status]')[0]!.textContent.trim();
  const named = (token: string, brand = 'Visa') => `\u2066${brand} ••••\u00a0${token.slice(-4)}\u2069`;
  const removals = () => adapter.calls.filter(({method}) => method === 'removePaymentMethod').length;

  // shows: peers 21
  it('shows the default first, chooses it, and gives its token to the form', async () => {
    const element = await make();
    expect(all(element, '[data-token]').map(({dataset}) => dataset['token'])).to.deep.equal([
      'pm_2222',
      'pm_1111',
      'pm_3333',
    ]);
    expect(element.value).to.equal('pm_2222');
    expect(new FormData(form).get('card')).to.equal('pm_2222');
    expect(element.paymentMethods.length).to.equal(3);
    await expect(element).to.be.accessible();
  });

  it('says that its cards take longer than usual, in the room that it keeps', async () => {
    const release = adapter.hold('listPaymentMethods');
    form = await fixture<HTMLFormElement>(html`<form lang="en"></form>`);
    const element = document.createElement('test-list') as TestElement;
    element.adapter = adapter;
    form.append(element);
    await element.updateComplete;
    const line = () => all(element, '.waiting')[0]!.textContent.trim();
    const {height} = element.getBoundingClientRect();
    expect([line(), said(element)]).to.deep.equal(['', '']);
    clock.advance(5_000);
    await element.updateComplete;
    expect([line(), said(element)]).to.deep.equal([enList.stillLoadingCards, enList.stillLoadingCards]);
    expect(element.getBoundingClientRect().height).to.equal(height);
    await expect(element).to.be.accessible();
    release();
    await element.whenReady();
    await element.updateComplete;
    expect(all(element, '.waiting')).to.have.length(0);
  });

  // shows: peers 26
  it('marks the default, cards that expire, and cards that work once; an expired card cannot be chosen', async () => {
    const soon = card('pm_4444', {expirationMonth: '02', expirationYear: '2027'});
    const once = card('pm_5555', {singleUse: true});
    const element = await make({}, createFakeAdapter({paymentMethods: [...cards, soon, once]}));
    const marks = all(element, '[part~=mark]').map((mark) => [
      mark.closest<HTMLElement>('[data-token]')?.dataset['token'],
      mark.textContent.trim(),
    ]);
    expect(marks).to.deep.equal([
      ['pm_2222', enList.cardIsDefault],
      ['pm_3333', enList.cardExpired],
      ['pm_4444', enList.cardExpiresSoon],
      ['pm_5555', enList.cardWorksOnce],
    ]);
    expect(row(element, 'pm_3333').querySelector('input')!.disabled).to.equal(true);
    element.value = 'pm_3333';
    expect(element.value).to.equal('');
  });

  it('is one group of radio buttons for the keyboard, and says each choice in events', async () => {
    const element = await make();
    const heard: string[] = [];
    for (const type of ['card-vault-choose', 'input', 'change'])
      element.addEventListener(type, () => heard.push(`${type} ${element.value}`));
    form.querySelector('button')!.focus();
    await sendKeys({press: 'Tab'});
    expect((element.renderRoot.activeElement as HTMLInputElement).checked).to.equal(true);
    await sendKeys({press: 'ArrowDown'});
    expect(heard).to.deep.equal(['card-vault-choose pm_1111', 'input pm_1111', 'change pm_1111']);
    await sendKeys({press: 'ArrowUp'});
    expect(element.value).to.equal('pm_2222');
  });

  // shows: peers 22
  it('preselects nothing where the page says so, and then holds its form', async () => {
    const element = await make({preselect: 'none', required: ''});
    expect(element.value).to.equal('');
    expect(element.checkValidity()).to.equal(false);
    expect(said(element)).to.equal('');
    expect(form.reportValidity()).to.equal(false);
    await element.updateComplete;
    expect(all(element, '[part=error]')[0]!.textContent.trim()).to.equal(enList.chooseCard);
    expect(said(element)).to.equal(enList.chooseCard);
    // In a task of its own, after the browser's.
    await new Promise((resolve) => setTimeout(resolve));
    expect(element.renderRoot.activeElement === all(element, '.radio')[0]).to.equal(true);
    await expect(element).to.be.accessible();
    element.value = 'pm_1111';
    await element.updateComplete;
    expect(form.reportValidity()).to.equal(true);
    form.reset();
    expect(element.value).to.equal('');
  });

  // shows: peers 23, wcag 2.2.1
  it('removes a card with the next change of the cards, and says so when the shop has confirmed it', async () => {
    const element = await make();
    tool(element, 'pm_2222', 'remove-button').focus();
    tool(element, 'pm_2222', 'remove-button').click();
    await element.updateComplete;
    expect(said(element)).to.equal(`${named('pm_2222', 'Mastercard')} removed`);
    expect(element.value).to.equal('');
    expect(element.renderRoot.activeElement).to.equal(tool(element, 'pm_2222', 'undo-button'));
    await expect(element).to.be.accessible();
    // No time runs out, wherever the focus is.
    form.querySelector('button')!.focus();
    clock.advance(3_600_000);
    expect(removals()).to.equal(0);
    const removed = oneEvent(element, 'card-vault-removed') as unknown as Promise<CardVaultRemovedEvent>;
    tool(element, 'pm_1111', 'remove-button').click();
    expect((await removed).detail.paymentMethod.token).to.equal('pm_2222');
    await element.updateComplete;
    expect(row(element, 'pm_2222')).to.equal(undefined);
    expect(adapter.wallet.map(({token}) => token)).to.deep.equal(['pm_1111', 'pm_3333']);
  });

  // shows: peers 23
  it('takes a removal back, with the choice', async () => {
    const element = await make();
    tool(element, 'pm_2222', 'remove-button').click();
    await element.updateComplete;
    tool(element, 'pm_2222', 'undo-button').click();
    await element.updateComplete;
    expect(element.value).to.equal('pm_2222');
    expect(said(element)).to.equal(`${named('pm_2222', 'Mastercard')} was kept.`);
    clock.advance(60_000);
    expect(removals()).to.equal(0);
  });

  for (const [how, leave] of [
    ['the page is left', () => window.dispatchEvent(new PageTransitionEvent('pagehide'))],
    ['the list leaves the page', (element: TestElement) => element.remove()],
  ] as const)
    it(`sends the deletion at once when ${how}, once`, async () => {
      const element = await make();
      let keepalive: boolean | undefined;
      const {removePaymentMethod} = adapter;
      adapter.removePaymentMethod = (request, options) => {
        ({keepalive} = options);
        return removePaymentMethod.call(adapter, request, options);
      };
      tool(element, 'pm_1111', 'remove-button').click();
      leave(element);
      await waitUntil(() => removals() === 1);
      expect(keepalive).to.equal(true);
      clock.advance(60_000);
      expect(removals()).to.equal(1);
    });

  it('keeps its removal when it is moved in the page', async () => {
    const element = await make();
    tool(element, 'pm_1111', 'remove-button').click();
    form.prepend(element);
    await element.updateComplete;
    expect(removals()).to.equal(0);
    tool(element, 'pm_1111', 'undo-button').click();
    clock.advance(60_000);
    expect(removals()).to.equal(0);
  });

  for (const [status, key] of [
    [409, 'cardInUse'],
    [503, 'cardNotRemoved'],
  ] as const)
    it(`brings a card back that the shop refuses to remove with ${status}, and says why`, async () => {
      const element = await make();
      adapter.fail('removePaymentMethod', new CardVaultError('request-refused', 'no', {status}));
      tool(element, 'pm_1111', 'remove-button').click();
      const failed = oneEvent(element, 'card-vault-error');
      tool(element, 'pm_2222', 'remove-button').click();
      await failed;
      await element.updateComplete;
      expect(row(element, 'pm_1111').querySelector('[part=card-problem]')!.textContent).to.equal(enList[key]);
      expect(said(element)).to.equal(`${named('pm_1111')}: ${enList[key]}`);
      await expect(element).to.be.accessible();
    });

  // shows: peers 24
  it('makes another card the default', async () => {
    const element = await make();
    const changed = oneEvent(element, 'card-vault-default') as unknown as Promise<CardVaultDefaultEvent>;
    tool(element, 'pm_1111', 'default-button').click();
    expect((await changed).detail.paymentMethod.token).to.equal('pm_1111');
    await element.updateComplete;
    expect(said(element)).to.equal(`${named('pm_1111')} is now your default card.`);
    expect(row(element, 'pm_1111').querySelector('[part~=mark-default]')).not.to.equal(null);
    expect(row(element, 'pm_2222').querySelector('[part~=mark-default]')).to.equal(null);
    expect(adapter.wallet.filter(({isDefault}) => isDefault).map(({token}) => token)).to.deep.equal([
      'pm_1111',
    ]);
  });

  for (const refuses of [true, false])
    it(`keeps a removal that began while the default was changed, when that is ${refuses ? 'refused' : 'done'}`, async () => {
      const element = await make();
      const release = adapter.hold('setDefaultPaymentMethod');
      if (refuses)
        adapter.fail('setDefaultPaymentMethod', new CardVaultError('request-refused', 'no', {status: 422}));
      const answered = oneEvent(element, refuses ? 'card-vault-error' : 'card-vault-default');
      tool(element, 'pm_1111', 'default-button').click();
      tool(element, 'pm_1111', 'remove-button').click();
      release();
      await answered;
      await element.updateComplete;
      expect(tool(element, 'pm_1111', 'undo-button')).not.to.equal(null);
      expect(element.paymentMethods.map(({token}) => token)).not.to.include('pm_1111');
      tool(element, 'pm_1111', 'undo-button').click();
      await element.updateComplete;
      clock.advance(60_000);
      expect(removals()).to.equal(0);
      const problem = row(element, 'pm_1111').querySelector('[part=card-problem]');
      expect(problem?.textContent).to.equal(refuses ? enList.defaultNotChanged : undefined);
      expect(row(element, 'pm_1111').querySelector('[part~=mark-default]') === null).to.equal(refuses);
    });

  it('asks once for a new default, also when the card is removed and taken back meanwhile', async () => {
    const element = await make();
    const release = adapter.hold('setDefaultPaymentMethod');
    const changed = oneEvent(element, 'card-vault-default');
    for (const part of ['default-button', 'remove-button', 'undo-button']) {
      tool(element, 'pm_1111', part).click();
      await element.updateComplete;
    }
    expect(tool(element, 'pm_1111', 'default-button').disabled).to.equal(true);
    release();
    await changed;
  });

  it('waits for each of two new defaults', async () => {
    const element = await make(
      {},
      (adapter = createFakeAdapter({paymentMethods: [...cards, card('pm_4444')]})),
    );
    const answers: (() => void)[] = [];
    adapter.setDefaultPaymentMethod = ({token}) =>
      new Promise((resolve) => answers.push(() => resolve(card(token, {isDefault: true}))));
    for (const token of ['pm_1111', 'pm_4444']) tool(element, token, 'default-button').click();
    const changed = oneEvent(element, 'card-vault-default');
    answers[0]!();
    await changed;
    await element.updateComplete;
    expect(tool(element, 'pm_4444', 'default-button').disabled).to.equal(true);
  });

  it('offers no default where the service keeps none', async () => {
    const element = await make({}, createFakeAdapter({paymentMethods: [card('pm_1'), card('pm_2')]}));
    expect(all(element, '[part~=default-button]')).to.deep.equal([]);
    expect(element.value).to.equal('pm_1');
  });

  it('shows its places while it loads, and what to do when that fails', async () => {
    const release = adapter.hold('listPaymentMethods');
    const making = make({required: ''});
    await waitUntil(() => adapter.calls.length > 0);
    const element = form.querySelector<TestElement>('test-list')!;
    await element.updateComplete;
    expect(element.matches(':state(loading)')).to.equal(true);
    await expect(element).to.be.accessible();
    release();
    await making;
    adapter.fail('listPaymentMethods', new CardVaultError('login-required', 'no', {status: 401}));
    const error = await element.reload().then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(error).to.have.property('code', 'login-required');
    expect(all(element, '[part=problem]')[0]!.textContent).to.contain(enList.cardsSignedOut);
    expect(element.matches(':state(failed)')).to.equal(true);
    await expect(element).to.be.accessible();
    all(element, '[part~=again-button]')[0]!.focus();
    all(element, '[part~=again-button]')[0]!.click();
    await element.whenReady();
    await element.updateComplete;
    expect(element.value).to.equal('pm_2222');
    expect(element.renderRoot.activeElement?.className).to.equal('radio');
  });

  const inner = (element: TestElement) => element.querySelector<CardVaultElement>('card-vault')!;
  const save = (element: TestElement, method: PaymentMethod) =>
    inner(element).dispatchEvent(
      new CardVaultSavedEvent({
        ...{outcome: 'saved', paymentMethod: method, tracker: 'track_1'},
        authentication: {status: 'FRICTIONLESS', eci: '05', liabilityShift: true},
      }),
    );

  it('opens a form for another card in place, of the same form, and takes the new card in', async () => {
    const element = await make({required: '', 'shop-name': 'Sorrel'});
    expect(inner(element)).to.equal(null);
    all(element, '[part~=card-another] input')[0]!.click();
    await element.updateComplete;
    expect(element.value).to.equal('');
    expect(element.matches(':state(another)')).to.equal(true);
    expect(inner(element).form).to.equal(form);
    expect([inner(element).required, inner(element).disabled]).to.deep.equal([true, false]);
    expect(inner(element).shopName).to.equal('Sorrel');
    expect(element.validity.valid).to.equal(true);
    save(element, card('pm_6666'));
    // In the same turn, because the form that waits for the card goes on.
    expect(new FormData(form).get('card')).to.equal('pm_6666');
    await element.updateComplete;
    expect(row(element, 'pm_6666').querySelector('input')!.checked).to.equal(true);
    expect(said(element)).to.equal(`${named('pm_6666')} was saved and is chosen.`);
    expect([inner(element).required, inner(element).disabled]).to.deep.equal([false, true]);
    expect(element.querySelectorAll('card-vault').length).to.equal(1);
  });

  // shows: peers 27
  it('notices that a card was saved before', async () => {
    const element = await make();
    all(element, '[part~=card-another] input')[0]!.click();
    await element.updateComplete;
    save(element, card('pm_1111', {duplicate: true, expirationYear: '2031'}));
    await element.updateComplete;
    expect(element.value).to.equal('pm_1111');
    expect(all(element, '[data-token]').length).to.equal(3);
    expect(row(element, 'pm_1111').textContent).to.contain('08/31');
    expect(said(element)).to.equal(`You had already saved ${named('pm_1111')}. It is chosen now.`);
  });

  it('begins with the form where no card is saved, and uses the page’s own', async () => {
    const none = createFakeAdapter({});
    const own = document.createElement('card-vault');
    own.slot = 'another';
    form = await fixture<HTMLFormElement>(html`<form lang="en"></form>`);
    const element = document.createElement('test-list') as TestElement;
    element.adapter = own.adapter = none;
    element.append(own);
    form.append(element);
    await element.whenReady();
    await element.updateComplete;
    expect(all(element, '[part=empty]')[0]!.textContent.trim()).to.equal(enList.noCards);
    expect(inner(element)).to.equal(own);
    expect(own.disabled).to.equal(false);
    expect(element.matches(':state(empty)')).to.equal(true);
    await expect(element).to.be.accessible();
  });

  it('speaks the language of the page, and shows no English until its words are there', async () => {
    const element = await make();
    const base = all(element, '[part=base]')[0]!;
    const fills: string[] = [];
    const watch = new MutationObserver(() => fills.push(getComputedStyle(base).webkitTextFillColor));
    watch.observe(base, {attributeFilter: ['data-wordless']});
    form.lang = 'ar';
    await waitUntil(() => tool(element, 'pm_1111', 'remove-button').textContent.trim() === ar.remove);
    expect(base.dir).to.equal('rtl');
    watch.disconnect();
    expect(fills).to.deep.equal(['rgba(0, 0, 0, 0)', getComputedStyle(base).color]);
  });

  it('is inert while it is disabled', async () => {
    const element = await make({disabled: ''});
    expect(all(element, '.radio:enabled, .tool:enabled')).to.deep.equal([]);
    expect(new FormData(form).get('card')).to.equal(null);
  });
});
