import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/card-vault.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

/**
 * Live fields in a form of the shop, whose script for what is done with them is on its way until `arrive()`.
 */
async function held(setup: (element: CardVaultElement) => void = () => undefined, attributes = '') {
  let arrive!: () => void;
  let fail!: (cause: Error) => void;
  const page = CardVaultHarness.page();
  page.innerHTML = `<form ${attributes}><button>Pay</button></form>`;
  const form = page.querySelector('form')!;
  let submissions = 0;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submissions += 1;
  });
  const harness = await CardVaultHarness.ready((element, world) => {
    setup(element);
    const {loadInteraction} = world;
    world.loadInteraction = () =>
      new Promise<void>((resolve, reject) => ([arrive, fail] = [resolve, reject])).then(loadInteraction);
  }, form);
  return {
    harness,
    arrive: () => arrive(),
    fail: () =>
      fail(new TypeError('Failed to fetch dynamically imported module: http://shop.test/saving.js')),
    press: () => form.querySelector('button')!.click(),
    submissions: () => submissions,
  };
}

describe('live fields whose script for a save is on its way', () => {
  afterEach(() => CardVaultHarness.clean());

  it('an optional card that was typed is saved first: the press of the shop’s button is held, and made once', async () => {
    const {harness, arrive, press, submissions} = await held();
    await harness.fill();
    press();
    press();
    await harness.settled();
    expect(submissions()).to.equal(0);
    expect(harness.element.matches(':state(busy)')).to.equal(true);
    expect(harness.part('fields')!.inert).to.equal(true);
    arrive();
    await waitUntil(() => submissions() > 0, 'the form goes on');
    await harness.settled();
    expect([submissions(), harness.element.value]).to.deep.equal([1, 'pm_1']);
    expect(harness.world.adapter.count('complete')).to.equal(1);
  });

  it('an optional card that was not touched does not hold the form', async () => {
    const {press, submissions} = await held();
    press();
    expect(submissions()).to.equal(1);
  });

  it('a card whose fields were only entered does not hold the form', async () => {
    const {harness, press, submissions} = await held();
    harness.fields.tell({type: 'focus', field: 'number'});
    harness.fields.tell({type: 'blur', field: 'number'});
    press();
    expect(submissions()).to.equal(1);
  });

  it('when the script does not load, the form is free again, and the next press saves', async () => {
    const {harness, arrive, fail, press, submissions} = await held();
    await harness.fill();
    press();
    fail();
    await waitUntil(() => harness.named('error').length === 1, 'the page hears of it');
    await harness.settled();
    expect(submissions()).to.equal(0);
    expect(harness.part('fields')!.inert).to.equal(false);
    expect(harness.text('problem')).to.contain('We lost the connection');
    press();
    arrive();
    await waitUntil(() => submissions() > 0, 'the form goes on');
    expect([submissions(), harness.element.value]).to.deep.equal([1, 'pm_1']);
  });

  for (const [cause, interrupt] of [
    ['a script that does not load', (_: CardVaultElement, fail: () => void) => fail()],
    [
      'cancel()',
      (element: CardVaultElement, _: () => void, arrive: () => void) => (element.cancel(), arrive()),
    ],
  ] as const)
    it(`${cause} leaves a form that is not validated free, and no rejection unhandled`, async () => {
      const unhandled: unknown[] = [];
      const note = (event: PromiseRejectionEvent): void => {
        event.preventDefault();
        unhandled.push(event.reason);
      };
      window.addEventListener('unhandledrejection', note);
      try {
        const {harness, arrive, fail, press, submissions} = await held(() => undefined, 'novalidate');
        await harness.fill();
        press();
        await harness.settled();
        interrupt(harness.element, fail, arrive);
        await waitUntil(() => !harness.part('fields')!.inert, 'the form is free');
        await harness.element.whenReady();
        await harness.fill();
        press();
        arrive();
        await waitUntil(() => submissions() > 0, 'the next press saves');
        expect([submissions(), harness.element.value]).to.deep.equal([1, 'pm_1']);
        expect(unhandled).to.deep.equal([]);
      } finally {
        window.removeEventListener('unhandledrejection', note);
      }
    });

  it('another use meanwhile leaves the form busy until the save that was asked for first', async () => {
    const {harness, arrive, press, submissions} = await held();
    await harness.fill();
    press();
    harness.element.focus();
    harness.element.clear('name');
    await harness.settled();
    expect(harness.element.matches(':state(busy)')).to.equal(true);
    expect(harness.part('fields')!.inert).to.equal(true);
    arrive();
    await waitUntil(() => submissions() > 0, 'the form goes on');
    expect([submissions(), harness.element.value]).to.deep.equal([1, 'pm_1']);
  });

  it('a save that was cancelled stays so when the element is used again', async () => {
    const {harness, arrive} = await held();
    await harness.fill();
    const saving = harness.save().catch(({code}: {code: string}) => code);
    harness.element.cancel();
    harness.element.focus();
    arrive();
    expect(await saving).to.equal('not-ready');
    await harness.settled();
    expect(harness.element.matches(':state(busy)')).to.equal(false);
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
    await harness.element.whenReady();
    await harness.fill();
    await harness.save();
    expect(harness.element.value).to.equal('pm_1');
  });

  it('what was typed is judged and shown in its order once the script is there', async () => {
    const {harness, arrive} = await held((element) => {
      element.cardholderName = true;
      element.validateOn = 'change';
    });
    const {fields} = harness;
    fields.tell({type: 'focus', field: 'number'});
    fields.change('number', {brands: ['visa', 'amex']});
    fields.change('number', {valid: true, brands: ['amex'], securityCodeLength: 4});
    fields.tell({type: 'blur', field: 'number'});
    fields.tell({type: 'focus', field: 'securityCode'});
    fields.change('securityCode', {valid: false, couldBeValid: false});
    fields.tell({type: 'blur', field: 'securityCode'});
    await harness.type('expiry', '129');
    await harness.type('name', 'Ada Byron');
    expect(harness.named('change')).to.have.length(0);
    expect(harness.error('security-code')).to.equal('');
    arrive();
    await waitUntil(() => harness.named('change').length > 0, 'the entries are judged');
    await waitUntil(() => harness.part('brand-mark'), 'the marks are loaded');
    await harness.settled();
    expect(harness.input('expiry').value).to.equal('12 / 9');
    expect(harness.input('name').value).to.equal('Ada Byron');
    expect(harness.part('brand-mark')!.getAttribute('data-brand')).to.equal('amex');
    expect(harness.part('code-mark')!.getAttribute('data-length')).to.equal('4');
    expect(harness.error('number')).to.equal('');
    expect(harness.error('security-code')).to.equal('Enter the 4-digit code');
  });

  it('Enter in a field saves once, when the script is there', async () => {
    const {harness, arrive, submissions} = await held();
    await harness.fill();
    harness.fields.tell({type: 'submit'});
    await harness.settled();
    expect(harness.part('fields')!.inert).to.equal(true);
    arrive();
    await waitUntil(() => submissions() > 0, 'the form goes on');
    expect([submissions(), harness.world.adapter.count('complete')]).to.deep.equal([1, 1]);
  });

  it('what was typed before reset() is not replayed: the form goes on without a card', async () => {
    const {harness, arrive, press, submissions} = await held();
    await harness.fill();
    harness.element.reset();
    press();
    arrive();
    await waitUntil(() => submissions() > 0, 'the form goes on');
    await harness.settled();
    expect(harness.element.value).to.equal('');
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
    expect(harness.input('expiry').value).to.equal('');
    await waitUntil(() => harness.part('brand-mark'), 'the marks are loaded');
    expect(harness.part('brand-mark')!.getAttribute('data-brand')).to.equal('unknown');
  });
});
