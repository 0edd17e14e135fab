import {expect, oneEvent} from '@open-wc/testing';
import {CardVaultHarness} from '../support/card-vault-harness.js';

/** The browser prepares this page before the shopper asks for it. */
const prepare = (): void =>
  void Object.defineProperty(document, 'prerendering', {value: true, configurable: true});
/** The shopper has asked for it. */
function open(): void {
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
}

/** An element in the page, as far as it gets by itself. */
async function placed(): Promise<CardVaultHarness> {
  const harness = new CardVaultHarness();
  CardVaultHarness.page().append(harness.element);
  await harness.settled();
  await harness.settled();
  return harness;
}

describe('in a page that the browser prepares before it is asked for', () => {
  beforeEach(prepare);
  afterEach(() => {
    open();
    CardVaultHarness.clean();
  });

  it('opens no session, and opens one when the page is opened', async () => {
    const harness = await placed();
    expect(harness.world.adapter.calls).to.deep.equal([]);
    open();
    await oneEvent(harness.element, 'card-vault-ready');
    expect(harness.world.adapter.count('openSession')).to.equal(1);
  });

  for (const [what, ask] of [
    ['whenReady()', (harness: CardVaultHarness) => void harness.element.whenReady()],
    ['focus()', (harness: CardVaultHarness) => harness.element.focus()],
  ] as const)
    it(`opens one for ${what} of the page's script when the page is opened`, async () => {
      const harness = await placed();
      ask(harness);
      await harness.settled();
      expect(harness.world.adapter.calls).to.deep.equal([]);
      open();
      await oneEvent(harness.element, 'card-vault-ready');
      expect(harness.world.adapter.count('openSession')).to.equal(1);
    });

  it('reads nothing of a run that an earlier page has left, before the page is opened', async () => {
    const harness = new CardVaultHarness();
    harness.world.memory.run = {tracker: 'track_9', step: 'stepping-up'};
    CardVaultHarness.page().append(harness.element);
    await harness.settled();
    expect(harness.world.adapter.calls).to.deep.equal([]);
    const saved = oneEvent(harness.element, 'card-vault-saved');
    open();
    await saved;
    expect(harness.world.adapter.calls).to.deep.equal(['openSession', 'fetchPayment', 'complete']);
  });

  it('opens none for an element that is gone by then', async () => {
    const harness = await placed();
    harness.element.remove();
    open();
    await harness.settled();
    expect(harness.world.adapter.calls).to.deep.equal([]);
  });
});
