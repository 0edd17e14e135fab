import {expect} from '@open-wc/testing';
import type {CardVaultBeforeSaveEvent, CardVaultSavedEvent} from '../../src/element/events.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    return error instanceof CardVaultError ? error.code : String(error);
  }
  return 'resolved';
}

/** Live fields whose script for a save is on its way until `arrive()`. */
async function withoutScript(): Promise<{readonly harness: CardVaultHarness; readonly arrive: () => void}> {
  let arrive!: () => void;
  const harness = await CardVaultHarness.ready((_, world) => {
    const {loadInteraction} = world;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    world.loadInteraction = () => arrived.then(loadInteraction);
  });
  return {harness, arrive};
}

describe('saving a card', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 29 30
  it('goes from a filled form to a payment method', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    const outcome = await harness.save();
    expect(outcome.outcome).to.equal('saved');
    expect(outcome.outcome === 'saved' && outcome.paymentMethod.token).to.equal('pm_1');
    await harness.ended();
    expect(harness.element.value).to.equal('pm_1');
    expect(harness.text('outcome-title')).to.equal('Card saved');
    expect(harness.text('outcome-line').replace(/[\u2066\u2069]/g, '')).to.contain(
      'Visa •••• 2701, expires 01/29',
    );
  });

  for (const type of ['card-vault-before-save', 'card-vault-step'])
    it(`gives a listener of ${type} that saves, too, the promise of the save that is under way`, async () => {
      const harness = await CardVaultHarness.ready();
      await harness.fill();
      const promises = new Set<Promise<unknown>>();
      harness.element.addEventListener(type, () => void promises.add(harness.element.save()));
      promises.add(harness.element.save());
      const outcomes = await Promise.all(promises);
      expect(new Set(outcomes.map((outcome) => (outcome as {outcome: string}).outcome))).to.deep.equal(
        new Set(['saved']),
      );
      expect(harness.named('before-save')).to.have.length(1);
    });

  it('loads the shell of the shop when a card is being typed, and not before', async () => {
    const frameUrl = 'https://shop.example/frame';
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.session = {frameUrl};
    });
    expect(harness.world.prepared).to.deep.equal([]);
    harness.fields.change('number', {brands: ['visa']});
    await waitUntil(() => harness.world.prepared.length > 0);
    await harness.fill();
    expect(harness.world.prepared).to.deep.equal([frameUrl]);
  });

  it('gives the shell back where the card is not saved, and loads it for the next one only when that is typed', async () => {
    const frameUrl = 'https://shop.example/frame';
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.session = {frameUrl};
    });
    const {prepared, preparedFor} = harness.world;
    await harness.fill();
    await waitUntil(() => prepared.length > 0);
    expect(preparedFor.map(({aborted}) => aborted)).to.deep.equal([false]);
    const {element} = harness;
    const page = element.parentElement!;
    element.remove();
    expect(preparedFor.map(({aborted}) => aborted)).to.deep.equal([true]);
    page.append(element);
    await element.whenReady();
    expect(prepared).to.have.length(1);
    await harness.fill();
    await waitUntil(() => prepared.length > 1);
    expect(preparedFor.map(({aborted}) => aborted)).to.deep.equal([true, false]);
    await element.save();
    expect(preparedFor.map(({aborted}) => aborted)).to.deep.equal([true, true]);
  });

  it('loads nothing ahead where the shop has no shell', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.saved();
    expect(harness.world.prepared).to.deep.equal([]);
  });

  it('draws the busy form after the first steps, which it would hold up', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold = {enroll: new Promise(() => undefined)};
    });
    await harness.fill();
    const drawn: boolean[] = [];
    harness.element.addEventListener('card-vault-step', () =>
      drawn.push(harness.root.querySelector('.fields')!.hasAttribute('inert')),
    );
    void harness.save();
    await waitUntil(() => harness.element.state === 'enrolling');
    await harness.settled();
    // At `tokenizing`, `setting-up` and `collecting-device-data`.
    expect(drawn.slice(0, 3)).to.deep.equal([false, false, false]);
    expect(harness.root.querySelector('.fields')!.hasAttribute('inert')).to.equal(true);
    expect(harness.element.matches(':state(busy)')).to.equal(true);
  });

  it('draws the busy form soon where the first steps last', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold = {processTransientToken: new Promise(() => undefined)};
    });
    await harness.fill();
    void harness.save();
    await harness.element.updateComplete;
    expect(harness.element.state).to.equal('setting-up');
    expect(harness.element.matches(':state(busy)')).to.equal(true);
  });

  // shows: peers 83
  it('tells the page of every step, in order, with a frozen detail', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.saved();
    const steps = harness.named('step').map((event) => (event as CustomEvent<{step: string}>).detail.step);
    expect(steps).to.deep.equal([
      'opening',
      'capturing',
      'collecting',
      'tokenizing',
      'setting-up',
      'collecting-device-data',
      'enrolling',
      'authorizing',
      'completing',
      'saved',
    ]);
    expect(harness.named('ready')).to.have.length(1);
    const [saved] = harness.named('saved') as CardVaultSavedEvent[];
    expect(saved!.detail.paymentMethod.token).to.equal('pm_1');
    expect(Object.isFrozen(saved!.detail) && Object.isFrozen(saved!.detail.paymentMethod)).to.equal(true);
    expect(saved!.bubbles && saved!.composed).to.equal(true);
  });

  it('gives everybody who asks while it runs the same promise', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    const first = harness.save();
    expect(harness.save()).to.equal(first);
    await first;
    expect(harness.world.adapter.count('enroll')).to.equal(1);
    expect((await harness.save()).outcome).to.equal('saved');
    expect(harness.world.adapter.count('enroll')).to.equal(1);
  });

  // shows: peers 53
  it('runs once for a double click on the button', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    harness.button!.click();
    harness.button!.click();
    await harness.save();
    expect(harness.world.adapter.count('processTransientToken')).to.equal(1);
    expect(harness.world.adapter.count('complete')).to.equal(1);
  });

  it('runs once for Enter in a frame plus a click', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    harness.fields.tell({type: 'submit'});
    harness.button!.click();
    harness.fields.tell({type: 'submit'});
    await harness.save();
    expect(harness.world.adapter.count('complete')).to.equal(1);
  });

  it('says what it is doing, and takes no input meanwhile', async () => {
    let go!: () => void;
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.hold.enroll = new Promise<void>((resolve) => (go = resolve));
    });
    await harness.fill();
    const saving = harness.save();
    await harness.settled();
    expect(harness.text('save-button')).to.equal('Saving card…');
    expect(harness.button!.getAttribute('aria-disabled')).to.equal('true');
    expect(harness.part('fields')!.inert).to.equal(true);
    expect(harness.element.matches(':state(busy)')).to.equal(true);
    go();
    await saving;
  });

  it('is busy from the press on while the script for it is on its way, and a second press changes nothing', async () => {
    const {harness, arrive} = await withoutScript();
    await harness.fill();
    harness.button!.click();
    await harness.settled();
    expect(harness.text('save-button')).to.equal('Saving card…');
    expect(harness.button!.getAttribute('aria-disabled')).to.equal('true');
    expect(harness.part('fields')!.inert).to.equal(true);
    expect(harness.element.matches(':state(busy)')).to.equal(true);
    harness.button!.click();
    const saving = harness.save();
    expect(harness.named('before-save')).to.have.length(0);
    arrive();
    expect((await saving).outcome).to.equal('saved');
    expect(harness.named('before-save')).to.have.length(1);
    expect(harness.world.adapter.count('processTransientToken')).to.equal(1);
  });

  it('takes input again for what an incomplete card needs, once the script is there', async () => {
    const {harness, arrive} = await withoutScript();
    harness.fields.change('number', {valid: true, brands: ['visa']});
    const saving = harness.save();
    await harness.settled();
    expect(harness.part('fields')!.inert).to.equal(true);
    harness.fields.tell({type: 'blur', field: 'number'});
    arrive();
    expect(await codeOf(saving)).to.equal('card-incomplete');
    await harness.settled();
    expect(harness.part('fields')!.inert).to.equal(false);
    expect(harness.root.activeElement).to.equal(harness.input('expiry'));
  });

  it('sends nothing when it is cancelled while the script is on its way', async () => {
    const {harness, arrive} = await withoutScript();
    await harness.fill();
    const saving = harness.save();
    harness.element.cancel();
    arrive();
    expect(await codeOf(saving)).to.equal('not-ready');
    expect(harness.named('before-save')).to.have.length(0);
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
  });

  // shows: time 57
  it('is free again when the script cannot be loaded, says so, and saves at the next press', async () => {
    let down = true;
    const harness = await CardVaultHarness.ready((_, world) => {
      const {loadInteraction} = world;
      world.loadInteraction = () =>
        down
          ? Promise.reject(new TypeError('Failed to fetch dynamically imported module: x'))
          : loadInteraction();
    });
    await harness.fill();
    const error: unknown = await harness.save().catch((cause: unknown) => cause);
    expect(error).to.be.instanceOf(CardVaultError);
    expect(error).to.include({code: 'shop-server-unreachable', retryable: true});
    expect(harness.named('error')).to.have.length(1);
    await harness.settled();
    expect(harness.text('save-button')).to.equal('Save card');
    expect(harness.part('fields')!.inert).to.equal(false);
    expect(harness.text('problem')).to.contain('We lost the connection');
    down = false;
    expect((await harness.save()).outcome).to.equal('saved');
    expect(harness.text('problem')).to.equal('');
  });

  // shows: peers 76
  it('refuses an incomplete card, shows why, and goes to the first field that needs something', async () => {
    const harness = await CardVaultHarness.ready();
    harness.fields.change('number', {valid: true, brands: ['visa']});
    expect(await codeOf(harness.save())).to.equal('card-incomplete');
    await harness.settled();
    expect(harness.error('number')).to.equal('');
    expect(harness.error('expiry')).to.equal('Enter the expiry date');
    expect(harness.error('security-code')).to.equal('Enter the 3-digit code');
    expect(harness.root.activeElement).to.equal(harness.input('expiry'));
    expect(harness.announced).to.equal('Expiry date: Enter the expiry date');
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
  });

  it('waits for what a frame has to tell of the last digit', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    harness.fields.change('securityCode', {valid: false, couldBeValid: true});
    const saving = harness.save();
    harness.fields.change('securityCode', {valid: true});
    expect((await saving).outcome).to.equal('saved');
  });

  // shows: peers 4
  it('refuses a brand that the shop does not take', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.acceptedBrands = 'visa mastercard'));
    await harness.fill('amex');
    expect(await codeOf(harness.save())).to.equal('brand-not-accepted');
    await harness.settled();
    expect(harness.error('number')).to.equal('We accept Visa and Mastercard');
    harness.fields.change('number', {valid: true, brands: ['visa']});
    await harness.settled();
    expect(harness.error('number')).to.equal('');
  });

  it('rejects and stays usable when the card cannot be sent', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    harness.fields.tokenError = new CardVaultError('tokenization-failed', 'no connection');
    expect(await codeOf(harness.save())).to.equal('tokenization-failed');
    await waitUntil(() => harness.text('problem').includes('couldn’t send your card'));
    expect(harness.named('error')).to.have.length(1);
    const sentences = /couldn’t send your card\. Check your internet.* You have not been charged\.$/;
    expect(harness.text('problem')).to.match(sentences);
    expect(harness.announced).to.match(sentences);
    expect(harness.fields.focused.at(-1)).to.equal('number');
    harness.fields.tokenError = undefined;
    expect((await harness.save()).outcome).to.equal('saved');
  });

  it('stops without an error when the bank says no, and keeps the form, with fresh fields', async () => {
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'REJECTED'));
    await harness.fill();
    const outcome = await harness.save();
    expect(outcome).to.include({outcome: 'stopped', reason: 'rejected', cause: 'issuer-rejected'});
    await harness.ended();
    expect(harness.named('stopped')).to.have.length(1);
    expect(harness.named('error')).to.have.length(0);
    expect(harness.part('outcome')).to.equal(null);
    expect(harness.text('problem')).to.match(/^Your bank refused this card\..* You have not been charged\.$/);
    expect(harness.part('problem')!.matches('.info')).to.equal(false);
    expect(harness.announced).to.match(/^Your card was not saved\. Your bank refused this card/);
    expect(harness.world.adapter.count('openSession')).to.equal(2);
    expect(await codeOf(harness.save())).to.equal('card-incomplete');
    expect(harness.text('problem'), 'until the next save').to.contain('Your bank refused');
    harness.world.adapter.script.status = 'FRICTIONLESS';
    await harness.fill();
    const saving = harness.save();
    await harness.settled();
    expect(harness.text('problem')).to.equal('');
    expect((await saving).outcome).to.equal('saved');
  });

  for (const [where, start] of [
    ['its own button', ({button}: CardVaultHarness) => button],
    ['a button of the page', () => CardVaultHarness.page().appendChild(document.createElement('button'))],
  ] as const)
    it(`leads from ${where} to the number of the fresh fields`, async () => {
      const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'FAILED'));
      await harness.fill();
      start(harness)!.focus();
      await harness.save();
      await harness.ended();
      await waitUntil(() => harness.fields.focused.at(-1) === 'number');
    });

  it('leaves a shopper alone who has gone elsewhere while the bank said no', async () => {
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'FAILED'));
    await harness.fill();
    harness.button!.focus();
    const saving = harness.save();
    const other = CardVaultHarness.page().appendChild(document.createElement('input'));
    other.focus();
    await saving;
    await harness.ended();
    expect(document.activeElement).to.equal(other);
    expect(harness.fields.focused).to.deep.equal([]);
  });

  it('says no more of the last card once the page has emptied the element', async () => {
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'FAILED'));
    await harness.fill();
    await harness.save();
    await harness.ended();
    harness.element.reset();
    await harness.settled();
    expect(harness.text('problem')).to.equal('');
  });

  it('goes the way of a page that empties the element when it hears of the stop', async () => {
    const harness = await CardVaultHarness.ready((_, world) => (world.adapter.script.status = 'FAILED'));
    harness.element.addEventListener('card-vault-stopped', () => harness.element.reset());
    await harness.fill();
    expect(await harness.save()).to.include({outcome: 'stopped'});
    await waitUntil(() => harness.named('ready').length === 2);
    await harness.settled();
    expect(harness.text('problem')).to.equal('');
    expect(harness.world.adapter.count('openSession')).to.equal(2);
  });

  const unreachable = new CardVaultError('service-unreachable', 'down');

  it('keeps the form after a fault: it rejects with the error, says so above the button, and has fresh fields', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.fail.enroll = unreachable;
    });
    await harness.fill();
    expect(await codeOf(harness.save())).to.equal('service-unreachable');
    await waitUntil(() => harness.named('ready').length === 2);
    await harness.settled();
    expect(harness.part('outcome')).to.equal(null);
    expect(harness.text('problem')).to.match(/lost the connection.* You have not been charged\.$/);
    expect(harness.world.adapter.count('openSession')).to.equal(2);
    harness.world.adapter.script.fail = {};
    await harness.fill();
    expect((await harness.save()).outcome).to.equal('saved');
  });

  it('asks once for fresh fields after a fault; where they do not come, a click begins again', async () => {
    const harness = await CardVaultHarness.ready((_, world) => {
      world.adapter.script.fail.enroll = unreachable;
    });
    await harness.fill();
    harness.world.adapter.script.fail.openSession = unreachable;
    expect(await codeOf(harness.save())).to.equal('service-unreachable');
    await waitUntil(() => harness.part('outcome') !== null);
    expect(harness.text('outcome-title')).to.equal('The card form couldn’t load');
    expect(harness.text('outcome-text')).to.match(/lost the connection.* You have not been charged\.$/);
    expect(harness.world.adapter.count('openSession')).to.equal(2);
    harness.world.adapter.script.fail = {};
    harness.part('outcome-button')!.click();
    await harness.element.whenReady();
    expect(harness.element.matches(':state(failed)')).to.equal(false);
  });

  // shows: peers 28
  it('marks a card that works once', async () => {
    const harness = await CardVaultHarness.ready(
      (_, world) => (world.adapter.script.method = {singleUse: true}),
    );
    await harness.saved();
    expect(harness.text('single-use')).to.equal('Works once');
  });

  it('keeps two elements of one page apart', async () => {
    const page = CardVaultHarness.page();
    const one = await CardVaultHarness.ready(undefined, page);
    const two = await CardVaultHarness.ready(undefined, page);
    await one.fill();
    await two.fill();
    const [first, second] = await Promise.all([one.save(), two.save()]);
    expect([first.outcome, second.outcome]).to.deep.equal(['saved', 'saved']);
    expect(one.world.adapter.count('complete')).to.equal(1);
    expect(two.world.adapter.count('complete')).to.equal(1);
    expect(one.named('saved')).to.have.length(1);
  });
});

describe('card-vault-before-save', () => {
  afterEach(() => CardVaultHarness.clean());

  const listen = (harness: CardVaultHarness, heard: (event: CardVaultBeforeSaveEvent) => void): void =>
    harness.element.addEventListener('card-vault-before-save', heard);

  // shows: peers 84
  it('can stop a save', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    listen(harness, (event) => event.preventDefault());
    expect(await codeOf(harness.save())).to.equal('not-ready');
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
    await harness.settled();
    expect(harness.part('fields')!.inert).to.equal(false);
  });

  // shows: peers 84
  it('can delay it, and a second click meanwhile changes nothing', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    let go!: () => void;
    listen(harness, (event) => event.waitUntil(new Promise<void>((resolve) => (go = resolve))));
    const saving = harness.save();
    await waitUntil(() => harness.named('before-save').length === 1);
    await harness.settled();
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
    expect(harness.part('fields')!.inert).to.equal(true);
    harness.button!.click();
    go();
    expect((await saving).outcome).to.equal('saved');
    expect(harness.named('before-save')).to.have.length(1);
  });

  it('is stopped by a promise that rejects, and by cancel()', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    let waits: () => Promise<unknown> = () => Promise.reject(new Error('no'));
    listen(harness, (event) => event.waitUntil(waits()));
    expect(await codeOf(harness.save())).to.equal('not-ready');
    let go!: () => void;
    const waiting = new Promise<void>((resolve) => (go = resolve));
    waits = () => waiting;
    const saving = codeOf(harness.save());
    await waitUntil(() => harness.named('before-save').length === 2);
    harness.element.cancel();
    go();
    expect(await saving).to.equal('not-ready');
    expect(harness.world.adapter.count('processTransientToken')).to.equal(0);
  });

  it('is not fired for an incomplete card', async () => {
    const harness = await CardVaultHarness.ready();
    await codeOf(harness.save());
    expect(harness.named('before-save')).to.have.length(0);
  });

  // shows: peers 11
  it('tells the brand and the name on the card', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.cardholderName = true));
    await harness.fill();
    await harness.type('name', 'Ada Lovelace');
    await harness.save();
    const [event] = harness.named('before-save') as CardVaultBeforeSaveEvent[];
    const consent = undefined;
    expect(event!.detail).to.deep.equal({brand: 'visa', cardholderName: 'Ada Lovelace', consent});
  });
});
