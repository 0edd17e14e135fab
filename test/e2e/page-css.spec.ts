import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ready, test} from './support/shop.js';
import {plainHead} from './support/paint-shop.js';
import {smokeIf} from './support/smoke.js';

/** Resets, utility sheets and consent managers write such rules; the tag itself is the page's to place. */
const hostile = `
iframe { min-height: 320px !important; max-width: 50%; border: 8px solid red; display: none; margin: 9px; float: right; transform: scale(.5); visibility: hidden; pointer-events: none; position: absolute; opacity: 0 }
card-vault *, card-vault > div { min-height: 90px !important; margin: 9px !important; padding: 9px; float: right; position: absolute; max-width: 50%; transform: rotate(9deg); opacity: .2; border: 5px solid; transition: all 9s; box-sizing: content-box; overflow: scroll }
div, label, input, p, svg, span, button > span, fieldset, legend { display: flex; margin: 7px; padding: 7px; min-width: 200px; letter-spacing: 2px; text-transform: uppercase }
* { transition: all 2s; animation-duration: 2s }
:where(input, label, div) { width: 90%; height: 3em }
form > * { box-sizing: content-box; white-space: nowrap; text-indent: 3em }
[part] { margin: 20px !important; border: 4px dashed !important }
.field, .box, .label, .error, .notice, .button { display: none !important; padding: 30px }
.input, .frame, .trail, .form, .base { font-size: 40px !important; width: 20px }
input { appearance: none; height: 90px !important; border: 9px solid !important; letter-spacing: 1em }
input::placeholder { font-size: 40px; opacity: 0 }
input:focus, :focus-visible { outline: 20px solid lime !important; outline-offset: 20px !important }
label { float: left; width: 50%; font-size: 40px !important; line-height: 3 !important }
button { min-width: 400px; min-height: 90px; text-transform: uppercase }
svg { width: 90px !important; height: 90px !important; fill: red !important; display: block !important }
p { margin: 3em 0 !important; line-height: 4; max-width: 20ch }
span { position: relative; top: 9px; letter-spacing: 3px }
fieldset { min-inline-size: min-content; padding: 2em; border: 5px groove }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 3em }
form > card-vault { grid-column: 1 / -1 }
main * { line-height: inherit; vertical-align: middle }
main > form > * > * { transform: none !important; width: 33% !important }
[slot] { display: inline !important; height: 5px !important; overflow: visible !important; zoom: 2 }
[slot] * { max-height: 10px !important; border-radius: 50% !important; clip-path: circle() }
*:not(card-vault)::before, *:not(card-vault)::after { content: 'x' !important; display: block !important; height: 2em }
*:not(html, body, head, script, style, link, meta, title, main, form, card-vault) { word-spacing: 1em; text-shadow: 0 0 9px red }
:where(*) { border-spacing: 9px; list-style: square; hyphens: auto }
@layer reset { :not(html, body, main, form, card-vault) { margin: 9px !important; padding: 9px !important } }
@media all { div div { min-width: 70% !important; margin-inline: auto !important } }
@keyframes shimmer { to { opacity: 0; transform: scale(9) } }
:root { --_u: 3px; --_height: 200px; --_inset: 90px; --_line: 9px; --_label: 90px }
`;

/** Where everything stands in the form, its places and frames, from the corner of the tag. */
const boxes = (page: Page) =>
  page.locator('card-vault').evaluate((tag) => {
    const {x, y} = tag.getBoundingClientRect();
    const inside = [...tag.shadowRoot!.querySelectorAll('[part]'), ...tag.querySelectorAll('[slot], iframe')];
    // What has no box, as the sentence that waited has none, stands nowhere.
    const drawn = inside.filter((one) => one.getClientRects().length > 0);
    return drawn.map((one) => {
      const box = one.getBoundingClientRect();
      const {visibility, pointerEvents} = getComputedStyle(one);
      const at = [box.x - x, box.y - y, box.width, box.height].map(Math.round).join(' ');
      const name = one.getAttribute('part') ?? one.getAttribute('slot') ?? one.localName;
      return `${name} ${at} ${one.localName === 'iframe' ? `${visibility} ${pointerEvents}` : ''}`;
    });
  });

const tags = {
  'the plain tag': {
    head: plainHead,
    body: () => '<card-vault session-url="/card-vault/session"></card-vault>',
  },
  'vault.markup': {head: '', body: (tag: () => string) => tag()},
};

for (const [name, {head, body}] of Object.entries(tags))
  test(`no rule of the page's sheets moves anything in the form or its frames: ${name}${smokeIf(name === 'the plain tag')}`, async ({
    page,
    shop,
  }) => {
    const open = async (sheet: string): Promise<string[]> => {
      const before = page.url();
      const style = `<style nonce="NONCE">${sheet}</style>`;
      await page.goto(
        shop.put({
          head: head + style,
          body: (tag) => `<form action="/cards" method="post">${body(tag)}<button>Save card</button></form>`,
        }),
      );
      await ready(page, before === 'about:blank' ? 1 : 2);
      await page.locator('card-vault [part~="brand-mark"]').waitFor();
      return boxes(page);
    };
    const calm = await open('form > * { padding: 0 }');
    const seen = await open(hostile);
    expect(seen).toEqual(calm);
    await fillCard(page, {number: '4000000000002701'});
    const inFrames = await page
      .locator('card-vault > [slot] > iframe')
      .evaluateAll((frames) => frames.map((frame) => frame.parentElement!.querySelectorAll('iframe').length));
    expect(inFrames).toEqual([1, 1]);
  });

test('a consent manager that holds new frames back leaves one frame in each place, as high as its box', async ({
  page,
  shop,
}) => {
  // As they do it: the address is taken away, and given back where the shopper agrees.
  await page.addInitScript(() => {
    const held: [HTMLIFrameElement, string][] = [];
    Object.assign(window, {agree: () => held.forEach(([frame, src]) => (frame.src = src))});
    new MutationObserver((changes) => {
      for (const frame of changes.flatMap(({addedNodes}) => [...addedNodes]))
        if (frame instanceof HTMLIFrameElement && held.length < 2) {
          held.push([frame, frame.src]);
          frame.removeAttribute('src');
        }
    }).observe(document, {childList: true, subtree: true});
  });
  await page.goto(shop.put({body: (tag) => tag()}));
  await ready(page);
  await page.evaluate(() => (window as unknown as {agree(): void}).agree());
  await fillCard(page, {number: '4000000000002701'});
  const places = await page
    .locator('card-vault > [slot="number"], card-vault > [slot="security-code"]')
    .evaluateAll((found) =>
      found.map((place) =>
        [...place.querySelectorAll('iframe')].map(
          (frame) => frame.getBoundingClientRect().height - place.getBoundingClientRect().height,
        ),
      ),
    );
  expect(places).toEqual([[0], [0]]);
});
