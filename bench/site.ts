// `tsx bench/site.ts`: how soon pages of the documentation site are there on a phone, as Lighthouse simulates one: a processor at a
// quarter of its speed, 1.6 Mbit/s, 150 ms to and fro, and nothing in the cache. It writes `site.json`, medians of five loads.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {extname, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import type {Browser} from 'playwright';
import {launch, site} from '../test/server/support/browser.js';
import {buildSite} from '../tools/docs/site/build.js';
import {machineOf, today} from './support/machine.js';

const pages = ['index', 'start/express', 'how-it-works', 'looks', 'testing', 'errors', 'playground'];
const loads = 5;
const phone = {viewport: {width: 360, height: 640}, deviceScaleFactor: 2, isMobile: true, hasTouch: true};
const net = {offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750};
const types: Readonly<Record<string, string>> = {
  ...{'.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json'},
  ...{'.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp'},
};

/** Milliseconds since the navigation, and the sums of shifts and of what is above 50 ms in long tasks after the first paint. */
interface Load {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly shift: number;
  readonly blocked: number;
}

const read = `(() => {
  const seen = (type) => new Promise((told) => {
    new PerformanceObserver((list) => told(list.getEntries())).observe({type, buffered: true});
    setTimeout(told, 500, []);
  });
  return Promise.all(['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(seen)).then(
    ([paints, largest, shifts, tasks]) => {
      const firstPaint = paints.find(({name}) => name === 'first-contentful-paint').startTime;
      const late = tasks.filter(({startTime}) => startTime > firstPaint);
      return {
        firstPaint,
        largestPaint: largest.at(-1).startTime,
        shift: shifts.reduce((sum, {value, hadRecentInput}) => sum + (hadRecentInput ? 0 : value), 0),
        blocked: late.reduce((sum, {duration}) => sum + duration - 50, 0),
      };
    });
})()`;

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', net);
    await session.send('Emulation.setCPUThrottlingRate', {rate: 4});
    await page.goto(url, {waitUntil: 'networkidle', timeout: 120_000});
    return await page.evaluate<Load>(read);
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const folder = mkdtempSync(join(tmpdir(), 'card-vault-site-'));
await buildSite(folder);
const server = await site('localhost', ({url = ''}, response) => {
  try {
    const path = new URL(url, 'http://localhost').pathname;
    const body = gzipSync(readFileSync(join(folder, path)));
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'text/plain',
      'content-encoding': 'gzip',
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
const browser = await launch();
try {
  const figures: Record<string, Load> = {};
  for (const page of pages) {
    const taken: Load[] = [];
    while (taken.length < loads) taken.push(await load(browser, `${server.origin}/${page}.html`));
    const of = (name: keyof Load, digits = 0) =>
      Number(median(taken.map((one) => one[name])).toFixed(digits));
    figures[page] = {
      ...{firstPaint: of('firstPaint'), largestPaint: of('largestPaint')},
      ...{shift: of('shift', 3), blocked: of('blocked')},
    };
    console.log(page, figures[page]);
  }
  const taken = {day: today(), machine: machineOf(browser.version()), pages: figures};
  writeFileSync('bench/site.json', `${JSON.stringify(taken, undefined, 2)}\n`);
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, {recursive: true, force: true});
}
