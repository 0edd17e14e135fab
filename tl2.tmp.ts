import {readFileSync} from 'node:fs';
import {chromium} from 'playwright-core';
import {startDemo} from './demo/server.mjs';
import {plainHead, startPaintShop} from './test/e2e/support/paint-shop.js';
const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8'));
const demo = await startDemo({port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
const shop = await startPaintShop(demo);
const b=readFileSync('bench/first-key.ts','utf8'); 
async function bare(): Promise<any> {
  const answer = await fetch(`${shop.url}/card-vault/session`, {method: 'POST', headers: {origin: shop.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json'}, body: '{}'});
  const {capture_context: context} = (await answer.json()) as any;
  const {clientLibrary, clientLibraryIntegrity} = JSON.parse(Buffer.from(context.split('.')[1], 'base64url').toString()).ctx[0].data;
  const mount = `const fields = new Flex(${JSON.stringify(context)}).microform('card', {styles: {}});
let live = 0;
for (const name of ['number', 'securityCode']) { const field = fields.createField(name, {}); field.on('load', () => ++live === 2 && document.dispatchEvent(new Event('card-vault-ready'))); field.load(document.getElementById(name)); }`;
  return {body: () => `<div id="number" style="height:48px"></div><div id="securityCode" style="height:48px"></div><script nonce="NONCE" crossorigin src="${clientLibrary}" integrity="${clientLibraryIntegrity}"></script><script nonce="NONCE">${mount}</script>`};
}
const browser = await chromium.launch({executablePath, args: ['--site-per-process']});
const which = process.argv[2] ?? 'markup';
for (let i = 0; i < 6; i++) {
  const context = await browser.newContext({viewport: {width: 390, height: 844}});
  const page = await context.newPage();
  await page.addInitScript(() => document.addEventListener('card-vault-ready', () => Object.assign(window, {liveAt: performance.now()})));
  const s = await context.newCDPSession(page);
  await s.send('Performance.enable');await s.send('Emulation.setCPUThrottlingRate', {rate: Number(process.argv[3] ?? 4)});
  const url = shop.put(which === 'bare' ? await bare() : which === 'markup' ? {body: (w) => `<form>${w()}<button>Save</button></form>`} : {head: plainHead, body: () => '<form><card-vault session-url="/card-vault/session"></card-vault><button>Save</button></form>'});
  await page.goto(url, {waitUntil: 'commit'});
  await page.waitForFunction(() => 'liveAt' in window);
  if (i > 3) {
    const out = await page.evaluate(() => ({live: (window as any).liveAt, nav: performance.getEntriesByType('navigation').map((n: any) => [n.responseStart, n.responseEnd, n.domInteractive]), res: performance.getEntriesByType('resource').map((r: any) => `${r.startTime.toFixed(0).padStart(5)} ${r.responseStart.toFixed(0).padStart(5)} ${r.responseEnd.toFixed(0).padStart(5)} ${r.initiatorType} ${r.name.slice(0, 110)}`), paint: performance.getEntriesByType('paint').map((p) => `${p.name} ${p.startTime.toFixed(0)}`)}));
    const {metrics}=await s.send('Performance.getMetrics');console.log(metrics.filter((m)=>/Duration|Count/.test(m.name)).map((m)=>m.name+' '+(m.value<10?(m.value*1000).toFixed(0):m.value)).join(', '));console.log(which, out.live.toFixed(0), JSON.stringify(out.nav), out.paint.join(' ')); console.log(out.res.join('\n'));
    for (const f of page.frames().slice(1)) console.log(' frame', f.url().slice(0, 60), await f.evaluate(() => { const n = performance.getEntriesByType('navigation')[0] as any; return [performance.timeOrigin, n?.responseEnd, n?.domComplete, performance.getEntriesByType('resource').map((r: any) => `${r.name.slice(-40)} ${r.startTime.toFixed(0)}-${r.responseEnd.toFixed(0)}`)].join(' | '); }));
    console.log(' top origin', await page.evaluate(() => performance.timeOrigin));
  }
  await context.close();
}
await browser.close(); await shop.close(); await demo.close();
process.exit(0);
