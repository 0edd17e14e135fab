import assert from 'node:assert/strict';
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import type {Readable} from 'node:stream';
import {createInterface} from 'node:readline';
import {after, before, describe, it} from 'node:test';
import {tryContract} from '../../src/cli/contract/index.js';
import {programOf, runtimes} from '../../tools/test/runtimes.mjs';
import {page} from './support/app.mjs';
import {keepsContract} from './support/contract.js';
import {openServices, type Services} from './support/places.js';

const support = 'test/runtimes/support';

/** How each program is called, and where it says on which port it listens. */
interface Start {
  readonly args: (shop: string) => readonly string[];
  readonly told: 1 | 3;
}
const node: Start = {args: () => [`${support}/serve-node.mjs`], told: 1};
const starts: Readonly<Record<string, Start>> = {
  'Node 20': node,
  'Node 22': node,
  'Node 24': node,
  Deno: {args: () => ['run', '--no-config', '--no-lock', '-A', `${support}/serve-fetch.mjs`], told: 1},
  Bun: {args: () => ['run', '--no-install', `${support}/serve-fetch.mjs`], told: 1},
  workerd: {args: (shop) => ['serve', isolate(shop), '--control-fd=3'], told: 3},
};

/** A module and all that it imports, from the root of the repository. */
function modulesOf(file: string, seen: string[] = []): readonly string[] {
  if (seen.includes(file)) return seen;
  seen.push(file);
  const code = readFileSync(file, 'utf8');
  for (const [, path = ''] of code.matchAll(/^(?:import|export)[^'"\n]*["'](\.[^'"]+)["']/gm))
    modulesOf(join(file, '..', path), seen);
  return seen;
}

/** Writes the configuration of an isolate that may reach this machine. */
function isolate(shop: string): string {
  const folder = '.cache/runtimes/isolate';
  mkdirSync(folder, {recursive: true});
  const modules = modulesOf(`${support}/serve-worker.mjs`).map(
    (file) => `(name = "${file}", esModule = embed "${relative(folder, resolve(file))}")`,
  );
  const path = join(folder, 'shop.capnp');
  writeFileSync(
    path,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "shop", worker = (
      modules = [${modules.join(', ')}],
      bindings = [(name = "CARD_VAULT_SHOP", text = ${JSON.stringify(shop)})],
      compatibilityDate = "2026-11-01",
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["private", "local", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "shop")],
);
`,
  );
  return path;
}

async function portOf(process: ChildProcess, told: 1 | 3): Promise<number> {
  const lines: string[] = [];
  for await (const line of createInterface({input: process.stdio[told] as Readable})) {
    lines.push(line);
    const port = /"port":(\d+)|^port (\d+)/.exec(line);
    if (port) return Number(port[1] ?? port[2]);
  }
  throw new Error(`It ended before it listened: ${lines.join('\n')}`);
}

describe('the kit as built keeps its contract', () => {
  let services: Services;
  before(async () => (services = await openServices()));
  after(() => services.close());

  it('at the oldest Node that the package names', () => {
    const {engines} = JSON.parse(readFileSync('package.json', 'utf8')) as {engines: {node: string}};
    assert.match(engines.node, /^>=20\./);
  });

  const here = `Node ${process.versions.node.split('.')[0]}`;
  for (const name of new Set([here, ...runtimes])) {
    const program = name === here ? process.execPath : programOf(name);
    const start = starts[name] ?? node;
    if (program === undefined) continue;
    describe(`on ${name}`, () => {
      let child: ChildProcess;
      let port = 0;
      let customer: string;
      before(async () => {
        const shop = JSON.stringify(services.settings);
        child = spawn(program, start.args(shop), {
          stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
          env: {...process.env, CARD_VAULT_SHOP: shop, NODE_OPTIONS: '', NO_COLOR: '1'},
        });
        port = await portOf(child, start.told);
        customer = await services.customer();
      });
      after(async () => {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      });
      it('keeps every rule of site/contract.md that can be tried from outside', async () => {
        const findings = await tryContract({
          ...{address: `${page}/card-vault/session`, card: '4000000000002701'},
          headers: {'x-shopper': customer},
          otherHeaders: {'x-shopper': await services.customer()},
          // Its pages have another address than this process.
          fetch: (url, init) => fetch(String(url).replace(page, `http://127.0.0.1:${port}`), init),
        });
        assert.deepEqual(
          findings.filter(({result}) => result !== 'ok'),
          [],
        );
      });
      keepsContract(() => ({
        ...{url: `http://127.0.0.1:${port}`, customer},
        serviceUrl: services.settings.serviceUrl,
      }));
    });
  }
});
