import {randomUUID} from 'node:crypto';
import type {ServerResponse} from 'node:http';
import {composeEvents} from '../../service/src/compose/domain.js';
import {makeDeliveries} from '../../service/src/edges/webhooks/deliveries.js';
import {startTestService, string, type TestService} from '../../service/test/support/harness.js';
import {homeOf} from '../../service/test/support/billing.js';
import {Receiver, type Received} from '../../service/test/support/receiver.js';
import {
  bareSubscription,
  endpoint,
  path,
  readEndpoint,
  appendEvents,
} from '../../service/test/support/webhooks.js';
import type {ProofResult} from './support/proof.js';
import {drawing} from '../support/drawing.js';

export const id = 'A8';
export const title =
  'a receiver that fails, is silent, forgets to answer and is away for three days still hears of every event';

const hour = 3600;
const downHours = 72;
/** How long the sender waits for an answer: short, so that a receiver that is silent so often does not make a long proof. */
const timeoutMs = 200;
const subscriptions = 40;

/** What the receiver itself knows: the proof trusts this and nothing of the service's. */
class Shop {
  /** How often each event was taken. */
  readonly taken = new Map<string, number>();
  readonly sequences = new Map<string, Set<number>>();
  readonly faults = {'5xx': 0, silence: 0, 'taken, then cut': 0};
  requests = 0;
  readonly #draw = drawing(8);

  readonly behave = (received: Received, response: ServerResponse): void => {
    this.requests++;
    const luck = this.#draw();
    if (luck < 0.3) {
      this.faults['5xx']++;
      response.writeHead(luck < 0.15 ? 500 : 503).end();
    } else if (luck < 0.4) {
      this.faults.silence++;
    } else if (luck < 0.45) {
      this.faults['taken, then cut']++;
      this.#take(received);
      response.socket?.destroy();
    } else {
      this.#take(received);
      response.end();
    }
  };

  #take({id: event, subscription, sequence}: Received): void {
    this.taken.set(event, (this.taken.get(event) ?? 0) + 1);
    if (subscription === undefined || sequence === undefined) return;
    const known = this.sequences.get(subscription) ?? new Set<number>();
    this.sequences.set(subscription, known.add(sequence));
  }
}

async function advanceHours(it: TestService, hours: number): Promise<void> {
  for (let left = hours; left > 0; left -= 6) {
    const to = new Date(it.service.clock.now().getTime() + Math.min(left, 6) * hour * 1000);
    const reply = await it.call('/sandbox/v1/clock/advance', {body: {to: to.toISOString()}});
    if (reply.status !== 200) throw new Error(reply.text);
  }
}

/** Commits events in turn for every subscription, and rolls some back, which may never be sent (V5). */
async function tellMany(
  it: TestService,
  count: number,
  owners: readonly string[],
): Promise<readonly string[]> {
  const phantoms: string[] = [];
  const {database, clock} = it.service;
  const store = composeEvents(clock, [makeDeliveries]);
  const merchant = await homeOf(it);
  for (let sent = 0; sent < count; sent += owners.length) {
    const some = owners.slice(0, count - sent);
    await appendEvents(
      it,
      ...some.map((subscription) => ({type: 'subscription.payment_succeeded' as const, subscription})),
    );
    const subject = `pm_${randomUUID()}`;
    phantoms.push(subject);
    await database
      .transaction(async (tx) => {
        const data = {payment_method: subject};
        store.append(tx, {merchant, type: 'payment_method.saved', subject, occurrence: subject, data});
        throw new Error('the change is rolled back');
      })
      .catch(() => undefined);
  }
  return phantoms;
}

interface Seen {
  readonly events: number;
  readonly lost: number;
  readonly duplicates: number;
  readonly extra: number;
}

async function compare(
  it: TestService,
  shop: Shop,
  phantoms: ReadonlySet<string>,
  receiver: Receiver,
  violations: string[],
): Promise<Seen> {
  const rows = await it.service.database.query<{id: string; subscription: string; sequence: number}>(
    'SELECT id, subscription, sequence FROM events WHERE subscription IS NOT NULL',
  );
  const committed = new Set(rows.map((row) => row.id));
  const lost = rows.filter((row) => !shop.taken.has(row.id));
  for (const row of lost.slice(0, 5)) violations.push(`V4: ${row.id} was never taken`);
  for (const {id: event, data} of receiver.log) {
    if (!committed.has(event) || phantoms.has(String(data['payment_method'])))
      violations.push(`V5: ${event} was sent and not committed`);
  }
  for (const subscription of new Set(rows.map((row) => row.subscription))) {
    const numbers = rows.filter((row) => row.subscription === subscription).length;
    const known = shop.sequences.get(subscription) ?? new Set();
    const whole =
      known.size === numbers &&
      Array.from({length: numbers}, (_, index) => index + 1).every((one) => known.has(one));
    if (!whole) violations.push(`V21: ${subscription} was not heard of as 1 … ${numbers}`);
  }
  const duplicates = [...shop.taken.values()].reduce((sum, count) => sum + count - 1, 0);
  return {
    events: rows.length,
    lost: lost.length,
    duplicates,
    extra: duplicates - shop.faults['taken, then cut'],
  };
}

/** Tries that were given up although the receiver was not silent: its answer came too late for the sender, as on a busy machine. */
async function lateAnswers(it: TestService, shop: Shop): Promise<number> {
  const [row] = await it.service.database.query<{count: number}>(
    `SELECT count(*)::integer AS count FROM webhook_tries WHERE failure = 'timed_out'`,
  );
  return row!.count - shop.faults.silence;
}

/** Dead letters: each with all its ten tries over the whole horizon. */
async function deadLetters(it: TestService, violations: string[]): Promise<number> {
  const rows = await it.service.database.query<{token: string; tries: number; hours: number}>(
    `SELECT d.token, count(t.number)::integer AS tries, extract(epoch FROM max(t.at) - min(t.at))::float8 / 3600 AS hours
     FROM webhook_deliveries d JOIN webhook_tries t ON t.delivery = d.token WHERE d.state = 'dead' GROUP BY d.token`,
  );
  for (const {token, tries, hours} of rows) {
    if (tries !== 10 || hours < 75)
      violations.push(`${token} was given up after ${tries} tries in ${hours} h`);
  }
  return rows.length;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const count = bar ? 10_000 : 500;
  const violations: string[] = [];
  const it = await startTestService({settings: {webhookTimeoutMs: timeoutMs}}, {looksForWork: true});
  const shop = new Shop();
  let receiver = await Receiver.start(shop.behave);
  const {log} = receiver;
  try {
    const {token} = await endpoint(it, receiver.url);
    const owners = await Promise.all(Array.from({length: subscriptions}, () => bareSubscription(it)));
    const started = performance.now();
    // Most of it at a receiver that is there, then three days without one.
    const phantoms = [...(await tellMany(it, count * 0.8, owners))];
    await advanceHours(it, 6);
    const {port} = new URL(receiver.url);
    await receiver.close();
    phantoms.push(...(await tellMany(it, count * 0.2, owners)));
    await advanceHours(it, downHours);
    const before = shop.taken.size;
    receiver = await Receiver.start(shop.behave, Number(port));
    await advanceHours(it, 100);
    const dead = await deadLetters(it, violations);
    const from = '2026-01-01T00:00:00Z';
    // As a shop does that finds dead letters: sent again until none is left.
    for (let left = dead, rounds = 0; left > 0 && rounds < 20; rounds++) {
      await it.call(`${path}/${string(token)}/replay`, {body: {from}});
      await advanceHours(it, 100);
      left = Number((await readEndpoint(it, token!))['health']!['dead']);
    }
    const seconds = (performance.now() - started) / 1000;
    const all = {log: [...log, ...receiver.log]} as Receiver;
    const seen = await compare(it, shop, new Set(phantoms), all, violations);
    if (seen.events !== count) violations.push(`${seen.events} events instead of ${count}`);
    if (seen.extra > count * 0.03) violations.push(`${seen.extra} duplicates that the proof did not force`);
    const late = await lateAnswers(it, shop);
    if (seen.extra > late)
      violations.push(`${seen.extra} unforced duplicates, and only ${late} late answers`);
    const faults = Object.entries(shop.faults)
      .map(([name, number]) => `${number} ${name}`)
      .join(', ');
    return {
      lines: [
        `${count} events, ${shop.requests} requests (${faults}), ${downHours} h without a receiver: ${seen.lost} lost`,
        `${seen.duplicates} duplicates, ${seen.extra} of them not forced by the receiver (${((100 * seen.extra) / count).toFixed(2)} %); ${late} answers came later than ${timeoutMs} ms`,
        `${count - before} events were left when the receiver came back; ${dead} dead letters, all sent again and taken`,
        `${phantoms.length} changes rolled back, none sent; sequence numbers of ${subscriptions} subscriptions whole`,
        `${(shop.requests / seconds).toFixed(0)} requests a second, clock travels included`,
      ],
      violations: violations.slice(0, 20),
    };
  } finally {
    await receiver.close();
    await it.service.close();
  }
}
