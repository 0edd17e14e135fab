import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/card-vault.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import type {FakeWorld} from '../support/fake-parts.js';
import {waitUntil} from '../support/wait.js';

/** A form with a button of its own; the button stands last, so it shows every movement above it. */
async function page(setup: (element: CardVaultElement, world: FakeWorld) => void = () => undefined) {
  const form = document.createElement('form');
  form.innerHTML = '<button>Keep this card</button>';
  form.addEventListener('submit', (event) => event.preventDefault());
  CardVaultHarness.page().append(form);
  const harness = new CardVaultHarness();
  harness.element.name = 'payment_method';
  harness.element.required = true;
  setup(harness.element, harness.world);
  form.prepend(harness.element);
  await harness.settled();
  const button = form.querySelector('button')!;
  return {harness, form, button, says: (text: string) => waitUntil(() => button.textContent === text, text)};
}

/** A promise, and what fulfils it. */
function gate(): {readonly open: () => void; readonly opened: Promise<void>} {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {open, opened};
}

describe('waiting', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: time 44
  it("shows in the form's button that the card is being saved and that it is, until it is used again", async () => {
    const {open, opened} = gate();
    const {harness, button, says} = await page((_, world) => {
      world.adapter.script.hold.enroll = opened;
    });
    await harness.element.whenReady();
    await harness.fill();
    button.click();
    await says('Saving card…');
    expect(button.getAttribute('aria-disabled')).to.equal('true');
    expect(button.getAttribute('aria-busy')).to.equal('true');
    expect(harness.part('busy-text')).to.equal(null);
    await says('Checking with your bank…');
    open();
    await says('Card saved');
    expect(button.getAttribute('data-card-vault')).to.equal('done');
    expect(button.hasAttribute('aria-busy')).to.equal(false);
    await harness.ended();
    expect(button.textContent).to.equal('Card saved');
    harness.part('outcome-button')!.click();
    await says('Keep this card');
  });

  // shows: time 45
  it('leaves the button alone with button-feedback="none", and says it in the place of the notice', async () => {
    const {open, opened} = gate();
    const {harness, button} = await page((element, world) => {
      element.setAttribute('button-feedback', 'none');
      world.adapter.script.hold.enroll = opened;
    });
    await harness.element.whenReady();
    await harness.fill();
    const before = button.outerHTML;
    button.click();
    await waitUntil(() => harness.text('busy-text') === 'Saving card…');
    expect(button.outerHTML).to.equal(before);
    open();
    await harness.ended();
    expect(button.outerHTML).to.equal(before);
  });

  // shows: time 34
  it('remembers a press while the fields load: no errors, and the number gets the focus', async () => {
    const {open, opened} = gate();
    const {harness, button} = await page((_, world) => {
      world.adapter.script.hold.openSession = opened;
    });
    button.click();
    await waitUntil(() => harness.text('busy-text') === 'Loading the card fields…');
    expect(harness.announced).to.equal('Loading the card fields…');
    for (const field of ['number', 'expiry', 'security-code']) expect(harness.error(field)).to.equal('');
    open();
    await harness.element.whenReady();
    await waitUntil(() => harness.fields.focused.length > 0);
    expect(harness.fields.focused).to.deep.equal(['number']);
    expect(harness.part('busy-text')).to.equal(null);
    expect(harness.error('number')).to.equal('');
  });

  // shows: time 74
  it("keeps the form's button and the date of a card that may go through yet, after a run without a card", async () => {
    const {harness, button, says} = await page((_, world) => (world.adapter.script.status = 'UNAVAILABLE'));
    await harness.element.whenReady();
    await harness.fill();
    button.click();
    await harness.ended();
    await says('Keep this card');
    expect(harness.part('outcome')).to.equal(null);
    expect(button.textContent).to.equal('Keep this card');
    expect(harness.input('expiry').value).to.equal('01 / 29');
    expect(harness.error('number')).to.equal('');
  });

  const ends: Readonly<Record<string, (script: FakeWorld['adapter']['script']) => void>> = {
    'that cannot be used': (script) => void (script.status = 'REJECTED'),
    'that the service refused': (script) =>
      void (script.fail.enroll = new CardVaultError('request-refused', 'no', {status: 402})),
  };
  for (const [name, end] of Object.entries(ends))
    // shows: time 75
    it(`keeps nothing of a card ${name}, but the name and the address`, async () => {
      const {harness} = await page((element, world) => {
        end(world.adapter.script);
        element.cardholderName = true;
        element.billingFields = 'postal';
        element.billing = {country: 'US'};
      });
      await harness.element.whenReady();
      await harness.fill();
      await harness.type('name', 'Ada Shopper');
      await waitUntil(() => harness.input('postal-code'));
      await harness.type('postal-code', '12345');
      await harness.save().catch(() => undefined);
      await harness.ended();
      expect(harness.input('expiry').value).to.equal('');
      expect(harness.error('expiry')).to.equal('');
      expect(harness.input('name').value).to.equal('Ada Shopper');
      expect(harness.input('postal-code').value).to.equal('12345');
      expect(harness.element.billing).to.deep.equal({country: 'US'});
    });

  // shows: time 72
  it('draws the saved card, named for screen readers', async () => {
    const {harness} = await page();
    await harness.element.whenReady();
    await harness.saved();
    const card = harness.part('saved-card-visa')!;
    expect(card.getAttribute('aria-label')!.replace(/[\u2066-\u2069]/g, '')).to.equal(
      'Visa ••••\u00a02701, expires 01/29',
    );
    expect(card.textContent!.replace(/\s+/g, ' ').trim()).to.equal('VISA •••• 2701 01/29');
  });

  // shows: time 28
  it('starts at a whole pixel wherever the page puts it', async () => {
    const {harness, form} = await page();
    form.style.paddingBlockStart = '10.42px';
    await harness.element.whenReady();
    const rest = (): number => {
      const {top} = harness.part('box-number')!.getBoundingClientRect();
      return Math.abs(top - Math.round(top));
    };
    await waitUntil(() => rest() < 0.02, 'aligned');
    form.style.paddingBlockStart = '20.3px';
    await waitUntil(() => rest() < 0.02, 'aligned again');
  });
});

describe('the room of the form', () => {
  afterEach(() => CardVaultHarness.clean());
  const longTexts = {numberWrong: 'Check the number: one digit may be wrong or missing.'};

  for (const width of [320, 360, 440])
    for (const status of ['FRICTIONLESS', 'REJECTED'] as const)
      it(`is the same from the first sight to the end: ${width} px, ${status}`, async () => {
        const session = gate();
        const bank = gate();
        const {harness, form, button} = await page((element, world) => {
          element.messages = longTexts;
          world.adapter.script.status = status;
          world.adapter.script.hold.openSession = session.opened;
          world.adapter.script.hold.enroll = bank.opened;
        });
        form.style.inlineSize = `${width - 32}px`;
        const place = (): number => Math.round(button.getBoundingClientRect().top);
        const before = place();
        button.click();
        await waitUntil(() => harness.part('busy-text'));
        expect(place(), 'an early press').to.equal(before);
        session.open();
        await harness.element.whenReady();
        await harness.settled();
        expect(place(), 'live').to.equal(before);
        await harness.save().catch(() => undefined);
        await harness.settled();
        expect(place(), 'errors').to.equal(before);
        harness.fields.change('number', {couldBeValid: false});
        harness.fields.tell({type: 'blur', field: 'number'});
        await harness.settled();
        expect(harness.error('number')).to.equal(longTexts.numberWrong);
        expect(place(), 'a long error').to.equal(before);
        await harness.fill();
        harness.fields.tokenError = new Error('no connection');
        await harness.save().catch(() => undefined);
        await waitUntil(() => harness.text('problem') !== '');
        expect(place(), 'a problem').to.equal(before);
        harness.fields.tokenError = undefined;
        void harness.save();
        await waitUntil(() => button.textContent === 'Checking with your bank…');
        expect(place(), 'busy').to.equal(before);
        bank.open();
        await harness.ended();
        expect(place(), 'ended').to.equal(before);
      });
});
