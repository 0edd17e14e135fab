import {randomUUID} from 'node:crypto';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {developmentKeys} from '../../service/src/options.js';
import {Client, percentile, type Timed} from '../../bench/support/client.js';
import type {FloodRequest, FloodResult} from './support/flood.js';
import {flood} from './support/flooding.js';
import {RawSave} from './support/raw-save.js';
import {ServiceProcess, at} from './support/service-process.js';
import {sizeOf} from './support/size.js';
import {advance, checkHolds, checkSave, ledger} from './support/verify.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D3';
export const title =
  'of ten times as many requests as it can answer, the service refuses most and answers the others in time';

/** Of what the service can answer, so many times as much is asked. */
const times = 10;
const goals = {acceptedMs: 1000, normalAfterMs: 5000};
/** Answers in a row that are as quick as before: then the service is back to normal. */
const quickAnswers = 10;
const savers = 3;
/** More than the time after which a hold is owed back. */
const dueMs = 31 * 60_000;

const headers = {
  'content-type': 'application/json',
  'x-sfpy-merchant-secret': developmentKeys.secretKey,
};
/** What a visit of a page begins with: the shop's server opens a tracker for the shopper. */
const openTracker = (customer: string): FloodRequest => ({
  ...{method: 'POST', path: '/order/payments/v3/', headers},
  body: JSON.stringify({user: customer, currency: 'PKR', entry_mode: 'raw'}),
});

interface Overload {
  readonly capacity: number;
  readonly flooded: FloodResult;
  readonly health: {readonly asked: number; readonly failed: number; readonly p99: number};
  readonly saves: number;
  readonly normalAfterMs: number;
  readonly violations: readonly string[];
}

/** Asks again and again whether the process lives and is ready, until `isOver`. */
async function watchHealth(api: string, isOver: () => boolean) {
  const client = new Client(1);
  const took: number[] = [];
  let failed = 0;
  try {
    for (let count = 0; !isOver(); count++) {
      const path = count % 2 === 0 ? '/healthz' : '/readyz';
      const {status, text, milliseconds} = await client.send('GET', `${api}${path}`, {});
      took.push(milliseconds);
      // On a slow machine the database may not answer in the time that readiness gives it.
      if (status !== 200 && (path === '/healthz' || text.includes('service.overloaded'))) failed++;
      await pause(100);
    }
  } finally {
    client.close();
  }
  return {asked: took.length, failed, p99: percentile(took, 99)};
}

/** Saves cards, one after the other; what is refused is asked again under the same key. */
async function saveOn(service: ServiceProcess, isOver: () => boolean, saves: RawSave[]): Promise<void> {
  while (!isOver()) {
    const save = new RawSave(saves.length % 3 === 0);
    saves.push(save);
    while (!(await save.run(() => Promise.resolve(service)))) await pause(50);
  }
}

/** Milliseconds until so many answers in a row were as quick as the slowest of a quiet service. */
async function untilNormal(ask: () => Promise<Timed>, quietMs: number): Promise<number> {
  const begun = performance.now();
  for (let quick = 0; quick < quickAnswers && performance.now() - begun < 60_000;) {
    const {status, milliseconds} = await ask();
    quick = status === 200 && milliseconds <= quietMs ? quick + 1 : 0;
    await pause(20);
  }
  return performance.now() - begun;
}

const open = (client: Client, api: string, {path, body}: FloodRequest) =>
  client.send('POST', api + path, headers, body);

const trackersOf = async (service: ServiceProcess) =>
  Number(at((await service.get('/reporter/api/v1/payments?limit=1')).json, 'data', 'count'));

/** Every answer that acknowledged something is true, and nothing else was done. */
async function check(service: ServiceProcess, saves: readonly RawSave[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const save of saves) wrong.push(...(await checkSave(service, save)));
  await advance(service, dueMs);
  return [...wrong, ...checkHolds(await ledger(service))];
}

interface Size {
  readonly seconds: number;
  readonly connections: number;
}

async function overload({seconds, connections}: Size, flags: readonly string[] = []): Promise<Overload> {
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-d3-'));
  const service = new ServiceProcess({database: join(folder, 'db'), flags: ['--allow-raw', ...flags]});
  const client = new Client(1);
  try {
    const {api} = await service.ready();
    const {json} = await service.post('/user/customers/v1/', {first_name: 'Ada'}, randomUUID());
    const request = openTracker(at(json, 'data', 'token') as string);
    const requests = [request];
    const ask = () => open(client, api, request);
    const fully = {url: api, connections: 32, perSecond: 100_000, requests};
    await flood({...fully, count: 1000});
    const measured = await flood({...fully, count: 2000});
    const capacity = 2000 / measured.seconds;
    const quiet: number[] = [];
    while (quiet.length < 50) quiet.push((await ask()).milliseconds);

    const before = await trackersOf(service);
    const saves: RawSave[] = [];
    let isOver = false;
    const perSecond = Math.round(capacity * times);
    const [flooded, health] = await Promise.all([
      flood({...{url: api, connections, perSecond, requests, seconds}, count: perSecond * seconds}).finally(
        () => (isOver = true),
      ),
      watchHealth(api, () => isOver),
      ...Array.from({length: savers}, () => saveOn(service, () => isOver, saves)),
    ]);
    const done = (await trackersOf(service)) - before - saves.length;
    const acknowledged = flooded.statuses['200'] ?? 0;
    const normalAfterMs = await untilNormal(ask, Math.max(100, 3 * percentile(quiet, 99)));
    const violations = await check(service, saves);
    // A request whose connection ended without an answer may have been done.
    if (done < acknowledged || done > acknowledged + flooded.broken)
      violations.push(`V17 ${acknowledged} trackers were acknowledged, and ${done} are there`);
    return {capacity, flooded, health, saves: saves.length, normalAfterMs, violations};
  } finally {
    client.close();
    await service.kill();
    await rm(folder, {recursive: true, force: true});
  }
}

/** Times are judged by the bar only, on a machine where little else runs. */
function violationsIn({flooded, health, saves, normalAfterMs, violations}: Overload, bar: boolean): string[] {
  const {statuses, accepted} = flooded;
  const others = Object.keys(statuses).filter((status) => !['200', '429', '503'].includes(status));
  return [
    ...violations,
    ...((statuses['503'] ?? 0) > 0 ? [] : ['nothing was refused']),
    ...((statuses['200'] ?? 0) > 0 && saves > 0 ? [] : ['nothing was answered']),
    ...others.map((status) => `V26 ${statuses[status]} answers with ${status}`),
    ...(flooded.withoutRetryAfter > 0 ? [`${flooded.withoutRetryAfter} refusals without Retry-After`] : []),
    ...(health.failed > 0 ? [`health or readiness was refused ${health.failed} times`] : []),
    ...(bar && accepted.p99 > goals.acceptedMs
      ? [`accepted requests take ${Math.round(accepted.p99)} ms (p99)`]
      : []),
    ...(bar && normalAfterMs > goals.normalAfterMs
      ? [`back to normal after ${(normalAfterMs / 1000).toFixed(1)} s`]
      : []),
  ];
}

/** The slice overloads for 5 s over 1,500 connections, the bar for 60 s over 14,000, which wait for their refusals. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const seconds = sizeOf('CARD_VAULT_SECONDS', {bar, slice: 5, full: 60});
  const connections = bar ? 14_000 : 1500;
  // A service without a bound: every request waits behind all others.
  const unbounded = ['--max-requests', '1000000'];
  const planted = await overload({seconds: 5, connections: Math.min(connections, 10_000)}, unbounded);
  const found = await overload({seconds, connections});
  const {capacity, flooded, health, saves, normalAfterMs} = found;
  const {statuses, accepted, refused, sent, broken} = flooded;
  const rate = sent / seconds;
  const ms = (time: number) => `${Math.round(time)} ms`;
  return {
    lines: [
      `${Math.round(rate)} requests a second for ${seconds} s, ${(rate / capacity).toFixed(1)} × the ${Math.round(capacity)} that it answers: ${Object.entries(
        statuses,
      )
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}, ${broken} without an answer`,
      `accepted p50 ${ms(accepted.p50)}, p99 ${ms(accepted.p99)}; refused p50 ${ms(refused.p50)}, p99 ${ms(refused.p99)}; health asked ${health.asked} times, p99 ${ms(health.p99)}`,
      `${saves} cards saved meanwhile; back to normal after ${(normalAfterMs / 1000).toFixed(1)} s`,
      `without a bound: accepted p99 ${ms(planted.flooded.accepted.p99)}`,
    ],
    violations: [
      ...(violationsIn(planted, bar).length > 0 ? [] : ['a service without a bound is not noticed']),
      ...violationsIn(found, bar),
      ...(bar && Math.round(rate / capacity) < times ? [`asked for less than ${times} × the capacity`] : []),
    ],
  };
}
