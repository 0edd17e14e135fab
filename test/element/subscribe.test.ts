import {expect, fixture, html, oneEvent} from '@open-wc/testing';
import {subscribe as enSubscribe} from '../../src/texts/en/subscribe.js';
import {first as en} from '../../src/texts/en/first.js';
import {sendKeys} from '@web/test-runner-commands';
import {CardVaultSubscribeElement} from '../../src/element/subscribe/card-vault-subscribe.js';
import type {HostedPage, PlanFacts} from '../../src/adapter/subscribe.js';
import {type SubscribeParts, planPrice} from '../../src/element/subscribe/subscribe-button.js';
import type {CardVaultErrorEvent} from '../../src/element/exports/index.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {waitUntil} from '../support/wait.js';
import '../../src/element/exports/define.js';

type Asked = Parameters<SubscribeParts['ask']>[0];

/** A browser that goes nowhere; the shop answers when the test says so. */
class World {
  readonly asked: Asked[] = [];
  readonly left: string[] = [];
  readonly ways: {readonly method: string; readonly proof: Parameters<SubscribeParts['leave']>[1]}[] = [];
  readonly portal: object[] = [];
  readonly plans: string[] = [];
  /** Of the requests for a checkout and for a plan. */
  readonly signals: AbortSignal[] = [];
  facts: PlanFacts | Error | Promise<PlanFacts> = {
    name: 'Box',
    amount: '48.00',
    currency: 'USD',
    interval: 'month',
    count: 1,
  };
  #answer: ((page: HostedPage) => void) | undefined;
  #refuse: ((error: unknown) => void) | undefined;

  readonly parts: SubscribeParts = {
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        this.signals.push(signal);
        this.asked.push(request);
        [this.#answer, this.#refuse] = [resolve, reject];
      }),
    askPortal: (request) =>
      new Promise((resolve, reject) => {
        this.portal.push(request);
        [this.#answer, this.#refuse] = [resolve, reject];
      }),
    askPlan: async ({plan}, signal) => {
      this.plans.push(plan);
      this.signals.push(signal);
      const facts = await this.facts;
      if (facts instanceof Error) throw facts;
      return {...facts, name: `${facts.name} ${plan}`};
    },
    leave: (page, proof) => {
      this.left.push(page.url);
      this.ways.push({method: page.method, proof});
    },
  };

  /** Answers the request that is there, or the next one. */
  async answer(address = 'https://pay.example/checkout/subscribe?x'): Promise<void> {
    await waitUntil(() => this.#answer !== undefined);
    this.#answer!({url: address, method: 'POST'});
    this.#answer = this.#refuse = undefined;
  }

  async refuse(error: unknown): Promise<void> {
    await waitUntil(() => this.#refuse !== undefined);
    this.#refuse!(error);
    this.#answer = this.#refuse = undefined;
  }
}

class TestElement extends CardVaultSubscribeElement {
  static world: World;

  constructor() {
    super(TestElement.world.parts);
  }
}
customElements.define('test-subscribe', TestElement);

/** Its button's script does not load until the test says so. */
class OfflineElement extends CardVaultSubscribeElement {
  static tries = 0;
  static online = false;

  constructor() {
    super(TestElement.world.parts, () => {
      OfflineElement.tries++;
      if (OfflineElement.online) return import('../../src/element/subscribe/subscribe-button.js');
      return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    });
  }
}
customElements.define('test-subscribe-offline', OfflineElement);

describe('<card-vault-subscribe>', () => {
  let world: World;
  beforeEach(() => {
    TestElement.world = world = new World();
  });

  const make = async (
    attributes: Record<string, string> = {plan: 'plan_1'},
    tag = 'test-subscribe',
  ): Promise<TestElement> => {
    const element = document.createElement(tag) as TestElement;
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
    const box = () => JSON.stringify(button(element).getBoundingClientRect());
    const atRest = box();
    button(element).focus();
    await sendKeys({press: 'Enter'});
    await sendKeys({press: 'Enter'});
    await element.updateComplete;
    expect(button(element).querySelector('[part=spinner]')).not.to.equal(null);
    expect(box(), 'the button keeps its box').to.equal(atRest);
    expect(button(element).getAttribute('aria-disabled')).to.equal('true');
    expect(element.shadowRoot!.activeElement).to.equal(button(element));
    await expect(element).to.be.accessible();
    void world.answer();
    await waitUntil(() => world.left.length > 0);
    button(element).click();
    expect(world.asked).to.deep.equal([
      {
        subscribeUrl: '/card-vault/subscribe',
        plan: 'plan_1',
        returnUrl: '/box',
        locale: 'en-GB',
        reference: undefined,
        codeChallenge: world.asked[0]!.codeChallenge,
      },
    ]);
    expect(world.left).to.deep.equal(['https://pay.example/checkout/subscribe?x']);
    expect(world.asked[0]!.codeChallenge).to.match(/^[\w-]{43}$/);
    const [{method, proof}] = world.ways as [(typeof world.ways)[number]];
    expect([method, proof!.challenge]).to.deep.equal(['POST', world.asked[0]!.codeChallenge]);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof!.verifier));
    expect(btoa(String.fromCharCode(...new Uint8Array(hash))).replace(/=$/, '')).to.equal(
      proof!.challenge.replaceAll('-', '+').replaceAll('_', '/'),
    );
  });

  it('works again when the page is shown again', async () => {
    const element = await make();
    const going = element.subscribe();
    void world.answer();
    await going;
    window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));
    await element.updateComplete;
    expect(button(element).getAttribute('aria-disabled')).to.equal('false');
    void element.subscribe();
    await waitUntil(() => world.asked.length === 2);
    expect(world.asked[1]!.codeChallenge, 'a proof works once').not.to.equal(world.asked[0]!.codeChallenge);
  });

  it('says what went wrong, and can be tried again', async () => {
    const element = await make();
    for (const [code, words] of [
      ['shop-server-unreachable', en.errorNetwork],
      ['request-refused', enSubscribe.checkoutUnavailable],
      ['login-required', enSubscribe.checkoutUnavailable],
    ] as const) {
      const heard = oneEvent(element, 'card-vault-error') as unknown as Promise<CardVaultErrorEvent>;
      const going = element.subscribe();
      void world.refuse(new CardVaultError(code, 'no'));
      await going;
      expect((await heard).detail.code).to.equal(code);
      await element.updateComplete;
      expect(element.renderRoot.querySelector('[role=alert]')!.textContent).to.contain(words);
      expect(element.renderRoot.querySelector('[part=problem] svg'), 'its sign').not.to.equal(null);
      await expect(element).to.be.accessible();
    }
    void element.subscribe();
    await element.updateComplete;
    expect(element.renderRoot.querySelector('[part=problem]')).to.equal(null);
  });

  it('does nothing when disabled, and is seen to; goes nowhere once it was removed', async () => {
    const disabled = await make({plan: 'plan_1', disabled: ''});
    expect(getComputedStyle(button(disabled)).opacity).to.equal('0.5');
    button(disabled).click();
    expect(world.asked).to.deep.equal([]);
    const removed = await make();
    const going = removed.subscribe();
    removed.remove();
    await going;
    expect(world.left).to.deep.equal([]);
  });

  it('speaks the language around it', async () => {
    const element = await make({plan: 'plan_1', locale: 'ar'});
    await waitUntil(() => button(element).textContent?.trim() === 'اشترك');
  });

  it('hands on what the page calls it, and says that the shopper is on the way', async () => {
    const element = await make({plan: 'plan_1', reference: '1042'});
    const started = oneEvent(element, 'card-vault-subscribe-started') as unknown as Promise<
      HTMLElementEventMap['card-vault-subscribe-started']
    >;
    const going = element.subscribe();
    void world.answer();
    await going;
    const {detail} = await started;
    expect(detail).to.deep.equal({plan: 'plan_1', reference: '1042'});
    expect(Object.isFrozen(detail)).to.equal(true);
    expect(world.asked[0]).to.include({reference: '1042'});
    expect(world.left).to.have.length(1);
  });

  it('shows what the plan is called and costs, and follows a change of it', async () => {
    const element = await make({plan: 'plan_1', 'show-plan': '', locale: 'en-US'});
    const text = (part: string) => element.renderRoot.querySelector(`[part=${part}]`)?.textContent;
    await waitUntil(() => text('plan-name') === 'Box plan_1');
    expect(text('plan-price')).to.equal('\u2066$48.00\u2069 a month');
    await expect(element).to.be.accessible();
    world.facts = {name: 'Box', amount: '20', currency: 'EUR', interval: 'week', count: 3};
    element.plan = 'plan_2';
    await waitUntil(() => text('plan-name') === 'Box plan_2');
    expect(text('plan-price')).to.equal('\u2066€20.00\u2069 every 3 weeks');
    element.showPlan = false;
    await element.updateComplete;
    expect(text('plan-name')).to.equal(undefined);
    expect(world.plans).to.deep.equal(['plan_1', 'plan_2']);
  });

  it('shows the price of a plan with all decimals of its currency', async () => {
    world.facts = {name: 'Box', amount: '499.5', currency: 'PKR', interval: 'month', count: 1};
    const element = await make({plan: 'plan_1', 'show-plan': '', locale: 'en-US'});
    const price = () => element.renderRoot.querySelector('[part=plan-price]')?.textContent;
    await waitUntil(() => price() !== undefined);
    expect(price()).to.equal('\u2066PKR\u00a0499.50\u2069 a month');
  });

  it('shows no plan that is not the element’s any more, and none that it could not learn of', async () => {
    let first!: (facts: PlanFacts) => void;
    const facts = world.facts as PlanFacts;
    world.facts = new Promise((resolve) => (first = resolve));
    const element = await make({plan: 'plan_1', 'show-plan': ''});
    world.facts = new CardVaultError('request-refused', 'no');
    const refused = oneEvent(element, 'card-vault-error');
    element.plan = 'plan_2';
    await refused;
    first(facts);
    await element.updateComplete;
    await element.updateComplete;
    expect(element.renderRoot.querySelector('[part=plan-name]')).to.equal(null);
    expect(button(element).disabled, 'the checkout says it too').to.equal(false);
  });

  it('gives up a checkout for another plan, and says nothing of it', async () => {
    const element = await make();
    const heard: string[] = [];
    for (const type of ['card-vault-error', 'card-vault-subscribe-started'])
      element.addEventListener(type, () => heard.push(type));
    const going = element.subscribe();
    await waitUntil(() => world.asked.length === 1);
    element.plan = 'plan_2';
    await element.updateComplete;
    expect(world.signals[0]!.aborted).to.equal(true);
    expect(button(element).getAttribute('aria-disabled')).to.equal('false');
    void world.refuse(world.signals[0]!.reason);
    await going;
    expect([heard, world.left]).to.deep.equal([[], []]);
    expect(element.renderRoot.querySelector('[part=problem]')).to.equal(null);
    void element.subscribe();
    element.plan = 'plan_3';
    const last = element.subscribe();
    await waitUntil(() => world.asked.length === 2);
    expect(world.asked.map(({plan}) => plan)).to.deep.equal(['plan_1', 'plan_3']);
    void world.answer();
    await last;
    expect(world.left).to.have.length(1);
  });

  it('gives up the question for a plan when it is removed or means another, and asks again later', async () => {
    let refuse!: (error: Error) => void;
    world.facts = new Promise((_resolve, reject) => (refuse = reject));
    const element = await make({plan: 'plan_1', 'show-plan': ''});
    const heard: Event[] = [];
    element.addEventListener('card-vault-error', (event) => heard.push(event));
    element.plan = 'plan_2';
    await element.updateComplete;
    const place = element.parentElement!;
    element.remove();
    await element.updateComplete;
    expect(world.signals.map(({aborted}) => aborted)).to.deep.equal([true, true]);
    refuse(new CardVaultError('shop-server-unreachable', 'no'));
    world.facts = {name: 'Box', amount: '20', currency: 'EUR', interval: 'week', count: 1};
    place.append(element);
    const name = () => element.renderRoot.querySelector('[part=plan-name]')?.textContent;
    await waitUntil(() => name() === 'Box plan_2');
    expect([heard, world.plans]).to.deep.equal([[], ['plan_1', 'plan_2', 'plan_2']]);
    // What is known already is not asked for again.
    element.remove();
    await element.updateComplete;
    place.append(element);
    await element.updateComplete;
    expect([name(), world.plans.length]).to.deep.equal(['Box plan_2', 3]);
  });

  for (const [how, again] of [
    ['attribute', (element: TestElement) => element.setAttribute('plan', 'plan_2')],
    ['connection', (element: TestElement) => element.parentElement!.append(element)],
  ] as const)
    it(`tells the page of a script that did not load, and tries again at the next ${how}`, async () => {
      OfflineElement.tries = 0;
      OfflineElement.online = false;
      const heard: string[] = [];
      const listen = ({detail}: CardVaultErrorEvent) => heard.push(detail.code);
      window.addEventListener('card-vault-error', listen);
      const element = await make({plan: 'plan_1'}, 'test-subscribe-offline');
      expect([heard, OfflineElement.tries]).to.deep.equal([['shop-server-unreachable'], 1]);
      const refused = await element.subscribe().catch((error: unknown) => error);
      window.removeEventListener('card-vault-error', listen);
      expect(refused).to.be.instanceOf(CardVaultError).with.property('code', 'shop-server-unreachable');
      expect(heard).to.have.length(2);
      OfflineElement.online = true;
      again(element);
      await element.updateComplete;
      expect(button(element).textContent?.trim()).to.equal('Subscribe');
    });

  it('leads to the shopper’s own subscriptions', async () => {
    const element = await make({plan: 'plan_1', portal: '', 'return-url': '/box', locale: 'en'});
    await expect(element).to.be.accessible();
    const portal = element.renderRoot.querySelector<HTMLButtonElement>('[part=portal-button]')!;
    expect(portal.textContent?.trim()).to.equal('My subscriptions');
    element.parentElement!.style.inlineSize = '12rem';
    const [first, second] = [...element.renderRoot.querySelectorAll('button')].map((button) =>
      button.getBoundingClientRect(),
    );
    expect(second!.top - first!.bottom, 'one under the other where there is no room').to.be.closeTo(8, 0.5);
    expect(second!.left).to.be.closeTo(first!.left, 0.5);
    portal.click();
    button(element).click();
    await element.updateComplete;
    expect(portal.querySelector('[part=spinner]')).not.to.equal(null);
    expect(button(element).querySelector('[part=spinner]')).to.equal(null);
    void world.answer('https://pay.example/portal?x');
    await waitUntil(() => world.left.length > 0);
    expect(world.left).to.deep.equal(['https://pay.example/portal?x']);
    expect(world.asked).to.deep.equal([]);
    expect(world.portal).to.deep.equal([
      {
        ...{subscribeUrl: '/card-vault/subscribe', returnUrl: '/box', locale: 'en'},
        codeChallenge: world.ways[0]!.proof!.challenge,
      },
    ]);
  });

  it('writes prices for languages that are none, too', () => {
    const facts = world.facts as PlanFacts;
    const say = (key: string, values: object = {}): string => `${key} ${Object.values(values).join(' ')}`;
    for (const language of ['C', 'en_US', ''])
      expect(planPrice(facts, language, say)).to.equal('priceMonth \u2066$48.00\u2069');
    for (const interval of ['day', 'week', 'month', 'year'] as const)
      expect(planPrice({...facts, interval, count: 2}, 'en', say)).to.contain(`2 ${interval}s`);
  });
});
