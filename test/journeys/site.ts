import assert from 'node:assert/strict';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {extname, join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import axe from 'axe-core';
import {buildSite} from '../../tools/docs/site/build.js';
import {groups, pathOf} from '../../tools/docs/site/pages.js';
import {ofTheDay} from '../support/turns.js';
import {site, type Site} from '../server/support/browser.js';
import {waitFor, type Driver, type Engine} from './driver.js';

const kinds: Record<string, string> = {
  ...{'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css'},
  ...{'.png': 'image/png', '.svg': 'image/svg+xml'},
};

/** In each page before its own scripts: keeps what it says and what fails in it. */
const recorder = `<script>
  window.said = [];
  for (const kind of ['debug', 'error', 'info', 'log', 'warn']) console[kind] = (...words) => said.push(words.join(' '));
  addEventListener('error', ({message, target}) => said.push(message ?? 'not loaded: ' + (target.src ?? target.href)), true);
  addEventListener('unhandledrejection', ({reason}) => said.push(String(reason)));
</script>`;

/** Begins axe in one scheme; all of its rules in the light one. Hundreds of tables of one kind tell it nothing new. */
const beginAxe = (colours: 'light' | 'dark'): string => `(() => {
  document.documentElement.dataset.colours = '${colours}';
  for (const part of [...document.querySelectorAll('article > *')].slice(200)) part.remove();
  if (!window.axe) (0, eval)(${JSON.stringify(axe.source)});
  window.violations = undefined;
  axe
    .run(document, {
      resultTypes: ['violations'],
      preload: false,
      ...(${colours === 'dark'} && {runOnly: ['color-contrast', 'link-in-text-block']}),
    })
    .then(
      ({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0]?.html.slice(0, 150)),
      (error) => [String(error)],
    )
    .then((violations) => (window.violations = violations));
  return true;
})()`;

/** What is wrong with a page of the site. */
async function wrongIn(driver: Driver, url: string): Promise<readonly string[]> {
  await driver.open(url);
  await waitFor(driver, 'the whole page', "document.readyState === 'complete'");
  const wrong: string[] = [];
  const room = await driver.evaluate<readonly number[]>('[document.documentElement.scrollWidth, innerWidth]');
  if (room[0]! > room[1]!) wrong.push(`it is ${room[0]} pixels wide in a room of ${room[1]}`);
  for (const colours of ['light', 'dark'] as const) {
    await driver.evaluate(beginAxe(colours));
    const found = await waitFor<readonly string[]>(driver, 'the end of axe', 'window.violations');
    wrong.push(...found.map((one) => `${colours} ${one}`));
  }
  return [...wrong, ...(await driver.evaluate<readonly string[]>('window.said'))];
}

/** An eighth of the documentation site's pages, in one engine. */
export function runSite(title: string, start: () => Promise<Engine>): void {
  describe(`the documentation site, in ${title}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'card-vault-site-'));
    let server: Site;
    let engine: Engine;
    before(async () => {
      await buildSite(folder);
      server = await site('localhost', ({url = ''}, response) => {
        const path = join(folder, new URL(url, 'http://localhost').pathname);
        // A browser asks for an icon by itself.
        if (!existsSync(path)) return void response.writeHead(url === '/favicon.ico' ? 204 : 404).end();
        const content = readFileSync(path);
        const kind = extname(path);
        response.writeHead(200, {'content-type': kinds[kind] ?? 'text/plain'});
        response.end(kind === '.html' ? content.toString().replace(/<html[^>]*>/, `$&${recorder}`) : content);
      });
      engine = await start();
    });
    after(async () => {
      await engine?.close();
      await server?.close();
      rmSync(folder, {recursive: true, force: true});
    });

    it('fits into a narrow window, passes axe, light and dark, and says nothing on the console', async () => {
      const driver = await engine.newPage();
      try {
        // WebKitGTK's own windows are no narrower than 447 pixels.
        await driver.resize({width: 320, height: 640});
        const paths = ofTheDay(groups.flatMap(({pages}) => pages).map(pathOf));
        const wrong: string[] = [];
        for (const path of paths)
          for (const one of await wrongIn(driver, new URL(path, server.origin).href))
            wrong.push(`${path}: ${one}`);
        assert.deepEqual(wrong, []);
        assert.ok(paths.length > 5);
      } finally {
        await driver.close();
      }
    });
  });
}
