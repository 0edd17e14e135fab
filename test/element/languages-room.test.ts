import {expect} from '@open-wc/testing';
import {languages} from '../../src/texts/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

/** What stands out of its place, or is wider than it. */
function cutIn(root: ShadowRoot): string[] {
  const room = root.host.getBoundingClientRect();
  return [...root.querySelectorAll<HTMLElement>('[part]')]
    .filter((one) => {
      const {left, right, width} = one.getBoundingClientRect();
      const isOut = width > 0 && (left < room.left - 1 || right > room.right + 1);
      const isWide = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
      return isOut || isWide;
    })
    .map((one) => `${one.getAttribute('part')}: ${one.textContent.trim().slice(0, 60)}`);
}
/** Labels and buttons of two lines. */
function highIn(root: ShadowRoot): string[] {
  return [...root.querySelectorAll<HTMLElement>('label, button')]
    .filter((one) => one.offsetWidth > 1 && linesOf(one) > 1)
    .map((one) => `${one.getAttribute('part')}: ${one.textContent.trim()}`);
}

function linesOf(one: HTMLElement): number {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let most = 0;
  while (texts.nextNode()) {
    if (texts.currentNode.textContent!.trim() === '') continue;
    range.selectNodeContents(texts.currentNode);
    most = Math.max(most, new Set([...range.getClientRects()].map(({bottom}) => Math.round(bottom))).size);
  }
  return most;
}

const wrongIn = (root: ShadowRoot) => [...cutIn(root), ...highIn(root)];

describe('a form of 288 pixels', () => {
  afterEach(() => CardVaultHarness.clean());

  it('cuts no word of any language, has each label and button in one line, and its errors inside', async () => {
    const page = CardVaultHarness.page();
    page.style.width = '288px';
    const {element, root} = await CardVaultHarness.ready((form) => {
      form.billingFields = 'full';
    }, page);
    await element.save().catch(() => undefined);
    const found: string[] = [];
    for (const tag of Object.keys(languages)) {
      page.lang = tag;
      await waitUntil(() => root.querySelector('[part~="base"]')!.getAttribute('lang') === tag);
      await element.updateComplete;
      found.push(...wrongIn(root).map((wrong) => `${tag}, ${wrong}`));
    }
    expect(root.querySelectorAll('[part~="error"]').length).to.be.greaterThan(3);
    expect(found).to.deep.equal([]);
    element.messages = {save: 'Save this card and keep it for the next time', expiry: 'x'.repeat(60)};
    await waitUntil(() => wrongIn(root).length >= 2);
  });
});
