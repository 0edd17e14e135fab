// Own page: its inputs need the focus, which another file may have left in a frame.
import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/card-vault.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

type Half = HTMLInputElement | HTMLSelectElement;

describe('the expiry in two', () => {
  afterEach(() => CardVaultHarness.clean());

  async function ready(
    expiryFields: CardVaultElement['expiryFields'],
    more: Partial<CardVaultElement> = {},
  ): Promise<{harness: CardVaultHarness; month: Half; year: Half}> {
    const harness = await CardVaultHarness.ready((element) =>
      Object.assign(element, {expiryFields, ...more}),
    );
    await waitUntil(() => harness.part('input-expiry-year'));
    const half = (name: string) => harness.part(`input-expiry-${name}`) as unknown as Half;
    return {harness, month: half('month'), year: half('year')};
  }

  const enter = async (harness: CardVaultHarness, half: Half, value: string): Promise<void> => {
    half.focus();
    half.value = value;
    half.dispatchEvent(new Event(half instanceof HTMLSelectElement ? 'change' : 'input', {bubbles: true}));
    await harness.settled();
    half.blur();
    await harness.settled();
  };

  for (const [way, tag, twoDigits] of [
    ['two', 'INPUT', '2031'],
    ['lists', 'SELECT', '31'],
  ] as const) {
    it(`is filled in by browsers and saved: ${way}`, async () => {
      const {harness, month, year} = await ready(way);
      expect([month.tagName, year.tagName]).to.deep.equal([tag, tag]);
      expect([month.autocomplete, year.autocomplete]).to.deep.equal(['cc-exp-month', 'cc-exp-year']);
      expect(harness.root.querySelector('[autocomplete="cc-exp"]')).to.equal(null);
      await enter(harness, month, '09');
      expect(harness.error('expiry')).to.equal('');
      await enter(harness, year, twoDigits);
      expect(harness.error('expiry')).to.equal('');
      expect(harness.part('box-expiry')!.hasAttribute('data-right')).to.equal(true);
    });

    it(`has one label, one error, and a name for each half: ${way}`, async () => {
      const {harness, month, year} = await ready(way);
      await harness.save().catch(() => undefined);
      await harness.settled();
      expect(harness.error('expiry')).to.equal('Enter the expiry date');
      for (const half of [month, year]) {
        expect(half.getAttribute('aria-invalid')).to.equal('true');
        expect(half.getAttribute('aria-describedby')).to.equal('expiry-error');
      }
      expect([month.ariaLabel, year.ariaLabel]).to.deep.equal(['Expiry month', 'Expiry year']);
      expect(harness.root.querySelector('label[for=expiry]')!.textContent).to.equal('Expiry date');
      expect((harness.root.querySelector('label[for=expiry]') as HTMLLabelElement).control).to.equal(month);
    });

    for (const labelPlacement of ['above', 'inside', 'floating'] as const)
      it(`takes the room of one input, and its halves do not overflow, also in the narrowest form: ${way}, ${labelPlacement}`, async () => {
        const parent = CardVaultHarness.page();
        parent.style.inlineSize = '304px';
        const harness = await CardVaultHarness.ready(
          (element) => Object.assign(element, {labelPlacement}),
          parent,
        );
        const before = harness.part('box-expiry')!.getBoundingClientRect();
        harness.element.expiryFields = way;
        await waitUntil(() => harness.part('input-expiry-year'));
        await harness.settled();
        const box = harness.part('box-expiry')!.getBoundingClientRect();
        expect([box.x, box.y, box.width, box.height]).to.deep.equal([
          before.x,
          before.y,
          before.width,
          before.height,
        ]);
        for (const name of ['month', 'year']) {
          const half = harness.part(`input-expiry-${name}`)!;
          const {left, right} = half.getBoundingClientRect();
          expect(left, name).to.be.greaterThan(box.left);
          expect(right, name).to.be.lessThan(box.right);
          expect(half.scrollWidth, name).to.be.at.most(half.clientWidth + 1);
        }
      });
  }

  it('leaves what is being typed into the one input there until it is left', async () => {
    const harness = await CardVaultHarness.ready();
    harness.input('expiry').focus();
    await harness.settled();
    harness.element.expiryFields = 'two';
    await harness.settled();
    await harness.type('expiry', '09 / 31');
    expect(harness.input('expiry').autocomplete).to.equal('cc-exp');
    harness.input('expiry').blur();
    await waitUntil(() => harness.part('input-expiry-year'));
    expect((harness.part('input-expiry-year') as HTMLInputElement).value).to.equal('31');
    expect((harness.part('input-expiry-month') as HTMLInputElement).value).to.equal('09');
  });
});
