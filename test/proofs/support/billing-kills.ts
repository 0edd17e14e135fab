import {setTimeout as pause} from 'node:timers/promises';
import {developmentKeys} from '../../../service/src/options.js';
import type {Subscription} from '../../../service/src/domain/subscriptions/subscription.js';
import {goodCard, insertPlan, openRig, sealCard, subscribeMany} from './billing-rig.js';
import {ServiceProcess} from './service-process.js';

const systemClock = {now: () => new Date()};

/** Different prices, digits of a currency and intervals; the trials let the periods begin on many days. */
const plans = [
  {amount: '12.50', amount_minor: 1250, currency: 'USD', interval_unit: 'MONTH', interval_count: 1},
  {amount: '500', amount_minor: 50_000, currency: 'PKR', interval_unit: 'MONTH', interval_count: 1},
  {amount: '900', amount_minor: 900, currency: 'JPY', interval_unit: 'MONTH', interval_count: 1},
  {amount: '3.250', amount_minor: 3250, currency: 'KWD', interval_unit: 'WEEK', interval_count: 2},
  {amount: '7', amount_minor: 700, currency: 'EUR', interval_unit: 'DAY', interval_count: 10},
  {amount: '99.99', amount_minor: 9999, currency: 'USD', interval_unit: 'YEAR', interval_count: 1},
] as const;

/** Pays the first time, and is declined for want of money ever after. */
const decliningCard = '4000000000000341';

/** Subscriptions by what becomes of their charges. */
export interface Seeded {
  readonly paying: readonly Subscription[];
  /** One to each plan: the first period is paid, the second declined until it is not retried any more. */
  readonly declining: readonly Subscription[];
}

/** Begins subscriptions of the home merchant in a database that a service has made and that no process works on. */
export async function seedSubscriptions(database: string, count: number): Promise<Seeded> {
  const clock = systemClock;
  const rig = await openRig(database, clock);
  try {
    const [home] = await rig.database.query<{id: string}>('SELECT id FROM merchants WHERE public_key = $1', [
      developmentKeys.publicKey,
    ]);
    const merchant = home!.id;
    const card = await sealCard(rig, {merchant, number: goodCard, clock});
    const bad = await sealCard(rig, {merchant, number: decliningCard, clock});
    const paying: Subscription[] = [];
    const declining: Subscription[] = [];
    for (const [index, terms] of plans.entries()) {
      const plan = await insertPlan(rig.database, {merchant, clock, ...terms, trial_period_days: index * 5});
      paying.push(...(await subscribeMany(rig, count / plans.length, {plan, card, clock})));
      declining.push(...(await subscribeMany(rig, 1, {plan, card: bad, clock})));
    }
    return {paying, declining};
  } finally {
    await rig.close();
  }
}

export interface PhoenixOptions {
  readonly database: string;
  readonly flags: readonly string[];
  /** A module that is loaded into every process before anything else. */
  readonly preload?: string | undefined;
}

/** A service process that comes back after every kill, on the same database and with the same webhook endpoint. */
export class Phoenix {
  readonly #options: PhoenixOptions;
  #current: Promise<ServiceProcess> | undefined;
  /** Milliseconds from the start of a process to its first 200, for each start. */
  readonly starts: number[] = [];

  constructor(options: PhoenixOptions) {
    this.#options = options;
  }

  /** The process that runs, once it is ready. */
  get current(): Promise<ServiceProcess> {
    return (this.#current ??= this.#start());
  }

  /** Ends the process, without a chance to tidy up unless another signal is named. The next use starts it again. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const service = await this.#current;
    await service?.kill(signal);
    this.#current = undefined;
  }

  async #start(): Promise<ServiceProcess> {
    const began = performance.now();
    const service = new ServiceProcess(this.#options);
    await service.ready();
    while ((await service.get('/readyz').catch(() => undefined))?.status !== 200) await pause(10);
    this.starts.push(performance.now() - began);
    return service;
  }
}
