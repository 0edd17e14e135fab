import {expect, oneEvent} from '@open-wc/testing';
import type {ElementPorts} from '../../src/element/stages/contracts.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {FakeWorld} from '../support/fake-parts.js';
import {waitUntil} from '../support/wait.js';

/** An element that is drawn while the rest of its script is still on its way. */
function drawn(setup: (harness: CardVaultHarness) => void = () => undefined) {
  let arrive!: () => void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const world = new FakeWorld();
  const {loadEngine} = world.ports;
  const ports: ElementPorts = {...world.ports, loadEngine: () => arrived.then(loadEngine)};
  const harness = new CardVaultHarness(Object.assign(world, {ports}));
  setup(harness);
  const form = document.createElement('form');
  form.innerHTML = '<button>Pay</button>';
  form.prepend(harness.element);
  CardVaultHarness.page().append(form);
  return {harness, form, arrive};
}

describe('before the rest of the script is there', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: time 24
  it('the form is drawn, and what is typed into it is kept', async () => {
    const {harness, arrive} = drawn((one) => {
      one.element.cardholderName = true;
      one.element.billingFields = 'postal';
    });
    await harness.settled();
    expect(harness.element.matches(':state(loading)')).to.equal(true);
    await harness.type('expiry', '129');
    await harness.type('name', 'Ada Byron');
    expect(harness.input('expiry').value).to.equal('129');
    arrive();
    await oneEvent(harness.element, 'card-vault-ready');
    await harness.settled();
    expect(harness.input('expiry').value).to.equal('12 / 9');
    expect(harness.input('name').value).to.equal('Ada Byron');
  });

  it('no session is opened where it is disabled meanwhile, and one is once it is enabled', async () => {
    const {harness, arrive} = drawn();
    await harness.settled();
    harness.element.focus();
    harness.input('expiry').dispatchEvent(new Event('focusin', {bubbles: true}));
    harness.element.disabled = true;
    arrive();
    await harness.settled();
    await harness.settled();
    expect(harness.world.adapter.count('openSession')).to.equal(0);
    harness.element.disabled = false;
    await oneEvent(harness.element, 'card-vault-ready');
    expect(harness.world.adapter.count('openSession')).to.equal(1);
  });

  for (const [required, made] of [
    [true, 0],
    [false, 1],
  ] as const)
    // shows: time 23
    it(`a form that ${required ? 'needs the card is not submitted without it' : 'does without a card is submitted'}`, async () => {
      const {harness, form} = drawn((one) => (one.element.required = required));
      await harness.settled();
      let submissions = 0;
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        submissions += 1;
      });
      expect(harness.element.validity.valueMissing).to.equal(required);
      form.requestSubmit();
      expect(submissions).to.equal(made);
      form.noValidate = true;
      form.requestSubmit();
      expect(submissions).to.equal(made * 2);
    });

  it('save(), focus() and cancel() are no errors, and a save waits', async () => {
    const {harness, arrive} = drawn();
    harness.element.focus();
    harness.element.cancel();
    const saving = harness.save().catch(({code}: {code: string}) => code);
    arrive();
    expect(await saving).to.equal('card-incomplete');
    expect(harness.world.adapter.count('openSession')).to.equal(1);
  });

  it('the session is begun already, once, unless it is not wanted yet', async () => {
    const {harness, arrive} = drawn();
    const idle = drawn((one) => (one.element.disabled = true));
    const own = drawn((one) => (one.element.adapter = one.world.adapter));
    await waitUntil(() => harness.world.begun.length === 1, 'the session is begun');
    harness.element.shadowRoot!.querySelector('.base')!.dispatchEvent(new PointerEvent('pointerdown'));
    arrive();
    await oneEvent(harness.element, 'card-vault-ready');
    expect(harness.world.begun).to.deep.equal(['/session']);
    harness.element.reset();
    expect([...idle.harness.world.begun, ...own.harness.world.begun]).to.deep.equal([]);
  });

  it('a session that was begun is given up with the element', async () => {
    const {harness} = drawn();
    await waitUntil(() => harness.world.begun.length === 1, 'the session is begun');
    harness.element.remove();
    expect(harness.world.begun).to.deep.equal([]);
  });

  it('reset() empties it', async () => {
    const {harness, arrive} = drawn();
    await harness.settled();
    await harness.type('expiry', '0129');
    harness.element.reset();
    arrive();
    await oneEvent(harness.element, 'card-vault-ready');
    await harness.settled();
    expect(harness.input('expiry').value).to.equal('');
  });
});
