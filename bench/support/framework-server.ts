import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer, request as ask, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {dirname, extname, join, normalize} from 'node:path';
import {createCardVaultServer} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';
import type {Demo} from '../../demo/server.js';
import type {FrameworkShop} from './framework-shops.js';

const node24 = '24.21.0';
const newEnough = Number(process.versions.node.split('.')[0]) >= 24;
const nodePackage = `node-${process.platform}-${process.arch}`;

const environment = ({service}: Demo): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  CARD_VAULT_SERVICE_URL: service.urls.api,
  CARD_VAULT_SECRET_KEY: service.keys.secretKey,
  CARD_VAULT_PUBLIC_KEY: service.keys.publicKey,
});

function nodeOf({node24: needed}: FrameworkShop, folder: string): string {
  return needed && !newEnough ? join(folder, 'node_modules', nodePackage, 'bin', 'node') : process.execPath;
}

/** The version of Node that builds and serves a shop. */
export const nodeVersion = (shop: FrameworkShop): string =>
  shop.node24 && !newEnough ? `v${node24}` : process.version;

/** The service runs in this process: it must go on answering meanwhile. */
async function run(command: string, args: readonly string[], cwd: string, env = process.env): Promise<void> {
  const [code] = (await once(spawn(command, args, {cwd, env, stdio: 'inherit'}), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}.`);
}

/** Writes the shop, installs its packages with the packed tarball, and builds it for production. */
export async function buildShop(
  shop: FrameworkShop,
  folder: string,
  tarball: string,
  demo: Demo,
): Promise<void> {
  for (const [file, text] of Object.entries(shop.files)) {
    mkdirSync(dirname(join(folder, file)), {recursive: true});
    writeFileSync(join(folder, file), text);
  }
  const wanted = Object.entries({
    ...shop.dependencies,
    ...(shop.node24 && !newEnough && {[nodePackage]: node24}),
  }).map(([name, version]) => `${name}@${version}`);
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--save-exact'];
  await run('npm', ['install', ...quiet, tarball, ...wanted], folder);
  await run(nodeOf(shop, folder), shop.build, folder, environment(demo));
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const fromFolder =
  (folder: string): Answer =>
  (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://shop').pathname);
    const file = join(folder, extname(path) ? path : join(path, 'index.html'));
    const found = existsSync(file);
    response.writeHead(found ? 200 : 404, {'content-type': types[extname(file)] ?? 'text/plain'});
    response.end(found ? readFileSync(file) : '');
  };

const fromPort =
  (port: number): Answer =>
  (request, response) => {
    const {method, url, headers} = request;
    const asked = ask({host: '127.0.0.1', port, method, path: url, headers}, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.writeHead(502).end());
    request.pipe(asked);
  };

const listening = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The framework's own server, until it answers. */
async function startProgram(shop: FrameworkShop, folder: string, demo: Demo) {
  const port = await freePort();
  const program = spawn(nodeOf(shop, folder), shop.serve as readonly string[], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {...environment(demo), PORT: String(port), HOST: '127.0.0.1', ORIGIN: 'http://localhost'},
  });
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/markup`).then(
      ({ok}) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (program.exitCode !== null) throw new Error(`${shop.name} did not start.`);
    await new Promise((later) => setTimeout(later, 200));
  }
  return {answer: fromPort(port), stop: () => program.kill()};
}

export interface ServedShop {
  readonly url: string;
  /** How many times the browser sent the form. */
  posted: number;
  close(): void;
}

/** One origin for the shop's pages and the routes of the kit. */
export async function serveShop(shop: FrameworkShop, folder: string, demo: Demo): Promise<ServedShop> {
  const {urls, keys} = demo.service;
  const vault = createCardVaultServer({
    serviceUrl: urls.api,
    ...{secretKey: keys.secretKey, publicKey: keys.publicKey, currency: 'USD'},
    customer: async () => (await customer).token,
  });
  const customer = vault.client.customers.create({
    ...{firstName: 'Ada', lastName: 'Shopper', email: 'ada@shop.example', phoneNumber: '+15550100'},
    country: 'US',
  });
  const pages =
    'folder' in shop.serve
      ? {answer: fromFolder(join(folder, shop.serve.folder)), stop: () => undefined}
      : await startProgram(shop, folder, demo);
  const handle = toNodeHandler(vault);
  const served = {posted: 0};
  const server = createServer((request, response) => {
    void handle(request, response, () => {
      if (request.method !== 'POST') return pages.answer(request, response);
      served.posted += 1;
      response.writeHead(200, {'content-type': 'text/html'}).end('<p>Sent');
    });
  });
  const port = await listening(server);
  return Object.assign(served, {
    url: `http://localhost:${port}`,
    close: () => {
      pages.stop();
      server.close();
      server.closeAllConnections();
    },
  });
}
