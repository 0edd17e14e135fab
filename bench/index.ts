// The figures of design section 7: a table on stdout, and bench/results.json. `npm run bench`
import {writeFileSync} from 'node:fs';
import {developmentKeys} from '../src/service/options.js';
import {findPrograms, startCluster} from '../test/service/support/postgres.js';
import {TestProcess} from '../test/service/support/process.js';
import {Client, load, median} from './support/client.js';
import type {Load} from './support/client.js';
import {saveCard} from './support/save.js';
import type {Addresses} from './support/save.js';

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is measured against, in the same unit. */
  readonly baseline: number;
  readonly ratio: number;
  readonly note: string;
}

const rounds = 5;
const roundMs = 1500;
const saveMs = 6000;

/** `card-vault service` as it is published, in a process of its own. */
async function startVault(database: string): Promise<[TestProcess, Addresses]> {
  const ports = ['--port', '0', '--fields-port', '0', '--issuer-port', '0'];
  const vault = new TestProcess('dist/cli.js', ['service', '--json', '--database', database, ...ports]);
  return [vault, JSON.parse(await vault.firstLine()) as Addresses];
}

const creates = (client: Client, api: string) => async () => {
  const {status, text} = await client.send(
    'POST',
    `${api}/user/customers/v1/`,
    {'content-type': 'application/json', 'x-sfpy-merchant-secret': developmentKeys.secretKey},
    '{"first_name":"Ada","last_name":"Byron"}',
  );
  if (status !== 200) throw new Error(`${status} ${text}`);
};

const rounded = (value: number) => Math.round(value * 100) / 100;
const figure = (name: string, unit: string, pair: readonly [number, number], note: string): Figure => {
  const [value, baseline] = pair;
  return {
    name,
    unit,
    value: rounded(value),
    baseline: rounded(baseline),
    ratio: rounded(value / baseline),
    note,
  };
};

/** Rounds of both by turns, so that a noisy machine is noisy for both; the median round counts. */
async function createRate(client: Client, vault: string, floor: string): Promise<readonly Figure[]> {
  const options = {callers: 32, milliseconds: roundMs};
  const [ours, bare]: [Load[], Load[]] = [[], []];
  // The first round of each warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const low = await load(options, creates(client, floor));
    const own = await load(options, creates(client, vault));
    if (round === 0) continue;
    bare.push(low);
    ours.push(own);
  }
  const of = (loads: readonly Load[], pick: (one: Load) => number) => median(loads.map(pick));
  const note = `median of ${rounds} interleaved rounds, 32 connections; baseline: bare Hono + PGlite, one statement`;
  return [
    figure(
      'create customer',
      '1/s',
      [of(ours, (one) => one.perSecond), of(bare, (one) => one.perSecond)],
      `goal ≥ 0.60; ${note}`,
    ),
    figure(
      'create customer p99',
      'ms',
      [of(ours, (one) => one.p99), of(bare, (one) => one.p99)],
      `goal ≤ 3; ${note}`,
    ),
  ];
}

async function saveRate(
  client: Client,
  name: string,
  goal: number,
  addresses: Addresses,
): Promise<readonly Figure[]> {
  await load({callers: 4, milliseconds: saveMs / 4}, () => saveCard(client, addresses));
  const {perSecond, p99, p50} = await load({callers: 16, milliseconds: saveMs}, () =>
    saveCard(client, addresses),
  );
  return [
    figure(`whole save, ${name}`, '1/s', [perSecond, goal], `goal ≥ ${goal}/s; 10 calls each, 16 at a time`),
    figure(`whole save p99, ${name}`, 'ms', [p99, p50], 'baseline: the median save of the same run'),
  ];
}

async function onPglite(client: Client): Promise<readonly Figure[]> {
  const [vault, addresses] = await startVault('memory:');
  const floor = new TestProcess('bench/support/floor.ts', []);
  try {
    const {api} = JSON.parse(await floor.firstLine()) as {api: string};
    const created = await createRate(client, addresses.api, api);
    await floor.kill('SIGKILL');
    return [...created, ...(await saveRate(client, 'PGlite', 60, addresses))];
  } finally {
    await vault.kill('SIGKILL');
    await floor.kill('SIGKILL');
  }
}

async function onPostgres(client: Client): Promise<readonly Figure[]> {
  if (findPrograms() === undefined) {
    console.log('PostgreSQL is not on this machine; its figures are left out.');
    return [];
  }
  const cluster = await startCluster();
  const [vault, addresses] = await startVault(await cluster.createDatabase());
  try {
    return await saveRate(client, 'PostgreSQL', 100, addresses);
  } finally {
    await vault.kill('SIGKILL');
    await cluster.stop();
  }
}

const client = new Client(32);
const figures = [...(await onPglite(client)), ...(await onPostgres(client))];
client.close();
console.table(
  Object.fromEntries(
    figures.map(({name, value, unit, baseline, ratio}) => [name, {value, unit, baseline, ratio}]),
  ),
);
writeFileSync('bench/results.json', `${JSON.stringify(figures, null, 2)}\n`);
