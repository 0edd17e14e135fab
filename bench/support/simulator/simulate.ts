import {SetClock, openRig, sealCard} from '../billing-rig.js';
import type {Rig} from '../billing-rig.js';
import {violationsOf} from './check.js';
import {Random} from './random.js';
import {Steps} from './steps.js';
import type {Cards} from './steps.js';
import {World, merchant, registerReceiver} from './world.js';
import type {Plant} from './world.js';

const stepsOfASeed = 50;
const start = new Date('2027-01-29T12:00:00Z');

/** In an order in which nothing is missed by what refers to it. */
const tables = [
  ...['webhook_tries', 'webhook_deliveries', 'webhook_endpoints', 'events', 'charge_attempts', 'charges'],
  ...['subscriptions', 'plans', 'payment_methods', 'customers', 'network_ledger', 'network_declined_cards'],
];

export interface SeedResult {
  readonly violations: readonly string[];
  /** Kinds of faults that struck, and how often. */
  readonly census: ReadonlyMap<string, number>;
  /** Money moved at all: a simulation in which nothing happens shows nothing. */
  readonly captures: number;
}

/** One database for any number of seeds. */
export class Simulator {
  readonly #rig: Rig;
  readonly #clock: SetClock;
  readonly #cards: Cards;

  private constructor(rig: Rig, clock: SetClock, cards: Cards) {
    this.#rig = rig;
    this.#clock = clock;
    this.#cards = cards;
  }

  static async open(): Promise<Simulator> {
    const clock = new SetClock(start);
    const rig = await openRig('memory:', clock);
    const seal = (number: string) => sealCard(rig, {merchant, number, clock});
    const good = await seal('4111111111111111');
    const declining = [
      await seal('4000000000009995'),
      await seal('4000000000000341'),
      await seal('4000000000009979'),
    ];
    return new Simulator(rig, clock, {good, declining});
  }

  close(): Promise<void> {
    return this.#rig.close();
  }

  /** Lives through one random history and looks at it from outside. */
  async run(seed: number, plant?: Plant): Promise<SeedResult> {
    for (const table of tables) await this.#rig.database.query(`DELETE FROM ${table}`);
    this.#clock.time = start.getTime();
    await registerReceiver(this.#rig, this.#clock);
    const random = new Random(seed);
    const world = new World(this.#rig, {clock: this.#clock, random, ...(plant && {plant})});
    const {good, declining} = this.#cards;
    const count = random.whole(1, 3);
    for (let one = 0; one < count; one++)
      await world.subscribe(one === 0 ? [good] : [good, good, good, ...declining]);
    const steps = new Steps(world, this.#cards);
    await steps.takeAll(stepsOfASeed);
    await steps.heal();
    const ledger = await this.#rig.network.ledger();
    const seen = violationsOf({
      ...{now: this.#clock.time, ledger, received: world.received},
      ...{acknowledged: steps.acknowledged, subscriptions: world.subscribed},
    });
    return {
      violations: [...world.violations, ...seen],
      census: world.census,
      captures: ledger.filter(({kind}) => kind === 'capture').length,
    };
  }
}
