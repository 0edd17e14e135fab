// The ratios of decision 0034: a table on stdout, and bench/results.json. `npm run bench`
import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {chromium} from 'playwright-core';
import {developmentKeys} from '../service/src/options.js';
import {findPrograms, startCluster} from '../service/test/support/postgres.js';
import {TestProcess} from '../service/test/support/process.js';
import {clickToSaved} from './click-to-saved.js';
import {firstKey} from './first-key.js';
import {ownBrowser} from './support/browser.js';
import {Client, load, median, type Load} from './support/client.js';
import {processorTime} from './support/cpu.js';
import {machineOf, today} from './support/machine.js';
import {saveCard, type Addresses} from './support/save.js';
import {noCardLimitFlags} from './support/no-card-limits.js';

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
const saveMs = 5000;
/** Long enough for the engines to have compiled what they run: a service is up for days. */
const warmUpMs = 15_000;
const saveRounds = 3;

/** `card-vault-service` as it is published, in a process of its own. */
async function startVault(database: string): Promise<[TestProcess, Addresses]> {
  const ports = ['--port', '0', '--fields-port', '0', '--issuer-port', '0'];
  const vault = new TestProcess('service/dist/cli.js', [
    '--json',
    '--database',
    database,
    ...noCardLimitFlags,
    ...ports,
  ]);
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

/** What a save costs: the driver beside everything it drives, the service and its database. The shares of one machine. */
function costs(name: string, count: number, before: ReturnType<typeof processorTime>): readonly Figure[] {
  const after = processorTime();
  if (!before || !after) return [];
  const driver = (after.own - before.own) / count;
  const driven = (after.children - before.children) / count;
  const note = 'processor time of service and database for one save; baseline: that of the driver';
  return [figure(`whole save, processor, ${name}`, 'ms', [driven, driver], note)];
}

/**
 * Whole saves, and bare requests to the floor program by turns with them, so that a noisy machine is noisy for both. The median
 * round counts.
 */
async function saveRate(
  client: Client,
  {name, goal}: {readonly name: string; readonly goal: number},
  {addresses, floor}: {readonly addresses: Addresses; readonly floor: string},
): Promise<readonly Figure[]> {
  const save = () => saveCard(client, addresses);
  await load({callers: 16, milliseconds: warmUpMs}, save);
  const [ours, bare]: [Load[], Load[]] = [[], []];
  for (let round = 0; round < saveRounds; round++) {
    ours.push(await load({callers: 16, milliseconds: saveMs}, save));
    bare.push(await load({callers: 16, milliseconds: roundMs}, creates(client, floor)));
  }
  const before = processorTime();
  const {count} = await load({callers: 16, milliseconds: saveMs}, save);
  const spent = costs(name, count, before);
  const of = (loads: readonly Load[], pick: (one: Load) => number) => median(loads.map(pick));
  const rate = of(ours, (one) => one.perSecond);
  return [
    figure(`whole save, ${name}`, '1/s', [rate, goal], `goal ≥ ${goal}/s; 10 calls each, 16 at a time`),
    figure(
      `whole save against the floor, ${name}`,
      '1/s',
      [rate, of(bare, (one) => one.perSecond)],
      'baseline: requests to bare Hono + PGlite, one statement each, by turns in the same run',
    ),
    figure(
      `whole save p99, ${name}`,
      'ms',
      [of(ours, (one) => one.p99), of(ours, (one) => one.p50)],
      'baseline: the median save of the same run',
    ),
    ...spent,
  ];
}

/** The floor program, in a process of its own. */
async function startFloor(): Promise<[TestProcess, string]> {
  const floor = new TestProcess('bench/support/floor.ts', []);
  return [floor, (JSON.parse(await floor.firstLine()) as {api: string}).api];
}

async function onPglite(client: Client): Promise<readonly Figure[]> {
  const [vault, addresses] = await startVault('memory:');
  const [floor, api] = await startFloor();
  try {
    const created = await createRate(client, addresses.api, api);
    const saved = await saveRate(client, {name: 'PGlite', goal: 60}, {addresses, floor: api});
    return [...created, ...saved];
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
  const [floor, api] = await startFloor();
  try {
    return await saveRate(client, {name: 'PostgreSQL', goal: 100}, {addresses, floor: api});
  } finally {
    await vault.kill('SIGKILL');
    await floor.kill('SIGKILL');
    await cluster.stop();
  }
}

/** What the page loads, as the build's own budget counts it. */
function scriptBytes(): readonly Figure[] {
  const said = execFileSync(process.execPath, ['tools/build/size.mjs'], {encoding: 'utf8'});
  return [...said.matchAll(/^(.+): (\d+) bytes gzip .* budget of (\d+)/gm)].map(([, name, bytes, limit]) =>
    figure(`script, ${name}`, 'B', [Number(bytes), Number(limit)], 'goal ≤ 1; gzip; baseline: the budget'),
  );
}

const client = new Client(32);
const figures = [
  ...(await onPglite(client)),
  ...(await onPostgres(client)),
  ...(await firstKey()),
  ...(await clickToSaved()),
  ...scriptBytes(),
];
client.close();
console.table(
  Object.fromEntries(
    figures.map(({name, value, unit, baseline, ratio}) => [name, {value, unit, baseline, ratio}]),
  ),
);
const browser = await chromium.launch(ownBrowser);
const results = {taken: today(), machine: machineOf(browser.version()), figures};
await browser.close();
writeFileSync('bench/results.json', `${JSON.stringify(results, null, 2)}\n`);
