// Every place that the keyboard goes to, in every state of the elements, as it is seen at 400 % zoom; part of
// `npm run golden -- --sheets`, for a look by eye. It names the places without a ring, and those that are out of sight. A group
// and a part of a state's name may be given.
import {mkdirSync, readFileSync} from 'node:fs';
import {chromium, type Page} from '@playwright/test';
import {openGolden} from '../../test/e2e/support/golden.js';
import {drawSheet, sheetFolder, type Shot} from './sheet.js';

/** 1280 × 900 at 400 %. */
const viewport = {width: 320, height: 225};
const stopsAtMost = 30;
const shotsOnSheet = 40;

declare global {
  /** In the page: boxes whose ring is shown for a frame. */
  var walked: Element[];
}

interface Stop {
  readonly name: string;
  readonly hasRing: boolean;
  readonly inView: boolean;
}

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8')) as {executablePath: string};
const browser = await chromium.launch({executablePath});
const [only, part = ''] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
mkdirSync(sheetFolder, {recursive: true});
try {
  const page = await browser.newPage({viewport});
  await openGolden(page);
  await page.evaluate(() => void (globalThis.walked = []));
  await page.addStyleTag({
    content: 'body { margin: 16px; } body > div { inline-size: auto !important; max-inline-size: 260px; }',
  });
  const shots: Shot[] = [];
  await page.exposeFunction('walk', async (name: string, scheme: string) => {
    if (scheme === 'light') shots.push(...(await walk(page, name)));
  });
  for (const [group, names] of Object.entries(await page.evaluate(() => golden.names()))) {
    if (only && only !== group) continue;
    for (const name of names.filter((one) => one.includes(part)))
      await page.evaluate(
        ([one, state]) =>
          golden.show(one, state, 'ltr', (scheme) =>
            (globalThis as unknown as {walk(...all: string[]): unknown}).walk(state, scheme),
          ),
        [group, name] as const,
      );
    for (let sheet = 1; shots.length > 0; sheet += 1)
      await drawSheet(browser, `keyboard-${group}-${sheet}`, shots.splice(0, shotsOnSheet));
  }
} finally {
  await browser.close();
}

/** From the beginning of the page until the focus leaves the element. */
async function walk(page: Page, state: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let stops = 0; stops < stopsAtMost; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(readStop);
    if (!stop) break;
    const {name, hasRing, inView} = stop;
    const wrong = [...(hasRing ? [] : ['has no ring']), ...(inView ? [] : ['is out of sight'])];
    if (wrong.length > 0) console.log(`${state}: ${name} ${wrong.join(' and ')}`);
    const image = (await page.screenshot()).toString('base64');
    shots.push({name: `${state}: ${name} ${wrong.join(', ').toUpperCase()}`, image});
  }
  return shots;
}

/** Runs in the page. The ring of a hosted field is drawn on its box, at its frame's word. */
function readStop(): Stop | undefined {
  const element = document.querySelector('#stage')!;
  for (const box of walked.splice(0)) box.removeAttribute('data-focused');
  const active = document.activeElement;
  if (!active || !element.contains(active)) return undefined;
  const place = active.closest('[slot=number], [slot=security-code]');
  const slot = place?.slot;
  const hosted = place?.parentElement?.shadowRoot?.querySelector(`[part~="box-${slot}"]`);
  if (hosted) {
    hosted.setAttribute('data-focused', '');
    walked.push(hosted);
  }
  let deepest = active;
  while (deepest.shadowRoot?.activeElement) deepest = deepest.shadowRoot.activeElement;
  const inner = hosted ?? deepest;
  const target = inner.closest('.box') ?? inner;
  const ringed = [inner, target, inner.closest('label')].some((one) => {
    if (!one) return false;
    const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(one);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  const {top, bottom, left, right} = target.getBoundingClientRect();
  const part = inner.getAttribute('part')?.split(' ').at(-1);
  return {
    name: slot || part || inner.id || inner.localName,
    hasRing: ringed,
    inView: top >= -1 && bottom <= innerHeight + 1 && left >= -1 && right <= innerWidth + 1,
  };
}
