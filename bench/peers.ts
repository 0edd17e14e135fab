// What a page loads and runs for a card form: this package beside others from npm. `npm run bench -- peers`
// Each is bundled as its documentation says, and opened in Chromium with every other host unanswered: no account is
// needed, no frame and no configuration comes, so this is the least that a page pays before the first answer.
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {chromium, type Browser} from '@playwright/test';
import {build} from 'vite';
import {ownBrowser} from './support/browser.js';
import {median} from './support/client.js';
import {machineOf, today} from './support/machine.js';
import {peers, versions, type Peer} from './support/peers.js';

const folder = join('.cache', 'peers');
const rounds = 5;
/** Of silence, after which a page has run what it can run. */
const quietMs = 1500;

interface Row {
  readonly name: string;
  readonly version: string;
  readonly requests: number;
  /** Scripts and style sheets that the page asked its own server for, gzip. */
  readonly bytes: number;
  /** Time in which the main thread ran or compiled script, milliseconds; the median of the rounds. */
  readonly scriptMs: number;
}

/** The packages, in a folder of their own with exact versions; fetched once. */
function fetchPackages(): void {
  mkdirSync(folder, {recursive: true});
  const wanted = JSON.stringify({private: true, type: 'module', dependencies: versions});
  const file = join(folder, 'package.json');
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
  writeFileSync(file, wanted);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
  });
}

type Files = ReadonlyMap<string, string | Uint8Array>;

/** The page of one peer, as Vite publishes it. */
async function bundle(peer: Peer): Promise<Files> {
  const root = join(folder, peer.name.replace(/\W+/g, '-'));
  mkdirSync(root, {recursive: true});
  writeFileSync(join(root, 'entry.js'), peer.script);
  writeFileSync(
    join(root, 'index.html'),
    `<!doctype html><meta charset="utf-8"><body>${peer.markup}<script type="module" src="./entry.js"></script>`,
  );
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {write: false, modulePreload: false},
  });
  const outputs = [built].flat() as unknown as {
    output: {fileName: string; code?: string; source?: string | Uint8Array}[];
  }[];
  return new Map(
    outputs.flatMap(({output}) =>
      output.map((one) => [`/${one.fileName}`, one.code ?? one.source ?? ''] as const),
    ),
  );
}

const types = {html: 'text/html', js: 'text/javascript', css: 'text/css'} as const;

/** Opens the page until it is quiet. */
async function open(browser: Browser, files: Files): Promise<Omit<Row, 'name' | 'version'>> {
  const page = await browser.newPage();
  const asked = new Set<string>();
  // What leads elsewhere is never answered.
  await page.route('**/*', async (route) => {
    const {host, pathname} = new URL(route.request().url());
    const path = pathname === '/' ? '/index.html' : pathname;
    const body = files.get(path);
    if (host !== 'peers.test' || body === undefined) return;
    asked.add(path);
    const type =
      types[path.slice(path.lastIndexOf('.') + 1) as keyof typeof types] ?? 'application/octet-stream';
    await route.fulfill({contentType: type, body: Buffer.from(body)});
  });
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  await page.goto('http://peers.test/', {waitUntil: 'commit'});
  const spent = async (): Promise<number> => {
    const {metrics} = await client.send('Performance.getMetrics');
    return (metrics.find(({name}) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
  let [before, now] = [-1, await spent()];
  while (asked.size < 2 || now !== before) {
    await page.waitForTimeout(quietMs);
    [before, now] = [now, await spent()];
  }
  await page.close();
  const loaded = [...asked].filter((path) => /\.(js|css)$/.test(path));
  const bytes = loaded.reduce((sum, path) => sum + gzipSync(files.get(path)!, {level: 9}).length, 0);
  return {requests: loaded.length, bytes, scriptMs: now};
}

fetchPackages();
const browser = await chromium.launch(ownBrowser);
const rows: Row[] = [];
try {
  for (const peer of peers) {
    const files = await bundle(peer);
    const opened = [];
    for (let round = 0; round < rounds; round++) opened.push(await open(browser, files));
    const scriptMs = Math.round(median(opened.map((one) => one.scriptMs)));
    rows.push({name: peer.name, version: peer.version, ...opened.at(-1)!, scriptMs});
    console.log(rows.at(-1));
  }
  const results = {taken: today(), machine: machineOf(browser.version()), rounds, rows};
  writeFileSync('bench/peers.json', `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await browser.close();
}
console.table(Object.fromEntries(rows.map(({name, ...row}) => [name, row])));
