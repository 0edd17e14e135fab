import {expect} from '@open-wc/testing';
import type {CardVaultErrorEvent} from '../../src/element/events.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import '../../src/element/exports/define-list.js';
import '../../src/element/exports/define-parts.js';

/** The document of a frame of the page's own, as a pop-up or a preview has one. */
function otherDocument(): Document {
  const frame = document.createElement('iframe');
  CardVaultHarness.page().append(frame);
  return frame.contentDocument!;
}

const errorOf = (element: HTMLElement): Promise<CardVaultErrorEvent> =>
  new Promise((resolve) => element.addEventListener('card-vault-error', (event) => resolve(event)));

describe('an element that was made in another document than it stands in', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const name of ['card-vault', 'card-vault-list', 'card-vault-subscribe'] as const)
    it(`says so once, in one error with a code: ${name}`, async () => {
      const element = document.createElement(name);
      element.quiet = true;
      const said = errorOf(element);
      otherDocument().body.append(element);
      const {error, code, audience} = (await said).detail;
      expect([code, audience]).to.deep.equal(['configuration-missing', 'merchant']);
      expect(error.message).to.contain('another document');
      element.remove();
    });

  it('shows nothing there that cannot work, and works again when it is back', async () => {
    const harness = await CardVaultHarness.ready();
    const {element} = harness;
    const home = element.parentElement!;
    const {height} = element.getBoundingClientRect();
    const said = errorOf(element);
    otherDocument().body.append(element);
    await said;
    expect(element.getBoundingClientRect().height).to.equal(0);
    home.append(element);
    await element.whenReady();
    await harness.settled();
    expect(element.getBoundingClientRect().height).to.equal(height);
    await harness.fill();
    await element.save();
    expect(element.state).to.equal('saved');
  });

  it('a placed part waits without an error of its own', () => {
    const part = document.createElement('card-vault-field');
    otherDocument().body.append(part);
    part.remove();
    expect(part.shadowRoot).to.equal(null);
  });
});
