import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {startService} from '../../service/src/index.js';
import {developmentKeys} from '../../service/src/options.js';
import {Client, percentile} from '../../bench/support/client.js';
import {processorTime} from '../../bench/support/cpu.js';
import {sameHoweverMuchIsStored, severalWorkers} from './support/many-due-on-postgres.js';
import {onPostgres} from './support/postgres.js';
import {saveCard} from '../../bench/support/save.js';
import {ServiceProcess, at} from './support/service-process.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D7';
export const title =
  'many subscriptions due at one instant: each charged once, at a steady rate, the API answers meanwhile, and what is stored costs nothing';

const goal = {chargesPerSecond: 300, timesIdle: 3};
const hourMs = 3_600_000;
/** How the API is asked beside the charging: one customer after the other, this far apart. */
const everyMs = 25;
const idleMs = 5000;

interface Due {
  readonly subscriptions: number;
  /** Saved cards that they are charged to, by turns. */
  readonly cards: number;
}

/** Saves cards over HTTP, and writes down subscriptions to a plan that all fall due at one instant. */
async function prepare(database: string, {subscriptions, cards}: Due): Promise<Date> {
  const ports = {port: 0, fieldsPort: 0, issuerPort: 0};
  const service = await startService({database, ...ports});
  const client = new Client(4);
  try {
    for (let saved = 0; saved < cards; saved++) await saveCard(client, service.urls);
    const plan = await client.send(
      'POST',
      `${service.urls.api}/client/plans/v1/`,
      {'content-type': 'application/json', 'x-sfpy-merchant-secret': developmentKeys.secretKey},
      JSON.stringify({
        ...{amount: '12.50', currency: 'USD', interval: 'MONTH', interval_count: 1},
        ...{type: 'RECURRING', product: 'Season box', active: true},
      }),
    );
    const [{token} = {token: undefined}] = await service.database.query<{token: string}>(
      'SELECT token FROM plans LIMIT 1',
    );
    if (token === undefined) throw new Error(`No plan: ${plan.text}`);
    const due = new Date(service.clock.now().getTime() + hourMs);
    await service.database.query(
      `INSERT INTO subscriptions (token, merchant, customer, plan, payment_method, state, amount, amount_minor, currency,
         interval_unit, interval_count, time_zone, product, anchor, next_period, next_charge_at, created_at, updated_at)
       SELECT 'sub_' || gen_random_uuid(), m.merchant, m.customer, $1, m.token, 'active', '12.50', 1250, 'USD',
         'MONTH', 1, 'UTC', 'Season box', $2::timestamptz - interval '1 month', 1, $2, $3, $3
       FROM generate_series(1, $4::int) AS n
       JOIN (SELECT *, row_number() OVER (ORDER BY token) - 1 AS turn FROM payment_methods) AS m ON m.turn = n % $5::int`,
      [token, due, service.clock.now(), subscriptions, cards],
    );
    return due;
  } finally {
    client.close();
    await service.close();
  }
}

/** Creates customers at a steady pace until told to stop; answers how long each took, in milliseconds. */
async function askSteadily(client: Client, api: string, isOver: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  const headers = {'content-type': 'application/json', 'x-sfpy-merchant-secret': developmentKeys.secretKey};
  while (!isOver()) {
    const {status, milliseconds, text} = await client.send(
      'POST',
      `${api}/user/customers/v1/`,
      headers,
      '{"first_name":"Ada"}',
    );
    if (status !== 200) throw new Error(`${status} ${text}`);
    times.push(milliseconds);
    await pause(Math.max(0, everyMs - milliseconds));
  }
  return times;
}

/** Moves the clock there and waits until nothing is due any more, however long that takes. */
async function chargeAll(service: ServiceProcess, due: Date): Promise<number> {
  const begun = performance.now();
  // The answer waits for all of it, which may be longer than a request may last: where the clock stands is looked at instead.
  const moved = service.post('/sandbox/v1/clock/advance', {to: due.toISOString()}).catch(() => undefined);
  for (;;) {
    // Each request for the progress of a travel counts anew: not too often.
    await pause(200);
    const {json} = await service.get('/sandbox/v1/clock');
    const arrived = new Date(at(json, 'data', 'now') as string) >= due;
    if (arrived && (at(json, 'data', 'travel') ?? null) === null) break;
  }
  const milliseconds = performance.now() - begun;
  await moved;
  return milliseconds;
}

/** Every subscription was charged, and none of them twice (V1, V2), by the network's own books. */
async function checkBooks(service: ServiceProcess, subscriptions: number): Promise<string[]> {
  const {json} = await service.get('/sandbox/v1/ledger');
  const taken = (at(json, 'data') as readonly {tracker: string; kind: string; approved: boolean}[]).filter(
    ({tracker, kind, approved}) => tracker.startsWith('ch_') && kind === 'capture' && approved,
  );
  const charges = new Set(taken.map(({tracker}) => tracker));
  return [
    ...(taken.length === charges.size ? [] : [`V1 ${taken.length - charges.size} charges were taken twice`]),
    ...(charges.size === subscriptions ? [] : [`V2 ${charges.size} of ${subscriptions} were charged`]),
  ];
}

async function measure(engine: string, database: string, due: Due, bar: boolean): Promise<ProofResult> {
  const instant = await prepare(database, due);
  const service = new ServiceProcess({database});
  const client = new Client(1);
  try {
    const {api} = await service.ready();
    const idleUntil = performance.now() + idleMs;
    const idle = await askSteadily(client, api, () => performance.now() > idleUntil);
    let over = false;
    const before = processorTime(service.pid)?.own ?? 0;
    const asked = askSteadily(client, api, () => over);
    const milliseconds = await chargeAll(service, instant).finally(() => (over = true));
    const busy = await asked;
    const spent = ((processorTime(service.pid)?.own ?? 0) - before) / due.subscriptions;
    const rate = due.subscriptions / (milliseconds / 1000);
    const [quiet, loaded] = [percentile(idle, 99), percentile(busy, 99)];
    return {
      lines: [
        `${engine}: ${due.subscriptions} charges in ${(milliseconds / 1000).toFixed(1)} s, ${rate.toFixed(0)}/s, ${spent.toFixed(2)} ms of a processor each`,
        `${engine}: API p99 ${loaded.toFixed(1)} ms while charging (p50 ${percentile(busy, 50).toFixed(1)}), ${quiet.toFixed(1)} ms idle`,
      ],
      violations: [
        ...(await checkBooks(service, due.subscriptions)),
        // How fast it is can be told only where nothing else runs.
        ...(bar && rate < goal.chargesPerSecond ? [`${engine}: ${rate.toFixed(0)} charges/s`] : []),
        ...(bar && loaded > goal.timesIdle * quiet
          ? [`${engine}: p99 is ${(loaded / quiet).toFixed(1)} × idle`]
          : []),
      ],
    };
  } finally {
    client.close();
    await service.kill();
  }
}

/** On PGlite, whose one connection charging and API share. */
async function embedded(bar: boolean): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-d7-'));
  try {
    const due = bar ? {subscriptions: 20_000, cards: 100} : {subscriptions: 1000, cards: 10};
    return await measure('PGlite', join(folder, 'db'), due, bar);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const parts = [
    await embedded(bar),
    await onPostgres((cluster) => sameHoweverMuchIsStored(cluster, bar)),
    ...(bar ? [await onPostgres((cluster) => severalWorkers(cluster))] : []),
  ];
  return {
    lines: parts.flatMap(({lines}) => lines),
    violations: parts.flatMap(({violations}) => violations),
  };
}
