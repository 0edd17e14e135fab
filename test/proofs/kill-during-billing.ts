import {mkdtemp, rm} from 'node:fs/promises';
import type {ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {createWebhooks} from '../../src/server/index.js';
import {developmentKeys} from '../../service/src/options.js';
import type {Subscription} from '../../service/src/domain/subscriptions/subscription.js';
import {randomFraction} from '../../service/src/edges/faults/random.js';
import {Receiver, type Received} from '../../service/test/support/receiver.js';
import {expectedInstant} from '../../service/test/support/schedule-oracle.js';
import {Phoenix, seedSubscriptions, type Seeded} from './support/billing-kills.js';
import {onPostgres} from './support/postgres.js';
import type {Cluster} from '../../service/test/support/postgres.js';
import {at, p} from './support/service-process.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A15';
export const title =
  'kill -9 in the middle of billing: every period charged once, declines tried as often as agreed, every event sent, nothing made up (V1 to V5, V21)';

const subscriptions = 60;
const hourMs = 3_600_000;
const stepMs = 30 * 24 * hourMs;
/** A kill follows the first event after a start by up to so much: the batches that come then take about as long. */
const latestMs = 250;

interface Line {
  readonly tracker: string;
  readonly kind: string;
  readonly approved: boolean;
  readonly amount: number;
  readonly currency: string;
}

interface Notified {
  readonly subscription: string;
  readonly type: string;
  readonly sequence: number | undefined;
  readonly charge: string | undefined;
  /** When the charge is tried again after it failed; `null` when that was the last time. */
  readonly nextAttemptAt: string | null;
}

/** What the shop's receiver believed: the genuine events, by id. */
class Shop {
  readonly events = new Map<string, Notified>();
  readonly refused: string[] = [];
  taken = 0;
  readonly #webhooks = createWebhooks({
    scheme: 'standard',
    secrets: [developmentKeys.webhookSecret],
  });

  readonly behave = (received: Received, response: ServerResponse): void => {
    void this.#take(received).then(
      () => response.end(),
      (error: Error) => {
        this.refused.push(`${received.id}: ${error.message}`);
        response.writeHead(401).end();
      },
    );
  };

  async #take({headers, body}: Received): Promise<void> {
    const event = await this.#webhooks.verify(
      new Request('http://shop.example/webhooks', {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      }),
    );
    this.taken++;
    const {type} = event;
    const {subscription, sequence, charge} = event as Partial<Notified>;
    const {data} = JSON.parse(body) as {data: Readonly<Record<string, unknown>>};
    const nextAttemptAt = (data['next_attempt_at'] ?? null) as string | null;
    this.events.set(event.id, {type, subscription: subscription ?? '', sequence, charge, nextAttemptAt});
  }
}

/** Moves the clock to an instant, however often the process dies meanwhile. `jump` catches up as after down time. */
async function advanceTo(phoenix: Phoenix, instant: number, jump: boolean): Promise<void> {
  for (;;) {
    const service = await phoenix.current;
    const body = {to: new Date(instant).toISOString(), ...(jump && {catch_up: true})};
    const reply = await service.post('/sandbox/v1/clock/advance', body).catch(() => undefined);
    // 409: a jump was written down before the process died; the next advance waits for what fell due by it.
    if (reply?.status === 200 || reply?.status === 409) return;
    if (reply && reply.status !== 503) throw new Error(`The clock stands: ${reply.text}`);
    await pause(5);
  }
}

/** Kills while time goes by. Answers where the clock was sent at last. */
async function killThroughTime(
  phoenix: Phoenix,
  receiver: Receiver,
  {kills, seed}: {readonly kills: number; readonly seed: number},
): Promise<{readonly target: number; readonly again: readonly number[]}> {
  // Half a day off the hour at which periods begin, so that none is due at the very end.
  let target = Date.now() + 12 * hourMs;
  const again: number[] = [];
  let ended = false;
  const travel = async () => {
    for (let step = 0; !ended; step++) await advanceTo(phoenix, (target += stepMs), step % 2 === 1);
  };
  const kill = async () => {
    try {
      for (let round = 0; round < kills; round++) {
        await phoenix.current;
        const began = performance.now();
        await receiver.count(receiver.log.length + 1);
        again.push(performance.now() - began);
        await pause(randomFraction(seed, round) * latestMs);
        await phoenix.kill();
      }
    } finally {
      ended = true;
    }
  };
  const travelling = travel();
  // A clock that stands ends the proof; otherwise it is the killer who does.
  await Promise.race([kill(), travelling.then(() => new Promise<never>(() => undefined))]);
  await travelling;
  return {target, again};
}

/** Tokens of the charges of every period that has begun, by a second reading of the schedule rule. */
function chargesDue(made: readonly Subscription[], until: number): ReadonlyMap<string, Subscription> {
  const due = new Map<string, Subscription>();
  for (const subscription of made) {
    const {anchor, interval_unit, interval_count, time_zone, token} = subscription;
    const schedule = {
      ...{anchor: anchor.toISOString(), interval: interval_unit, intervalCount: interval_count},
      timeZone: time_zone,
    };
    const begins = (k: number) => (k === 0 ? anchor.getTime() : expectedInstant(schedule, k));
    for (let k = 0; begins(k) <= until; k++) due.set(`${token.replace('sub_', 'ch_')}_${k}`, subscription);
  }
  return due;
}

/** The network's books against the schedule: each period captured once, for its price, and nothing else moved. */
function checkBooks(lines: readonly Line[], due: ReadonlyMap<string, Subscription>): string[] {
  const wrong: string[] = [];
  const captured = new Map<string, number>();
  for (const {tracker, kind, approved, amount, currency} of lines) {
    const subscription = due.get(tracker);
    if (!subscription) wrong.push(`V2 ${tracker}: a ${kind} for a period that is not due`);
    else if (amount !== Number(subscription.amount_minor) || currency !== subscription.currency)
      wrong.push(`V3 ${tracker}: ${kind} of ${amount} ${currency}`);
    if (!approved || (kind !== 'capture' && kind !== 'authorization'))
      wrong.push(`V1 ${tracker}: ${approved ? '' : 'declined '}${kind}`);
    if (kind === 'capture') captured.set(tracker, (captured.get(tracker) ?? 0) + 1);
  }
  for (const token of due.keys()) {
    const count = captured.get(token) ?? 0;
    if (count !== 1) wrong.push(`V1, V2 ${token} was captured ${count} times`);
  }
  const authorizations = lines.filter(({kind}) => kind === 'authorization').length;
  if (authorizations !== due.size) wrong.push(`V1 ${authorizations} authorizations for ${due.size} periods`);
  return wrong;
}

/** The first try and the four of the dunning; a jump of the clock may pass over some of those. */
const mostTries = 5;
const dunningMs = 8 * 24 * hourMs;

/** A card that pays once and is declined ever after: tried a few times in the second period, announced each time, and left alone then. */
function checkDeclines(
  shop: Shop,
  lines: readonly Line[],
  {declining, until}: {readonly declining: readonly Subscription[]; readonly until: number},
): string[] {
  const wrong: string[] = [];
  for (const {token, anchor, ...terms} of declining) {
    const charge = (period: number) => `${token.replace('sub_', 'ch_')}_${period}`;
    const own = lines.filter(({tracker}) => tracker.startsWith(charge(0).slice(0, -1)));
    const first = own.filter(({tracker}) => tracker === charge(0));
    if (first.filter(({kind, approved}) => kind === 'capture' && approved).length !== 1 || first.length !== 2)
      wrong.push(`V1, V2 ${charge(0)}: ${first.map(({kind}) => kind).join(', ')}`);
    const tries = own.filter(({tracker}) => tracker === charge(1));
    if (tries.some(({kind, approved}) => kind !== 'authorization' || approved))
      wrong.push(`V1 ${charge(1)}: ${tries.map(({kind}) => kind).join(', ')}`);
    if (own.length !== first.length + tries.length)
      wrong.push(`V18 ${token} was charged after it had failed for good`);
    const events = [...shop.events.values()].filter(
      (event) => event.charge === charge(1) && event.type === 'subscription.payment_failed',
    );
    if (tries.length > mostTries || events.length !== tries.length)
      wrong.push(
        `V4, V5 ${charge(1)} was declined ${tries.length} times, and ${events.length} events tell of it`,
      );
    const {interval_unit: interval, interval_count: intervalCount, time_zone: timeZone} = terms;
    const due = expectedInstant({anchor: anchor.toISOString(), interval, intervalCount, timeZone}, 1);
    const last = events.filter(({nextAttemptAt}) => nextAttemptAt === null).length;
    if (due + dunningMs < until && last !== 1)
      wrong.push(`V2 ${charge(1)}: ${tries.length} tries, ${last} of them the last`);
  }
  return wrong;
}

/** The events against the books: one event a capture, none for anything else, numbered without a gap. */
function checkEvents(shop: Shop, lines: readonly Line[], {paying, declining}: Seeded): string[] {
  const wrong = shop.refused.map((message) => `V4 the shop could not believe ${message}`);
  const captures = new Set(lines.filter(({kind}) => kind === 'capture').map(({tracker}) => tracker));
  const failing = new Set(declining.map(({token}) => token));
  const paid = new Map<string, number>();
  const sequences = new Map<string, number[]>();
  for (const [event, {type, charge = '', subscription, sequence}] of shop.events) {
    sequences.set(subscription, [...(sequences.get(subscription) ?? []), sequence ?? NaN]);
    const mayFail = type === 'subscription.payment_failed' && failing.has(subscription);
    if (type === 'subscription.payment_succeeded') paid.set(charge, (paid.get(charge) ?? 0) + 1);
    else if (type !== 'subscription.created' && !mayFail) wrong.push(`V5 ${event} tells of ${type}`);
  }
  for (const charge of captures) {
    const count = paid.get(charge) ?? 0;
    if (count !== 1) wrong.push(`V4 ${charge} was captured, and ${count} events tell of it`);
  }
  for (const charge of paid.keys()) {
    if (!captures.has(charge)) wrong.push(`V5 ${charge} was sent and is not in the books`);
  }
  for (const {token} of [...paying, ...declining]) {
    const numbers = (sequences.get(token) ?? []).sort((a, b) => a - b);
    if (numbers.length === 0 || numbers.some((number, index) => number !== index + 1))
      wrong.push(`V21 ${token} was sent as ${numbers.join(', ')}`);
  }
  return wrong;
}

/** What is to be lived through. */
interface Killing {
  readonly kills: number;
  readonly seed: number;
  /** A bug on purpose, as a module that every process loads. */
  readonly preload?: string;
}

async function killBilling(
  engine: string,
  database: string,
  {kills, seed, preload}: Killing,
): Promise<ProofResult> {
  const shop = new Shop();
  const receiver = await Receiver.start(shop.behave);
  const phoenix = new Phoenix({database, flags: ['--webhook-url', receiver.url], preload});
  try {
    // The first life makes the tables and the endpoint; one process holds a folder at a time.
    await phoenix.current;
    await phoenix.kill('SIGTERM');
    const made = await seedSubscriptions(database, subscriptions);
    phoenix.starts.length = 0;
    const {target, again} = await killThroughTime(phoenix, receiver, {kills, seed});
    await advanceTo(phoenix, target + stepMs, false);
    const service = await phoenix.current;
    const {json} = await service.get('/sandbox/v1/ledger');
    const lines = at(json, 'data') as readonly Line[];
    const until = target + stepMs;
    const due = chargesDue(made.paying, until);
    const failing = new Set(made.declining.map(({token}) => token.replace('sub_', 'ch_')));
    const isPaying = ({tracker}: Line) => !failing.has(tracker.replace(/_\d+$/, ''));
    const violations = [
      ...checkBooks(lines.filter(isPaying), due),
      ...checkDeclines(shop, lines, {declining: made.declining, until}),
      ...checkEvents(shop, lines, made),
    ];
    const declines = lines.filter(({approved}) => !approved).length;
    if (declines === 0) violations.push('no card was declined: nothing is shown of that');
    const starts = phoenix.starts.slice(1);
    const captures = lines.filter(({kind}) => kind === 'capture').length;
    return {
      lines: [
        `${engine}: ${kills} kills (seed ${seed}), ${captures} charges of ${due.size} periods of ${made.paying.length} subscriptions; ${declines} declines of ${made.declining.length} that cannot pay`,
        `${engine}: ${shop.events.size} events, ${shop.taken - shop.events.size} of them sent again`,
        `${engine}: first 200 after a start p50 ${p(starts, 50)} ms, p95 ${p(starts, 95)} ms; first event after that p50 ${p(again, 50)} ms, p95 ${p(again, 95)} ms`,
      ],
      violations: violations.slice(0, 20).map((violation) => `${engine}: ${violation}`),
    };
  } finally {
    await phoenix.kill();
    await receiver.close();
  }
}

async function onFolder(options: {readonly kills: number; readonly seed: number}): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-a15-'));
  try {
    return await killBilling('PGlite', join(folder, 'db'), options);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** With this bug in the service, which shows only after a start, it must not look well. */
async function planted(cluster: Cluster, seed: number): Promise<ProofResult> {
  const preload = new URL('./support/forgets-deliveries.mjs', import.meta.url).href;
  const database = await cluster.createDatabase();
  const {violations} = await killBilling('planted', database, {kills: 4, seed, preload});
  const found = violations.filter((violation) => /V4\b.* events tell of it$/.test(violation));
  const name = 'planted “the first events after a start are not sent”';
  return found.length > 0
    ? {lines: [`${name}: noticed (${found[0]})`], violations: []}
    : {lines: [], violations: [`${name}: not noticed`]};
}

/** Kills on both engines. `CARD_VAULT_KILLS` makes the full figure smaller, to try it out. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const kills = Number(process.env['CARD_VAULT_KILLS'] ?? (bar ? 100 : 25));
  const options = {kills, seed: bar ? Date.now() % 1_000_000 : 15};
  const results = [
    await onFolder(options),
    await onPostgres(async (cluster) => killBilling('PostgreSQL', await cluster.createDatabase(), options), {
      durable: true,
    }),
    await onPostgres((cluster) => planted(cluster, options.seed)),
  ];
  return {
    lines: results.flatMap(({lines}) => lines),
    violations: results.flatMap(({violations}) => violations),
  };
}
