import {expect} from '@open-wc/testing';
import {setViewport} from '@web/test-runner-commands';
import type {CardVaultElement} from '../../src/element/card-vault.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const cardFields = ['number', 'expiry', 'security-code'] as const;

const withLabels =
  (labels: CardVaultElement['labelPlacement'], more: Partial<CardVaultElement> = {}) =>
  (element: CardVaultElement): void => {
    Object.assign(element, {labelPlacement: labels, ...more});
  };

/** A label that is not seen may still be told to screen readers. */
function isSeen(harness: CardVaultHarness, field: string): boolean {
  const {visibility, opacity} = getComputedStyle(harness.part(`label-${field}`)!);
  return visibility === 'visible' && opacity !== '0';
}

/** The label lies in its box, and above where its text stands. */
function expectInside(harness: CardVaultHarness, field: string): void {
  const label = harness.part(`label-${field}`)!.getBoundingClientRect();
  const box = harness.part(`box-${field}`)!.getBoundingClientRect();
  expect(label.top, field).to.be.greaterThan(box.top);
  expect(label.bottom, field).to.be.lessThan(box.top + box.height / 2);
  expect(label.left, field).to.be.at.least(box.left);
}

describe('labels', () => {
  beforeEach(() => setViewport({width: 600, height: 900}));
  afterEach(() => CardVaultHarness.clean());

  for (const layout of ['stacked', 'inline', 'compact'] as const)
    it(`stand in their boxes: ${layout}`, async () => {
      const harness = await CardVaultHarness.ready(withLabels('inside', {layout, cardholderName: true}));
      for (const field of [...cardFields, 'name']) expectInside(harness, field);
    });

  for (const labels of ['inside', 'floating'] as const)
    it(`leave every box and line where it is while fields come, errors do and labels float: ${labels}`, async () => {
      const harness = new CardVaultHarness();
      let go!: () => void;
      harness.world.adapter.script.hold.openSession = new Promise<void>((resolve) => (go = resolve));
      withLabels(labels)(harness.element);
      CardVaultHarness.page().append(harness.element);
      await harness.settled();
      const tops = (): number[] =>
        [...harness.root.querySelectorAll('.box,.notice,.save')].map(
          (node) => node.getBoundingClientRect().top,
        );
      const before = tops();
      go();
      await harness.element.whenReady();
      await harness.settled();
      expect(tops()).to.deep.equal(before);
      await harness.save().catch(() => undefined);
      await harness.settled();
      expect(tops()).to.deep.equal(before);
    });

  it('float: a label is the placeholder of its empty box, in frames too, and goes up with the focus', async () => {
    const harness = await CardVaultHarness.ready(withLabels('floating'));
    for (const field of cardFields) expect(isSeen(harness, field), field).to.equal(false);
    expect(harness.input('expiry').placeholder).to.equal(harness.text('label-expiry'));
    expect(harness.fields.settings.number.placeholder).to.equal(harness.text('label-number'));
    expect(harness.fields.settings.number.label).to.equal(harness.text('label-number'));

    harness.input('expiry').focus();
    await waitUntil(() => isSeen(harness, 'expiry'));
    expect(harness.input('expiry').placeholder).not.to.equal(harness.text('label-expiry'));
    await Promise.all(
      harness
        .part('label-expiry')!
        .getAnimations()
        .map(({finished}) => finished),
    );
    expectInside(harness, 'expiry');
    harness.input('expiry').blur();
    await waitUntil(() => !isSeen(harness, 'expiry'));

    harness.fields.tell({type: 'focus', field: 'number'});
    await waitUntil(() => isSeen(harness, 'number'));
    await waitUntil(() => harness.fields.settings.number.placeholder !== harness.text('label-number'));
  });

  it('stay up over what is filled', async () => {
    const harness = await CardVaultHarness.ready(withLabels('floating'));
    await harness.fill();
    await harness.settled();
    for (const field of cardFields) expect(isSeen(harness, field), field).to.equal(true);
  });

  it('name their inputs while they are not seen', async () => {
    const harness = await CardVaultHarness.ready(withLabels('floating'));
    expect([...harness.input('expiry').labels!].map(({textContent}) => textContent)).to.deep.equal([
      harness.text('label-expiry'),
    ]);
  });

  it('of an address float too, but for lists', async () => {
    const harness = await CardVaultHarness.ready(
      withLabels('floating', {billingFields: 'full', billing: {country: 'US'}}),
    );
    await waitUntil(() => harness.input('city'));
    await harness.settled();
    expect([isSeen(harness, 'city'), isSeen(harness, 'country')]).to.deep.equal([false, true]);
    await harness.type('city', 'Lahore');
    await waitUntil(() => isSeen(harness, 'city'));
  });

  it('begin where the line begins, from the right as well', async () => {
    const harness = await CardVaultHarness.ready(withLabels('inside', {locale: 'ar'}));
    await waitUntil(() => harness.part('base')!.dir === 'rtl');
    const label = harness.part('label-number')!;
    const [text, box] = [document.createRange(), harness.part('box-number')!.getBoundingClientRect()];
    text.selectNodeContents(label);
    expect(text.getBoundingClientRect().right).to.be.within(box.right - 20, box.right);
  });
});

describe('marks of brands and ticks', () => {
  beforeEach(() => setViewport({width: 600, height: 900}));
  afterEach(() => CardVaultHarness.clean());

  for (const [brandMarks, row, mark] of [
    ['both', true, true],
    ['label', true, false],
    ['field', false, true],
    ['none', false, false],
  ] as const)
    it(`are where brand-marks="${brandMarks}" says`, async () => {
      const harness = await CardVaultHarness.ready((element) => {
        element.acceptedBrands = 'visa mastercard';
        element.brandMarks = brandMarks;
      });
      await waitUntil(() => harness.part('brand-mark'));
      const trail = harness.part('box-number')!.querySelector<HTMLElement>('.trail')!;
      expect([harness.part('brands') !== null, trail.checkVisibility()]).to.deep.equal([row, mark]);
    });

  it('leave out the tick of a right entry with hide-ticks', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    const isTicked = () => harness.part('box-expiry')!.hasAttribute('data-right');
    await waitUntil(isTicked);
    harness.element.hideTicks = true;
    await waitUntil(() => !isTicked());
  });
});
