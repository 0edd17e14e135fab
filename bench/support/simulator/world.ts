import {createEventStore} from '../../../src/service/events/events.js';
import type {Events} from '../../../src/service/events/events.js';
import {silentLogger} from '../../../src/service/http/log.js';
import type {CardNetwork} from '../../../src/service/network/network.js';
import type {IntervalUnit} from '../../../src/service/plans/plan.js';
import type {Database} from '../../../src/service/storage/database.js';
import type {Subscription} from '../../../src/service/subscriptions/subscription.js';
import {createSubscriptions} from '../../../src/service/subscriptions/subscriptions.js';
import type {Subscriptions} from '../../../src/service/subscriptions/subscriptions.js';
import type {Billing} from '../../../src/service/billing/billing.js';
import type {Call} from '../../../src/service/webhooks/call.js';
import {createDeliveries, makeDeliveries} from '../../../src/service/webhooks/deliveries.js';
import {createEndpoints} from '../../../src/service/webhooks/endpoints.js';
import {Outbox} from '../../../src/service/webhooks/outbox.js';
import {EndpointSecrets} from '../../../src/service/webhooks/secrets.js';
import {Sender} from '../../../src/service/webhooks/send.js';
import type {DueWork} from '../../../src/service/worker/due-work.js';
import {billingOf, insertMethod, insertPlan, subscribeMany} from '../billing-rig.js';
import type {Rig, SetClock} from '../billing-rig.js';
import type {Random} from './random.js';

export const merchant = 'mer_simulated';
export const endpoint = 'whe_simulated';
const publicKey = 'sec_simulated';

/** A way to break the service on purpose: the simulator must notice. */
export const plants = ['fresh-attempt-keys', 'dropped-event', 'wrong-amount', 'charges-early'] as const;
export type Plant = (typeof plants)[number];

/** The process dies at a statement: nothing it had in memory is left. */
class Died extends Error {}

/** Dies at the n-th statement from now; a transaction that was open is rolled back, one that was committed stays. */
class Fuse {
  left = Number.POSITIVE_INFINITY;
  burn(): void {
    if (this.left-- <= 0) throw new Died();
  }
}

function mortal(database: Database, fuse: Fuse): Database {
  return {
    async query(sql, parameters) {
      fuse.burn();
      return database.query(sql, parameters);
    },
    async transaction(work) {
      const result = await database.transaction((tx) =>
        work({
          query(sql, parameters) {
            fuse.burn();
            return tx.query(sql, parameters);
          },
          atEnd(sql, parameters) {
            fuse.burn();
            tx.atEnd(sql, parameters);
          },
        }),
      );
      fuse.burn();
      return result;
    },
    close: () => Promise.resolve(),
  };
}

/** What the network does with a request: answers, or loses the request, or the answer, or hears it twice. */
export const networkModes = ['fine', 'lost-before', 'lost-after', 'doubled'] as const;
/** What the receiver does with an event. */
export const receiverModes = ['fine', 'status-500', 'timed-out', 'reset-after', 'slow-down'] as const;

/** A delivery as the receiver saw it. */
export interface Received {
  readonly token: string;
  readonly type: string;
  readonly sequence: number;
  readonly created_at: {readonly seconds: number};
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Worker {
  /** Its clock is that much ahead of the others'. */
  aheadMs: number;
  readonly fuse: Fuse;
  readonly billing: Billing;
  readonly work: readonly DueWork[];
}

/** One run of the simulator: the service's parts around one database, and everything outside of it under control. */
export class World {
  readonly rig: Rig;
  readonly random: Random;
  readonly plant: Plant | undefined;
  /** What time it is. Workers may think otherwise. */
  readonly clock: SetClock;
  readonly subscriptions: Subscriptions;
  readonly received: Received[] = [];
  /** Faults that struck, by kind. */
  readonly census = new Map<string, number>();
  readonly violations: string[] = [];
  subscribed: Subscription[] = [];
  workers: Worker[] = [];
  networkMode: (typeof networkModes)[number] = 'fine';
  receiverMode: (typeof receiverModes)[number] = 'fine';

  constructor(
    rig: Rig,
    options: {readonly clock: SetClock; readonly random: Random; readonly plant?: Plant},
  ) {
    this.rig = rig;
    this.clock = options.clock;
    this.random = options.random;
    this.plant = options.plant;
    this.subscriptions = createSubscriptions({
      database: rig.database,
      clock: this.clock,
      events: this.#events(this.clock),
    });
    this.workers = [this.#newWorker(), this.#newWorker()];
  }

  strike(kind: string): void {
    this.census.set(kind, (this.census.get(kind) ?? 0) + 1);
  }

  /** A worker dies and another takes its place. Its leases run out later, or at once: nobody knows when. */
  restart(index: number): void {
    this.workers[index] = this.#newWorker();
  }

  /** Runs something of a worker that may die of it. */
  async survive(index: number, work: (worker: Worker) => Promise<unknown>): Promise<void> {
    const worker = this.workers[index]!;
    try {
      await work(worker);
    } catch (error) {
      if (!(error instanceof Died)) throw error;
    }
    if (worker.fuse.left < 0) {
      this.strike('process died');
      this.restart(index);
    }
  }

  /** Time passes for whoever died with work in hand: real time, which the clock of the simulation does not show. */
  async endLeases(): Promise<void> {
    const past = `clock_timestamp() - interval '1 second'`;
    await this.rig.database.query(`UPDATE charges SET claim_until = ${past} WHERE claim IS NOT NULL`);
    await this.rig.database.query(
      `UPDATE webhook_deliveries SET claim_until = ${past} WHERE claim IS NOT NULL`,
    );
  }

  /** The merchant switches on again what was switched off for failing too long. */
  async switchReceiverOn(): Promise<void> {
    const {database, vault} = this.rig;
    const secrets = new EndpointSecrets({vault, clock: this.clock});
    const endpoints = createEndpoints({database, clock: this.clock, secrets, rules: {loopback: true}});
    const {state} = await endpoints.read(merchant, endpoint);
    if (state === 'disabled') this.strike('receiver switched off');
    await endpoints.update(merchant, endpoint, {enabled: true});
  }

  /** Asks for all events that the receiver never accepted (V4: they lie in the dead letters, or can be had). */
  async replay(): Promise<void> {
    const day = 24 * 3_600_000;
    const range = {from: new Date(0), to: new Date(this.clock.time + day), types: null, delivered: false};
    const deliveries = createDeliveries({database: this.rig.database, clock: this.clock});
    await deliveries.replay({token: endpoint, merchant}, range);
  }

  /** A customer with two cards subscribes to a plan drawn by chance. */
  async subscribe(cards: readonly string[]): Promise<void> {
    const {rig, clock, random} = this;
    const units: readonly IntervalUnit[] = ['DAY', 'WEEK', 'MONTH'];
    const amount = random.from([500, 1250, 999]);
    const plan = await insertPlan(rig.database, {
      ...{merchant, clock, amount_minor: amount, amount: (amount / 100).toFixed(2)},
      ...{interval_unit: random.from(units), interval_count: random.whole(1, 10)},
      number_of_billing_cycles: random.chance(0.2) ? random.whole(1, 4) : null,
      trial_period_days: random.chance(0.2) ? random.whole(1, 9) : 0,
    });
    const [made] = await subscribeMany(rig, 1, {plan, card: random.from(cards), clock});
    this.subscribed.push(made!);
  }

  async anotherCard(of: Subscription, card: string): Promise<string> {
    return insertMethod(this.rig.database, {merchant, customer: of.customer, card, clock: this.clock});
  }

  #newWorker(): Worker {
    const ahead = {ms: 0};
    const now = () => new Date(this.clock.time + ahead.ms);
    const clock = {now};
    const fuse = new Fuse();
    const database = mortal(this.rig.database, fuse);
    const eager = {now: () => new Date(now().getTime() + 24 * 3_600_000)};
    const billing = billingOf(this.rig, this.plant === 'charges-early' ? eager : clock, {
      ...{database, network: this.#network(fuse), events: this.#events(clock)},
    });
    const work = [...billing.work, this.#sender(database, clock, fuse)];
    return {
      ...{fuse, billing, work},
      get aheadMs() {
        return ahead.ms;
      },
      set aheadMs(ms) {
        ahead.ms = ms;
      },
    };
  }

  #events(clock: {now(): Date}): Events {
    const store = createEventStore({clock, followers: [makeDeliveries]});
    if (this.plant !== 'dropped-event') return store;
    return {
      append: (tx, ...events) => store.append(tx, ...events.filter(() => !this.random.chance(0.02))),
    };
  }

  #sender(database: Database, clock: {now(): Date}, fuse: Fuse): Sender {
    const merchants = {byId: () => Promise.resolve({id: merchant, publicKey})};
    return new Sender({
      outbox: new Outbox({database, clock}),
      secrets: new EndpointSecrets({vault: this.rig.vault, clock}),
      merchants: merchants as unknown as ConstructorParameters<typeof Sender>[0]['merchants'],
      call: this.#receiver(fuse),
      logger: silentLogger,
    });
  }

  #receiver(fuse: Fuse): Call {
    return ({body}) => {
      const mode = this.receiverMode === 'fine' || this.random.chance(0.3) ? 'fine' : this.receiverMode;
      if (mode !== 'fine') this.strike(`receiver ${mode}`);
      if (mode === 'fine' || mode === 'reset-after') {
        this.received.push(JSON.parse(Buffer.from(body).toString()) as Received);
      }
      fuse.burn();
      const failed = {
        'status-500': {status: 500, failure: 'status'},
        'slow-down': {status: 429, failure: 'status'},
        'timed-out': {status: null, failure: 'timed_out'},
        'reset-after': {status: null, failure: 'connection_failed'},
      } as const;
      const outcome = mode === 'fine' ? ({status: 200, failure: null} as const) : failed[mode];
      return Promise.resolve({...outcome, milliseconds: 1});
    };
  }

  /** The network as a worker reaches it: its books are the observer's. */
  #network(fuse: Fuse): CardNetwork {
    const {network} = this.rig;
    return {
      ...network,
      authorize: async (asked) => {
        const mode = this.networkMode === 'fine' || this.random.chance(0.3) ? 'fine' : this.networkMode;
        if (mode !== 'fine') this.strike(`network ${mode}`);
        if (mode === 'lost-before') throw new Error('No answer.');
        const request = this.#planted(asked);
        const answer = await network.authorize(request);
        if (mode === 'doubled') {
          const again = await network.authorize(request);
          if (again.id !== answer.id) this.violations.push(`V16 ${request.attempt} has two answers`);
        }
        fuse.burn();
        if (mode === 'lost-after') throw new Error('No answer.');
        return answer;
      },
    };
  }

  #planted(request: Parameters<CardNetwork['authorize']>[0]): typeof request {
    if (this.plant === 'fresh-attempt-keys')
      return {...request, attempt: `${request.attempt}:${this.random.whole(1, 1e9)}`};
    if (this.plant === 'wrong-amount' && this.random.chance(0.02)) {
      return {...request, amount: request.amount + 1};
    }
    return request;
  }
}

/** A receiver for everything, as a merchant would register it. */
export async function registerReceiver(rig: Rig, clock: SetClock): Promise<void> {
  const secrets = new EndpointSecrets({vault: rig.vault, clock});
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const sealed = await secrets.seal({token: endpoint, merchant}, secret);
  await rig.database.query(
    `INSERT INTO webhook_endpoints (token, merchant, url, secrets, state, created_at, updated_at)
     VALUES ($1, $2, 'http://localhost:9/', $3::jsonb, 'enabled', $4, $4)`,
    [endpoint, merchant, JSON.stringify([sealed]), clock.now()],
  );
}
