import {expect} from '@open-wc/testing';
import type {CardVaultBeforeSaveEvent, CardVaultChangeEvent} from '../../src/element/events.js';
import {element as ar} from '../../src/texts/ar/element.js';
import {first as en} from '../../src/texts/en/first.js';
import {later as enLater} from '../../src/texts/en/later.js';
import {element as ur} from '../../src/texts/ur/element.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

type Setup = (harness: CardVaultHarness) => void;

/** An element that asks for consent, with what it sends to be enrolled. */
async function asking(consent: 'optional' | 'required', setup: Setup = () => undefined) {
  const page = CardVaultHarness.page();
  const harness = new CardVaultHarness();
  harness.element.consent = consent;
  harness.element.shopName = 'Shoe Shop';
  setup(harness);
  page.append(harness.element);
  await harness.element.whenReady();
  await waitUntil(() => harness.input('consent'));
  await harness.settled();
  const {enrolled} = harness.world.adapter;
  return {harness, enrolled, box: harness.input('consent')};
}

/** What a screen reader reads as the name of the box. */
const wordsOf = (harness: CardVaultHarness): string => harness.text('consent');
const english = en.consent.replace('{shop}', 'Shoe Shop');

describe('consent to later charges', () => {
  afterEach(() => CardVaultHarness.clean());

  it('is not asked for by itself', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.billingFields = 'postal'));
    await waitUntil(() => harness.input('postal-code'));
    expect(harness.input('consent')).to.equal(null);
  });

  it('begins without a tick; where it is optional the card is saved without it', async () => {
    const {harness, enrolled, box} = await asking('optional');
    expect(box.checked).to.equal(false);
    expect(wordsOf(harness)).to.equal(english);
    await harness.fill();
    expect((await harness.save()).outcome).to.equal('saved');
    expect(enrolled[0]).not.to.have.property('consent');
    const [event] = harness.named('before-save') as CardVaultBeforeSaveEvent[];
    expect(event!.detail.consent).to.equal(undefined);
  });

  it('goes with the card in the words and the language that were shown', async () => {
    const {harness, enrolled, box} = await asking('optional');
    await harness.fill();
    box.click();
    await harness.save();
    const given = {text: english, language: 'en'};
    expect(enrolled[0]!.consent).to.deep.equal(given);
    const [event] = harness.named('before-save') as CardVaultBeforeSaveEvent[];
    expect(event!.detail.consent).to.deep.equal(given);
  });

  // shows: peers 19
  it('that is required stops the save, says why, and takes the focus', async () => {
    const {harness, enrolled, box} = await asking('required');
    expect(box.getAttribute('aria-required')).to.equal('true');
    await harness.fill();
    const refused: unknown = await harness.save().catch((error: unknown) => error);
    expect(refused).to.include({code: 'card-incomplete', field: 'consent'});
    await harness.settled();
    expect(harness.error('consent')).to.equal(enLater.consentMissing);
    expect(box.getAttribute('aria-invalid')).to.equal('true');
    expect(harness.root.activeElement).to.equal(box);
    expect(harness.announced).to.equal(`${enLater.consentLabel}: ${enLater.consentMissing}`);
    expect(harness.element.checkValidity()).to.equal(false);
    expect(enrolled).to.have.length(0);

    box.click();
    await harness.settled();
    expect(harness.error('consent')).to.equal('');
    expect(harness.element.checkValidity()).to.equal(true);
    expect((await harness.save()).outcome).to.equal('saved');
    expect(enrolled[0]!.consent?.text).to.equal(english);
  });

  it('that is taken back is not sent', async () => {
    const {harness, enrolled, box} = await asking('optional');
    await harness.fill();
    box.click();
    await harness.settled();
    box.click();
    await harness.save();
    expect(enrolled[0]).not.to.have.property('consent');
  });

  it('is asked for anew for the next card, and after a reset', async () => {
    const {harness, box} = await asking('optional');
    box.click();
    await harness.saved();
    harness.element.reset();
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.input('consent').checked).to.equal(false);
    harness.input('consent').click();
    await harness.settled();
    expect(harness.input('consent').checked).to.equal(true);
    harness.element.reset();
    await harness.settled();
    expect(harness.input('consent').checked).to.equal(false);
  });

  it('may have the words of the page, with links and a language of their own', async () => {
    const {harness, enrolled, box} = await asking('optional', ({element}) => {
      element.innerHTML =
        '<span slot="consent" lang="de">Der Laden darf die Karte belasten. <a href="#t">Bedingungen</a></span>';
    });
    await harness.fill();
    box.click();
    await harness.save();
    expect(enrolled[0]!.consent).to.deep.equal({
      text: 'Der Laden darf die Karte belasten. Bedingungen',
      language: 'de',
    });
  });

  // shows: wcag 3.1.2
  it('takes other words by `messages`, in the language of the page', async () => {
    const {harness, enrolled, box} = await asking('optional', ({element}) => {
      element.locale = 'de-AT';
      element.messages = {consent: '{shop} darf diese Karte belasten.'};
    });
    await harness.fill();
    box.click();
    await harness.save();
    const text = 'Shoe Shop darf diese Karte belasten.';
    expect(enrolled[0]!.consent).to.deep.equal({text, language: 'de-AT'});
  });

  for (const [language, messages] of Object.entries({ur, ar}))
    it(`runs from the right in ${language}, the box beside the words`, async () => {
      const {harness, enrolled, box} = await asking('optional', ({element}) => (element.locale = language));
      const text = messages.consent.replace('{shop}', 'Shoe Shop');
      await waitUntil(() => wordsOf(harness) === text);
      const words = harness.part('consent')!.querySelector('span')!.getBoundingClientRect();
      expect(box.getBoundingClientRect().left).to.be.at.least(words.right);
      await harness.fill();
      box.click();
      await harness.save();
      expect(enrolled[0]!.consent).to.deep.equal({text, language});
    });

  it('can be pressed on its words, has room for a finger, and is disabled with the element', async () => {
    const {harness, box} = await asking('required');
    expect(harness.part('consent')!.getBoundingClientRect().height).to.be.at.least(44);
    harness.part('consent')!.querySelector('span')!.click();
    expect(box.checked).to.equal(true);
    await expect(harness.element).to.be.accessible();
    const changes = harness.named('change') as CardVaultChangeEvent[];
    await harness.settled();
    expect(changes.at(-1)?.detail.fields.consent).to.deep.equal({empty: false, valid: true});
    harness.element.disabled = true;
    await harness.settled();
    expect(box.disabled).to.equal(true);
  });

  it('keeps a tick that was made before the rest of the element was there', async () => {
    const harness = new CardVaultHarness();
    const load = harness.world.ports.loadEngine;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    harness.world.ports.loadEngine = () => held.then(load);
    harness.element.consent = 'required';
    CardVaultHarness.page().append(harness.element);
    await waitUntil(() => harness.input('consent'));
    harness.input('consent').click();
    release();
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.input('consent').checked).to.equal(true);
    await harness.fill();
    expect((await harness.save()).outcome).to.equal('saved');
  });
});
