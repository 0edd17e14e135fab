import {mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {startService} from '../../service/src/index.js';
import {developmentKeys} from '../../service/src/options.js';
import {Client, percentile} from '../../bench/support/client.js';
import {saveCard} from '../../bench/support/save.js';
import {ServiceProcess, at} from './support/service-process.js';
import {sizeOf} from './support/size.js';
import {curveOf} from './support/soak-curve.js';
import {csvOf, figuresOf, violationsIn, unnoticedLeaks, type Sample} from './support/soak-samples.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D5';
export const title =
  'a service that runs for long under saves, renewals and events: memory, descriptors and times stay flat';

/** Subscriptions that are charged daily, on a clock that runs so many times as fast. */
const [subscriptions, timesFast] = [200, 100];
const hourMs = 3_600_000;
const results = '.cache/soak';

/** Saves a card, and writes down subscriptions to it that fall due one after the other through the day. */
async function prepare(database: string): Promise<void> {
  const service = await startService({database, port: 0, fieldsPort: 0, issuerPort: 0});
  const client = new Client(1);
  try {
    await saveCard(client, service.urls);
    await client.send(
      'POST',
      `${service.urls.api}/client/plans/v1/`,
      {'content-type': 'application/json', 'x-sfpy-merchant-secret': developmentKeys.secretKey},
      JSON.stringify({
        ...{amount: '12.50', currency: 'USD', interval: 'DAY', interval_count: 1},
        ...{type: 'RECURRING', product: 'Season box', active: true},
      }),
    );
    await service.database.query(
      `INSERT INTO subscriptions (token, merchant, customer, plan, payment_method, state, amount, amount_minor, currency,
         interval_unit, interval_count, time_zone, product, anchor, next_period, next_charge_at, created_at, updated_at)
       SELECT 'sub_' || gen_random_uuid(), m.merchant, m.customer, p.token, m.token, 'active', '12.50', 1250, 'USD',
         'DAY', 1, 'UTC', 'Season box', due - interval '1 day', 1, due, now(), now()
       FROM generate_series(1, $1::int) AS n, payment_methods AS m, plans AS p,
         LATERAL (SELECT now() + n * interval '1 day' / $1::int AS due) AS days`,
      [subscriptions],
    );
  } finally {
    client.close();
    await service.close();
  }
}

const sizeOfFolder = (folder: string): number =>
  readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter((entry) => entry.isFile())
    .reduce((sum, {parentPath, name}) => sum + statSync(join(parentPath, name)).size, 0);

/** A receiver of events that takes everything. */
async function receiver() {
  let events = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      events++;
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/events`,
    events: () => events,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A service under its load, and what is seen of it. */
class Run {
  readonly samples: Sample[] = [];
  readonly failures: string[] = [];
  readonly #service: ServiceProcess;
  readonly #folder: string;
  readonly #started = performance.now();
  #times: number[] = [];
  #saves = 0;

  constructor(service: ServiceProcess, folder: string) {
    this.#service = service;
    this.#folder = folder;
  }

  get minutes(): number {
    return (performance.now() - this.#started) / 60_000;
  }

  /** Saves a card every so often, each for a customer of its own. */
  async save(everyMs: number, isOver: () => boolean): Promise<void> {
    const client = new Client(4);
    const urls = await this.#service.ready();
    while (!isOver()) {
      const begun = performance.now();
      await saveCard(client, urls).catch((error: Error) => this.failures.push(error.message));
      const took = performance.now() - begun;
      this.#times.push(took);
      this.#saves++;
      await pause(Math.max(0, everyMs - took));
    }
    client.close();
  }

  /** Moves the clock on once a second. Saves begin and end between two days, so that their tokens live. */
  async hurry(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause(1000);
      const {json} = await this.#service.get('/sandbox/v1/clock');
      const now = Date.parse(at(json, 'data', 'now') as string);
      const to = new Date(now + 1000 * timesFast).toISOString();
      const {status, text} = await this.#service.post('/sandbox/v1/clock/advance', {to});
      if (status !== 200) this.failures.push(`clock: ${status} ${text}`);
    }
  }

  async look(): Promise<void> {
    const log = join(this.#folder, 'heap.log');
    const lines = () => readFileSync(log, {encoding: 'utf8', flag: 'a+'}).split('\n').filter(Boolean);
    const before = lines().length;
    process.kill(this.#service.pid, 'SIGUSR2');
    while (lines().length === before) await pause(20);
    const {heapUsed, rss} = JSON.parse(lines().at(-1)!) as {heapUsed: number; rss: number};
    const times = this.#times;
    this.#times = [];
    this.samples.push({
      minutes: this.minutes,
      heapMb: heapUsed / 1e6,
      residentMb: rss / 1e6,
      descriptors: readdirSync(`/proc/${this.#service.pid}/fd`).length,
      folderMb: sizeOfFolder(join(this.#folder, 'db')) / 1e6,
      saves: this.#saves,
      p50: percentile(times, 50),
      p99: percentile(times, 99),
    });
    mkdirSync(results, {recursive: true});
    writeFileSync(join(results, 'soak.csv'), csvOf(this.samples));
    writeFileSync(join(results, 'soak.svg'), curveOf(this.samples));
  }
}

/**
 * The bar is two hours at four saves a second; `CARD_VAULT_MINUTES` and `CARD_VAULT_SAVES` (a second) name others. Curve and figures are
 * written to `.cache/soak` while it runs.
 */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const minutes = sizeOf('CARD_VAULT_MINUTES', {bar, slice: 0.5, full: 120});
  const perSecond = sizeOf('CARD_VAULT_SAVES', {bar, slice: 4, full: 4});
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-soak-'));
  const events = await receiver();
  await prepare(join(folder, 'db'));
  process.env['CARD_VAULT_HEAP_LOG'] = join(folder, 'heap.log');
  const service = new ServiceProcess({
    database: join(folder, 'db'),
    flags: ['--webhook-url', events.url],
    preload: new URL('./support/heap-on-signal.mjs', import.meta.url).href,
  });
  try {
    await service.ready();
    const run = new Run(service, folder);
    const isOver = () => run.minutes > minutes;
    const load = Promise.all([run.save(1000 / perSecond, isOver), run.hurry(isOver)]);
    const everyMs = Math.min(60_000, (minutes * 60_000) / 20);
    for (; !isOver(); await pause(everyMs)) await run.look();
    await load;
    await run.look();
    const {samples, failures} = run;
    const figures = figuresOf(samples);
    const days = (samples.at(-1)!.minutes * 60_000 * timesFast) / (24 * hourMs);
    return {
      lines: [
        `${minutes} minutes, ${samples.at(-1)!.saves} saves, ${days.toFixed(1)} days of renewals of ${subscriptions} subscriptions, ${events.events()} events`,
        `later half, every 10 minutes: heap ${figures.heapMbPerTenMinutes.toFixed(2)} MB, process ${figures.residentMbPerTenMinutes.toFixed(1)} MB; descriptors ±${figures.moreDescriptors}; ${Math.round(figures.bytesPerSave.late)} bytes of disk a save (earlier ${Math.round(figures.bytesPerSave.early)})`,
      ],
      violations: [
        ...unnoticedLeaks(),
        ...failures.slice(0, 5),
        // A minute is all warm-up.
        ...(minutes >= 30 ? violationsIn(samples) : []),
      ],
    };
  } finally {
    await service.kill();
    events.close();
    rmSync(folder, {recursive: true, force: true});
  }
}
