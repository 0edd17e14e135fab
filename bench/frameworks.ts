// The form on pages that frameworks write: production builds of the packed package, opened in Chromium. `npm run bench -- frameworks`
// Names of frameworks as arguments measure only these: `npm run bench -- frameworks Next`
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium, type Browser} from '@playwright/test';
import {startDemo, type Demo} from '../demo/server.js';
import {ownBrowser} from './support/browser.js';
import {measurePage, type PageFigures} from './support/framework-page.js';
import {buildShop, nodeVersion, serveShop} from './support/framework-server.js';
import {pages, shops, type FrameworkShop} from './support/framework-shops.js';
import {machineOf, today} from './support/machine.js';
import {noCardLimits} from './support/no-card-limits.js';

interface Row extends PageFigures {
  readonly framework: string;
  readonly page: string;
  readonly width: number;
}

const sizes = [
  {width: 390, height: 844},
  {width: 1280, height: 800},
];

function pack(folder: string): string {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    stdio: 'ignore',
  });
  return join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
}

async function measureShop(
  browser: Browser,
  shop: FrameworkShop,
  folder: string,
  demo: Demo,
): Promise<Row[]> {
  const served = await serveShop(shop, folder, demo);
  const rows: Row[] = [];
  try {
    for (const page of pages)
      for (const viewport of sizes) {
        const place = {framework: shop.name, page, width: viewport.width};
        rows.push({...place, ...(await measurePage(browser, {served, path: `/${page}`, viewport}))});
        console.log(rows.at(-1));
      }
  } finally {
    served.close();
  }
  return rows;
}

/** Replaces what the file says of the measured frameworks, and leaves the others. */
function keep(chromiumVersion: string, measured: readonly FrameworkShop[], rows: readonly Row[]): void {
  const file = 'bench/frameworks.json';
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>) : {};
  for (const shop of measured)
    known[shop.name] = {
      taken: today(),
      machine: {...machineOf(chromiumVersion), node: nodeVersion(shop)},
      versions: shop.dependencies,
      rows: rows.filter(({framework}) => framework === shop.name),
    };
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}

const asked = process.argv.slice(2);
const wanted = shops.filter(({name}) => asked.length === 0 || asked.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'card-vault-frameworks-'));
const demo = await startDemo({
  ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0},
  database: 'memory:',
  limits: noCardLimits,
});
const browser = await chromium.launch(ownBrowser);
const rows: Row[] = [];
try {
  const tarball = pack(folder);
  for (const shop of wanted) {
    const home = join(folder, shop.name.toLowerCase());
    mkdirSync(home);
    await buildShop(shop, home, tarball, demo);
    rows.push(...(await measureShop(browser, shop, home, demo)));
    rmSync(home, {recursive: true, force: true, maxRetries: 5});
  }
  keep(browser.version(), wanted, rows);
} finally {
  await browser.close();
  await demo.close();
  rmSync(folder, {recursive: true, force: true, maxRetries: 5});
}
console.table(
  Object.fromEntries(
    rows.map(({framework, page, width, console: said, ...row}) => [
      `${framework} ${page} ${width}`,
      {...row, console: said.length},
    ]),
  ),
);
