import {readFileSync, writeFileSync} from 'node:fs';
import {chromium} from 'playwright-core';
import {startDemo} from './demo/server.mjs';
import {plainHead, startPaintShop} from './test/e2e/support/paint-shop.js';
const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8'));
const demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
const shop = await startPaintShop(demo);
const browser = await chromium.launch({executablePath, args: ['--site-per-process']});
const which = process.argv[2] ?? 'markup';
for (let i = 0; i < 5; i++) {
  const context = await browser.newContext({viewport: {width: 390, height: 844}});
  const page = await context.newPage();
  await page.addInitScript(() => document.addEventListener('card-vault-ready', () => Object.assign(window, {liveAt: performance.now()})));
  const s = await context.newCDPSession(page);
  await s.send('Emulation.setCPUThrottlingRate', {rate: 4});
  const url = shop.put(which === 'markup' ? {body: (w) => `<form>${w()}<button>Save</button></form>`} : {head: plainHead, body: () => '<form><card-vault session-url="/card-vault/session"></card-vault><button>Save</button></form>'});
  if (i > 3) await browser.startTracing(page, {categories: ['devtools.timeline','v8.execute','disabled-by-default-devtools.timeline','blink.user_timing','loading']});
  await page.goto(url, {waitUntil: 'commit'});
  await page.waitForFunction(() => 'liveAt' in window);
  if (i > 3) writeFileSync(`/tmp/trace-${which}.json`, await browser.stopTracing());
  await context.close();
}
await browser.close(); await shop.close(); await demo.close();
process.exit(0);
