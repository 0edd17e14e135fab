import {expect} from '@open-wc/testing';
import {setViewport} from '@web/test-runner-commands';
import type {Layout} from '../../src/element/options.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {needs} from '../support/needs.js';
import {waitUntil} from '../support/wait.js';

const tall = {width: 800, height: 900};
/** A window above a keyboard. */
const low = {width: 800, height: 260};

/** A form with this much of the page above and below it. */
async function formBetween(
  above: number,
  below: number,
  layout: Layout = 'stacked',
): Promise<CardVaultHarness> {
  const place = document.createElement('div');
  place.style.paddingBlock = `${above}px ${below}px`;
  CardVaultHarness.page().append(place);
  return CardVaultHarness.ready((element) => Object.assign(element, {required: true, layout}), place);
}

const isInView = (harness: CardVaultHarness, field: string): boolean => {
  const {top} = harness.part(`label-${field}`)!.getBoundingClientRect();
  const {bottom} = harness.part(`error-${field}`)!.getBoundingClientRect();
  return top >= -1 && bottom <= innerHeight + 1;
};

describe('a field in a low window', () => {
  afterEach(async () => {
    CardVaultHarness.clean();
    await setViewport(tall);
  });

  for (const layout of ['stacked', 'compact'] as const)
    it(`is in view with its error when the form is refused: ${layout}`, async () => {
      await setViewport(low);
      const harness = await formBetween(600, 1200, layout);
      scrollTo(0, 1500);
      expect(isInView(harness, 'number')).to.equal(false);
      harness.element.reportValidity();
      await waitUntil(() => harness.error('number') !== '' && isInView(harness, 'number'));
    });

  it('is in view with its label and its error when the keyboard goes into its frame', async () => {
    await setViewport(low);
    const harness = await formBetween(600, 1200);
    // The browser shows the input in the frame, which is in the middle of the box.
    const {bottom} = harness.part('box-number')!.getBoundingClientRect();
    scrollBy(0, bottom - 12 - innerHeight);
    expect(isInView(harness, 'number')).to.equal(false);
    harness.fields.tell({type: 'focus', field: 'number'});
    await waitUntil(() => isInView(harness, 'number'));
  });

  it('leaves room for the ring of the button below it', async function () {
    needs(this, 'margin-of-focus');
    await setViewport(low);
    const harness = await formBetween(600, 1200);
    const button = harness.part('save-button')!;
    button.focus();
    await waitUntil(() => button.getBoundingClientRect().bottom <= innerHeight - 5);
  });

  it('stays in view with its error when a keyboard takes half of the window', async () => {
    await setViewport(tall);
    const harness = await formBetween(600, 1200);
    harness.input('expiry').focus();
    // At the lower edge, where the keyboard comes.
    const {bottom} = harness.part('field-expiry')!.getBoundingClientRect();
    scrollBy(0, bottom - innerHeight);
    expect(isInView(harness, 'expiry')).to.equal(true);
    await setViewport(low);
    await waitUntil(() => innerHeight <= low.height && isInView(harness, 'expiry'));
  });

  it('is left alone when the window grows', async () => {
    await setViewport(low);
    const harness = await formBetween(600, 1200);
    harness.input('expiry').focus();
    await waitUntil(() => visualViewport!.height <= low.height);
    // Some browsers scroll to the focused input by themselves.
    const {scrollIntoView} = Element.prototype;
    let asked = 0;
    Element.prototype.scrollIntoView = () => void asked++;
    try {
      const resized = new Promise((resolve) =>
        visualViewport!.addEventListener('resize', resolve, {once: true}),
      );
      await setViewport({...low, height: 320});
      await resized;
      await harness.settled();
    } finally {
      Element.prototype.scrollIntoView = scrollIntoView;
    }
    expect(asked).to.equal(0);
  });
});
