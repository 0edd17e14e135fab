// How long a start takes, as a ratio to a bare program in the same run. `npx tsx bench/start-times.ts`
import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {median} from './support/client.js';

const rounds = Number(process.argv[2] ?? 5);
const bare = `const server = require('node:http').createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;
const anyPorts = {PORT: '0', CARD_VAULT_PORT: '0', CARD_VAULT_FIELDS_PORT: '0', CARD_VAULT_ISSUER_PORT: '0'};

interface Program {
  readonly command: readonly [string, ...string[]];
  /** Path that is answered 200 when the program is ready. */
  readonly path: string;
  /** The first address that it prints and that is asked. */
  readonly address: RegExp;
}

const service: Program = {
  command: [process.execPath, 'service/dist/cli.js', '--json'],
  path: '/readyz',
  address: /"api":"([^"]+)"/,
};
const npmStart: Program = {
  command: ['npm', 'start'],
  path: '/',
  address: /card-vault demo\s+(http\S+)/,
};
const bareServer: Program = {
  command: [process.execPath, '-e', bare],
  path: '/',
  address: /(http\S+)/,
};

async function addressOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!pattern.test(printed)) {
    if (child.exitCode !== null) throw new Error(`The program ended before it was ready: ${printed}`);
    await Promise.race([once(child.stdout!, 'data'), once(child, 'close')]);
  }
  return pattern.exec(printed)![1]!;
}

/** Seconds from the start of the process to its first answer. */
async function startOf(
  {command: [file, ...args], path, address}: Program,
  database: string,
): Promise<number> {
  const began = performance.now();
  const child = spawn(file, args, {
    env: {...process.env, ...anyPorts, CARD_VAULT_DATABASE: database},
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: `npm start` is several processes.
    detached: true,
  });
  const ended = once(child, 'close');
  try {
    const {status} = await fetch((await addressOf(child, address)) + path);
    if (status !== 200) throw new Error(`${file} answered ${status}.`);
    return (performance.now() - began) / 1000;
  } finally {
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'card-vault-start-'));
const times: Record<string, number[]> = {};
const add = (name: string, seconds: number) => (times[name] ??= []).push(seconds);
try {
  for (let round = 0; round < rounds; round++) {
    const at = (name: string) => join(folder, `${name}-${round}`);
    add('bare', await startOf(bareServer, ''));
    add('service, first start', await startOf(service, at('service')));
    add('service, restart', await startOf(service, at('service')));
    add('npm start, first start', await startOf(npmStart, at('demo')));
    add('npm start, again', await startOf(npmStart, at('demo')));
  }
} finally {
  await rm(folder, {recursive: true, force: true, maxRetries: 5});
}
const base = median(times['bare']!);
for (const [name, all] of Object.entries(times)) {
  const seconds = median(all);
  const spread = `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
  console.log(`${name.padEnd(24)} ${seconds.toFixed(2)} s (${spread})  ${(seconds / base).toFixed(1)} ×`);
}
