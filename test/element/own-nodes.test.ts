import {expect} from '@open-wc/testing';
import type {CardVaultErrorEvent} from '../../src/element/events.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';
import {alpine, Idiomorph, morph} from './libraries/morphs.js';

const written = '<card-vault session-url="/session" name="card"><p>Terms</p></card-vault>';
const places = ({children}: Element): string[] =>
  [...children].flatMap(({slot, childElementCount}) => (slot && childElementCount ? [slot] : []));

/** What pages and their libraries do to an element that they have not written themselves. */
const ways: Readonly<Record<string, (element: HTMLElement) => void>> = {
  'replaceChildren()': (element) => element.replaceChildren(),
  'innerHTML = ""': (element) => (element.innerHTML = ''),
  'another text': (element) => (element.textContent = 'Our terms'),
  morphdom: (element) => void morph(element, written),
  idiomorph: (element) => Idiomorph.morph(element, written),
  'Alpine and Livewire': (element) => alpine.morph(element, written, {}),
  'one place removed': (element) => element.querySelector('[slot=number]')!.remove(),
  'a frame removed from its place': (element) => element.querySelector('[slot=number] *')!.remove(),
  'both places emptied': (element) => {
    for (const place of element.querySelectorAll('[slot]')) place.replaceChildren();
  },
  'a place that becomes a paragraph of the page': (element) => {
    const place = element.querySelector('[slot=number]')!;
    place.removeAttribute('slot');
    place.textContent = 'Terms';
  },
};

describe('a page that takes the card fields away', () => {
  const {warn} = console;
  const warnings: string[] = [];
  before(() => (console.warn = (text: string) => warnings.push(text)));
  after(() => (console.warn = warn));
  afterEach(() => CardVaultHarness.clean());

  for (const [name, takeAway] of Object.entries(ways))
    it(`by ${name} gets them again, and the shopper reads why`, async () => {
      const harness = await CardVaultHarness.ready();
      await harness.fill();
      takeAway(harness.element);
      await waitUntil(() => harness.fields.mounts === 2, 'the fields are opened again');
      await waitUntil(() => harness.element.state === 'collecting', 'they are live');
      await harness.settled();
      expect(places(harness.element)).to.have.members(['number', 'security-code']);
      expect(harness.root.querySelector('.number [data-right]')).to.equal(null);
      const words = 'The page has changed. Please enter the card number and code again.';
      await waitUntil(() => harness.text('problem') === words, 'the shopper reads why');
      await waitUntil(() => harness.announced === words, 'and hears it');
      await harness.fill();
      expect((await harness.save()).outcome).to.equal('saved');
    });

  it('gets them again without a word where nothing was typed', async () => {
    const harness = await CardVaultHarness.ready();
    harness.element.replaceChildren();
    await waitUntil(() => harness.fields.mounts === 2, 'the fields are opened again');
    await harness.settled();
    expect(harness.text('problem')).to.equal('');
  });

  it('is told on the console once', () => {
    expect(warnings.filter((text) => text.includes('#fields-taken'))).to.have.length(1);
  });

  it('while the card is being read ends that save at once', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    const {fields} = harness;
    // As the gateway does: fields that are ended give no card.
    const gone = new Promise<string>((_, fail) => {
      const unmount = fields.unmount.bind(fields);
      fields.unmount = () => {
        unmount();
        fail(fields.tokenError!);
      };
    });
    const {CardVaultError} = await import('../../src/protocol/index.js');
    fields.tokenError = new CardVaultError('not-ready', 'The fields are gone.');
    fields.tokenize = () => gone;
    const saving = harness.save().catch((error: unknown) => error);
    await waitUntil(() => harness.element.state === 'tokenizing', 'the card is being read');
    harness.element.replaceChildren();
    expect(await saving).to.equal(fields.tokenError);
    await waitUntil(() => harness.element.state === 'collecting', 'the fields are live again');
  });

  it('again and again gets an error instead, and the button opens fields when it has stopped', async () => {
    const harness = await CardVaultHarness.ready();
    const fight = new MutationObserver(() => {
      if (harness.element.querySelector('[slot]')) harness.element.replaceChildren();
    });
    fight.observe(harness.element, {childList: true});
    harness.element.replaceChildren();
    await waitUntil(() => harness.element.state === 'failed', 'it gives up');
    const {detail} = harness.named('error').at(-1) as CardVaultErrorEvent;
    expect([detail.error.code, detail.error.audience]).to.deep.equal(['fields-blocked', 'merchant']);
    fight.disconnect();
  });
});
