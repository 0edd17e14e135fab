import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import type {Page} from '@playwright/test';
import {build} from 'vite';
import {forcePseudoClasses, hasClass} from './pseudo-classes.js';
import type {Golden} from '../../golden/page.js';
import {readTreeOf} from './tree.js';

declare global {
  var golden: Golden;
}

/** The groups of states, each with a file. */
export const goldenGroups = [
  'entry',
  'errors',
  'labels',
  'saving',
  'endings',
  'paying',
  'parts',
  'list',
  'subscribe',
] as const;
/** What a screen reader is told of fields in their own documents. */
export const treeFile = (name: string): string => `test/golden/trees/${name}.txt`;

/** The names of the surfaces that each variable changes. */
export const surfacesOf = (readers: Awaited<ReturnType<Golden['readers']>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(readers).map(([name, places]) => [name, Object.keys(places)]));

/** The text of a file of trees: a heading for each state, and its lines. */
export const treeText = (trees: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(trees)
    .map(([state, lines]) => `# ${state}\n${lines.join('\n')}\n`)
    .join('\n');

const root = fileURLToPath(new URL('../../..', import.meta.url));
const fonts = 'node_modules/@fontsource/vazirmatn/files/';
const weights = [400, 500, 600];

/** One font for both scripts, in the package's own files: sizes of text do not depend on the machine. */
const fontFaces = ['latin', 'arabic']
  .flatMap((script) => weights.map((weight) => ({script, weight})))
  .map(
    ({script, weight}) => `@font-face {
      font-family: Golden; font-weight: ${weight}; src: url(/${fonts}vazirmatn-${script}-${weight}-normal.woff2);
      unicode-range: ${script === 'latin' ? 'U+0-5FF, U+2000-206F, U+20A0-FFFF' : 'U+600-6FF'};
    }`,
  )
  .join('\n');

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Golden</title><style>
  ${fontFaces}
  [slot] input { appearance: none; outline: 0; inline-size: 100%; block-size: 100%; padding: 0; border: 0; background: none; color: inherit; font: inherit; }
  body { margin: 24px; font: 16px/1.5 Golden; text-rendering: geometricPrecision; background: light-dark(#fff, #14161b); }
</style><body><script type="module" src="/golden.js"></script></body></html>`;

let script: Promise<string> | undefined;

/** The page that knows every state, bundled from the sources. */
function bundle(): Promise<string> {
  return (script ??= build({
    root,
    configFile: false,
    logLevel: 'error',
    // The whole of it reaches for the server of another runner.
    resolve: {alias: {'@open-wc/testing': '@open-wc/testing-helpers'}},
    build: {
      write: false,
      minify: false,
      rollupOptions: {input: 'test/golden/page.ts', output: {codeSplitting: false}},
    },
  }).then((built) => {
    const [{output}] = [built].flat() as unknown as [{output: [{code: string}]}];
    return output[0].code;
  }));
}

const isUsed = hasClass(/\b(box|button|input|tool|radio|way-out)\b/);

/** Opens the page of states; `golden` is there when this resolves. */
export async function openGolden(page: Page): Promise<void> {
  const code = await bundle();
  await page.emulateMedia({reducedMotion: 'reduce'});
  await page.route('http://golden.test/**', async (route) => {
    const {pathname} = new URL(route.request().url());
    if (pathname === '/golden.js') await route.fulfill({contentType: 'text/javascript', body: code});
    else if (pathname.startsWith(`/${fonts}`))
      await route.fulfill({contentType: 'font/woff2', body: await readFile(root + pathname.slice(1))});
    else await route.fulfill({contentType: 'text/html', body: html});
  });
  await page.exposeFunction('readTree', (selector: string) => readTreeOf(page, selector));
  await page.exposeFunction('forceStates', (names: string) =>
    forcePseudoClasses(page, isUsed, names.split(' ').filter(Boolean)),
  );
  await page.goto('http://golden.test/');
  await page.waitForFunction(() => 'golden' in globalThis);
  const text = ['latin', 'العربية'];
  await page.evaluate(
    async ([all, sizes]) => {
      for (const weight of sizes)
        for (const one of all) await document.fonts.load(`${weight} 16px Golden`, one);
    },
    [text, weights] as const,
  );
}
