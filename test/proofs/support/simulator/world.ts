import type {IntervalUnit} from '../../../../src/protocol/billing-words.js';
import {toDecimalText} from '../../../../src/protocol/currencies.js';
import {composeEvents} from '../../../../service/src/compose/domain.js';
import type {Events} from '../../../../service/src/domain/events/events.js';
import {silentLogger} from '../../../../service/src/platform/http/log.js';
import type {Database} from '../../../../service/src/platform/storage/database.js';
import type {Subscription} from '../../../../service/src/domain/subscriptions/subscription.js';
import {
  createSubscriptions,
  type Subscriptions,
} from '../../../../service/src/domain/subscriptions/subscriptions.js';
import type {Billing} from '../../../../service/src/domain/billing/billing.js';
import {createDeliveries, makeDeliveries} from '../../../../service/src/edges/webhooks/deliveries.js';
import {createEndpoints} from '../../../../service/src/edges/webhooks/endpoints.js';
import {Outbox} from '../../../../service/src/edges/webhooks/outbox.js';
import {EndpointSecrets} from '../../../../service/src/edges/webhooks/secrets.js';
import {Sender} from '../../../../service/src/edges/webhooks/send.js';
import type {DueWork} from '../../../../service/src/platform/worker/due-work.js';
import {billingOf, insertMethod, insertPlan, subscribeMany, type Rig, type SetClock} from '../billing-rig.js';
import {openApi, type Api} from './api.js';
import {keys, type Ground} from './ground.js';
import {Died, Fuse, mortal} from './mortal.js';
import {
  faultyIssuer,
  faultyNetwork,
  faultyReceiver,
  type bankModes,
  type networkModes,
  type Received,
  type receiverModes,
  type Surroundings,
} from './outside.js';
import type {Plant} from './plants.js';
import type {Random} from './random.js';

export const endpoint = 'whe_simulated';

export interface Worker {
  /** Its clock is that much ahead of the others'. */
  aheadMs: number;
  readonly fuse: Fuse;
  readonly billing: Billing;
  readonly api: Api;
  readonly work: readonly DueWork[];
}

/** What the world is made of. */
export interface WorldParts {
  readonly ground: Ground;
  readonly clock: SetClock;
  readonly random: Random;
  /** Nothing is broken when it is empty. */
  readonly plant: Plant;
}

/** A request to the service, as a shop's server or a browser sends it. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  /** JSON, or a form. */
  readonly body?: object | URLSearchParams;
  readonly key?: string;
  /** The merchant's unless said otherwise; a browser has none. */
  readonly secret?: string | null;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly replayed: boolean;
}

/** One run of the simulator: the service's parts around one database, and everything outside of it under control. */
export class World implements Surroundings {
  readonly rig: Rig;
  readonly ground: Ground;
  readonly random: Random;
  readonly plant: Plant;
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
  bankMode: (typeof bankModes)[number] = 'fine';

  constructor(rig: Rig, {ground, clock, random, plant}: WorldParts) {
    this.rig = rig;
    this.ground = ground;
    this.clock = clock;
    this.random = random;
    this.plant = plant;
    const {database} = rig;
    const subscriptions = createSubscriptions({database, clock, events: this.#events(clock)});
    this.subscriptions = plant.subscriptions?.(subscriptions) ?? subscriptions;
    this.workers = [this.#newWorker(), this.#newWorker()];
  }

  strike(kind: string): void {
    this.census.set(kind, (this.census.get(kind) ?? 0) + 1);
  }

  /** A worker dies and another takes its place. Its leases run out later, or at once. */
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
    this.#bury(index, worker);
  }

  #bury(index: number, worker: Worker): void {
    // Two things that it did at once may both have died of it.
    if (!worker.fuse.isBurnt || this.workers[index] !== worker) return;
    this.strike('process died');
    this.restart(index);
  }

  /** Asks a process; answers nothing when it died before it answered. */
  async ask(
    index: number,
    {method, path, body, key, secret = keys.secretKey}: Asked,
  ): Promise<Reply | undefined> {
    const worker = this.workers[index]!;
    const isForm = body instanceof URLSearchParams;
    const response = await worker.api.answer(
      new Request(`${this.ground.urls.api}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body && {'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json'}),
          ...(secret !== null && {'x-sfpy-merchant-secret': secret}),
          ...(key !== undefined && {'idempotency-key': key}),
        },
        ...(body && {body: isForm ? body.toString() : JSON.stringify(body)}),
      }),
    );
    const {status, headers} = response;
    const text = await response.text();
    const isDead = worker.fuse.isBurnt;
    this.#bury(index, worker);
    if (isDead) return undefined;
    return {status, text, location: headers.get('location'), replayed: headers.has('idempotent-replayed')};
  }

  /** Time passes for the process that died with work in hand: real time, which the clock of the simulation does not show. */
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
    const {merchant} = this.ground;
    const {state} = await endpoints.read(database, merchant, endpoint);
    if (state === 'disabled') this.strike('receiver switched off');
    await endpoints.update(merchant, endpoint, {enabled: true});
  }

  /** Asks for all events that the receiver never accepted (V4: they lie in the dead letters, or can be had). */
  async replay(): Promise<void> {
    const day = 24 * 3_600_000;
    const range = {
      from: new Date(0),
      to: new Date(this.clock.time + day),
      types: null,
      includeDelivered: false,
    };
    const deliveries = createDeliveries({database: this.rig.database, clock: this.clock});
    const its = {token: endpoint, merchant: this.ground.merchant};
    await this.rig.database.transaction((tx) => deliveries.replay(tx, its, range));
  }

  /** A customer with two cards subscribes to a plan drawn by chance. */
  async subscribe(cards: readonly string[]): Promise<void> {
    const {rig, clock, random, ground} = this;
    const {merchant} = ground;
    const units: readonly IntervalUnit[] = ['DAY', 'WEEK', 'MONTH'];
    const amount = random.from([500, 1250, 999]);
    const plan = await insertPlan(rig.database, {
      ...{merchant, clock, amount_minor: amount, amount: toDecimalText(amount, 'USD')},
      ...{interval_unit: random.from(units), interval_count: random.whole(1, 10)},
      number_of_billing_cycles: random.chance(0.2) ? random.whole(1, 4) : null,
      trial_period_days: random.chance(0.2) ? random.whole(1, 9) : 0,
    });
    const [made] = await subscribeMany(rig, 1, {plan, card: random.from(cards), clock});
    this.subscribed.push(made!);
  }

  async anotherCard(of: Subscription, card: string): Promise<string> {
    return insertMethod(this.rig.database, {
      ...{merchant: this.ground.merchant, customer: of.customer, card, clock: this.clock},
    });
  }

  #newWorker(): Worker {
    const {rig, plant, random, ground} = this;
    const {vault} = rig;
    const ahead = {ms: 0};
    const clock = {now: () => new Date(this.clock.time + ahead.ms)};
    const fuse = new Fuse();
    const planted = plant.database?.(rig.database, random) ?? rig.database;
    const database = mortal(planted, fuse);
    const events = this.#events(clock);
    const broken = plant.network?.(rig.network, random) ?? rig.network;
    const network = faultyNetwork(this, fuse, broken);
    const billing = billingOf(rig, plant.billingClock?.(clock) ?? clock, {database, network, events});
    const bank = plant.issuer?.(ground.issuer) ?? ground.issuer;
    const issuer = faultyIssuer(this, fuse, bank);
    const api = openApi({ground, database, vault, clock, events, network, issuer, plant});
    const work = [...billing.work, this.#sender(database, clock, fuse), ...api.work];
    return {
      ...{fuse, billing, api, work},
      get aheadMs() {
        return ahead.ms;
      },
      set aheadMs(ms) {
        ahead.ms = ms;
      },
    };
  }

  #events(clock: {now(): Date}): Events {
    const store = composeEvents(clock, [makeDeliveries]);
    return this.plant.events?.(store, this.random) ?? store;
  }

  #sender(database: Database, clock: {now(): Date}, fuse: Fuse): Sender {
    const {id, publicKey} = this.ground.merchants.home;
    const merchants = {byId: () => Promise.resolve({id, publicKey})};
    return new Sender({
      outbox: new Outbox({database, clock}),
      secrets: new EndpointSecrets({vault: this.rig.vault, clock}),
      merchants: merchants as unknown as ConstructorParameters<typeof Sender>[0]['merchants'],
      call: faultyReceiver(this, fuse),
      logger: silentLogger,
    });
  }
}

/** A receiver for everything, as a merchant would register it. */
export async function registerReceiver(rig: Rig, {merchant}: Ground, clock: SetClock): Promise<void> {
  const secrets = new EndpointSecrets({vault: rig.vault, clock});
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const sealed = await secrets.seal({token: endpoint, merchant}, secret);
  await rig.database.query(
    `INSERT INTO webhook_endpoints (token, merchant, url, secrets, state, created_at, updated_at)
     VALUES ($1, $2, 'http://localhost:9/', $3::jsonb, 'enabled', $4, $4)`,
    [endpoint, merchant, JSON.stringify([sealed]), clock.now()],
  );
}
