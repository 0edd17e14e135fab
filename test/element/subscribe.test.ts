import {expect, fixture, html, oneEvent} from '@open-wc/testing';
import {enSubscribe} from '../../src/element/messages/en-subscribe.js';
import {en} from '../../src/element/messages/en.js';
import {sendKeys} from '@web/test-runner-commands';
import {CardVaultSubscribeElement} from '../../src/element/card-vault-subscribe.js';
import type {SubscribeParts} from '../../src/element/views/subscribe-button.js';
import type {CardVaultErrorEvent} from '../../src/element/index.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {waitUntil} from '../support/wait.js';
import '../../src/element/define.js';

type Asked = Parameters<SubscribeParts['ask']>[0];

/** A browser that goes nowhere; the shop answers when the test says so. */
class World {
  readonly asked: Asked[] = [];
  readonly left: string[] = [];
  #answer: ((address: string) => void) | undefined;
  #refuse: ((error: unknown) => void) | undefined;

  readonly parts: SubscribeParts = {
    ask: (request) =>
      new Promise((resolve, reject) => {
        this.asked.push(request);
        [this.#answer, this.#refuse] = [resolve, reject];
      }),
    leave: (address) => this.left.push(address),
  };

  answer(address = 'https://pay.example/checkout/subscribe?x'): void {
    this.#answer?.(address);
  }

  refuse(error: unknown): void {
    this.#refuse?.(error);
  }
}

class TestElement extends CardVaultSubscribeElement {
  static world: World;

  constructor() {
    super(TestElement.world.parts);
  }
}
customElements.define('test-subscribe', TestElement);

describe('<card-vault-subscribe>', () => {
  let world: World;
  beforeEach(() => {
    TestElement.world = world = new World();
  });

  const make = async (attributes: Record<string, string> = {plan: 'plan_1'}): Promise<TestElement> => {
    const element = document.createElement('test-subscribe') as TestElement;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const place = await fixture<HTMLElement>(html`<div lang="en"></div>`);
    place.append(element);
    await element.updateComplete;
    return element;
  };
  const button = (element: TestElement) => element.renderRoot.querySelector('button')!;

  it('is registered, and accessible', async () => {
    expect(customElements.get('card-vault-subscribe')).to.equal(CardVaultSubscribeElement);
    const element = await make();
    await expect(element).to.be.accessible();
    expect(button(element).textContent?.trim()).to.equal('Subscribe');
  });

  it('asks the shop for its plan and goes to the checkout, once', async () => {
    const element = await make({plan: 'plan_1', 'return-url': '/box', locale: 'en-GB'});
    button(element).focus();
    await sendKeys({press: 'Enter'});
    await sendKeys({press: 'Enter'});
    await element.updateComplete;
    expect(button(element).getAttribute('aria-disabled')).to.equal('true');
    expect(element.shadowRoot!.activeElement).to.equal(button(element));
    await expect(element).to.be.accessible();
    world.answer();
    await waitUntil(() => world.left.length > 0);
    button(element).click();
    expect(world.asked).to.deep.equal([
      {
        subscribeUrl: '/card-vault/subscribe',
        plan: 'plan_1',
        returnUrl: '/box',
        locale: 'en-GB',
      },
    ]);
    expect(world.left).to.deep.equal(['https://pay.example/checkout/subscribe?x']);
  });

  it('works again when the page is shown again', async () => {
    const element = await make();
    const going = element.subscribe();
    world.answer();
    await going;
    window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    await element.updateComplete;
    expect(button(element).getAttribute('aria-disabled')).to.equal('false');
    void element.subscribe();
    expect(world.asked.length).to.equal(2);
  });

  it('says what went wrong, and can be tried again', async () => {
    const element = await make();
    for (const [code, words] of [
      ['shop-server-unreachable', en.errorNetwork],
      ['request-refused', enSubscribe.checkoutUnavailable],
    ] as const) {
      const heard = oneEvent(element, 'card-vault-error') as unknown as Promise<CardVaultErrorEvent>;
      const going = element.subscribe();
      world.refuse(new CardVaultError(code, 'no'));
      await going;
      expect((await heard).detail.code).to.equal(code);
      await element.updateComplete;
      expect(element.renderRoot.querySelector('[role=alert]')!.textContent).to.contain(words);
      await expect(element).to.be.accessible();
    }
    void element.subscribe();
    await element.updateComplete;
    expect(element.renderRoot.querySelector('[part=problem]')).to.equal(null);
  });

  it('does nothing when disabled, and goes nowhere once it was removed', async () => {
    const disabled = await make({plan: 'plan_1', disabled: ''});
    button(disabled).click();
    expect(world.asked).to.deep.equal([]);
    const removed = await make();
    const going = removed.subscribe();
    removed.remove();
    world.answer();
    await going;
    expect(world.left).to.deep.equal([]);
  });

  it('speaks the language around it', async () => {
    const element = await make({plan: 'plan_1', locale: 'ar'});
    await waitUntil(() => button(element).textContent?.trim() === 'اشترك');
  });
});
