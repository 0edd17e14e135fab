import {expect} from '@open-wc/testing';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

interface Movable {
  moveBefore?(node: Node, child: Node | null): void;
}

describe('moving the element', () => {
  const {warn} = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => void warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
    CardVaultHarness.clean();
  });

  // shows: time 31
  it('by a plain move empties the fields, and the console says so once', async () => {
    const harness = await CardVaultHarness.ready();
    const other = CardVaultHarness.page();
    other.append(harness.element);
    await harness.element.whenReady();
    expect(warnings.join()).not.to.contain('fields-moved');
    for (const parent of [CardVaultHarness.page(), CardVaultHarness.page()]) {
      await harness.fill();
      parent.append(harness.element);
      await harness.element.whenReady();
    }
    await waitUntil(() => warnings.some((text) => text.includes('#fields-moved')), 'the console says so');
    expect(warnings.filter((text) => text.includes('#fields-moved'))).to.have.length(1);
  });

  // Where the platform has no such move there is nothing to test.
  const moveBefore = (Element.prototype as Movable).moveBefore;
  if (moveBefore) {
    // shows: time 32
    it('by moveBefore keeps what was typed, in frames too', async () => {
      const harness = await CardVaultHarness.ready();
      const frame = document.createElement('iframe');
      frame.srcdoc = '<input>';
      harness.element.querySelector('[slot=number]')!.append(frame);
      await new Promise((resolve) => (frame.onload = resolve));
      frame.contentDocument!.querySelector('input')!.value = '4000';
      await harness.fill();
      moveBefore.call(CardVaultHarness.page(), harness.element, null);
      await harness.settled();
      expect(frame.contentDocument!.querySelector('input')!.value).to.equal('4000');
      expect(warnings).to.deep.equal([]);
      expect(harness.world.adapter.count('openSession')).to.equal(1);
      await harness.saved();
      expect(harness.element.value).to.equal('pm_1');
    });

    it('by moveBefore into another form and language follows both', async () => {
      const harness = await CardVaultHarness.ready();
      harness.element.name = 'payment_method';
      const page = CardVaultHarness.page();
      page.innerHTML = '<form lang="ar"><button>Save</button></form>';
      const form = page.querySelector('form')!;
      let submitted: () => void = () => undefined;
      const done = new Promise<void>((resolve) => (submitted = resolve));
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        submitted();
      });
      moveBefore.call(form, harness.element, null);
      await harness.fill();
      form.querySelector('button')!.click();
      await done;
      expect(new FormData(form).get('payment_method')).to.equal('pm_1');
      await waitUntil(() => harness.part('base')!.dir === 'rtl', 'Arabic is shown');
      form.lang = 'en';
      await waitUntil(() => harness.part('base')!.dir === '', 'English is shown');
    });
  }
});
