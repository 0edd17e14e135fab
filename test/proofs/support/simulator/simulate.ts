import fc from 'fast-check';
import {SetClock, openRig, sealCard, type Rig} from '../billing-rig.js';
import {violationsOfSaves} from './check-saves.js';
import {violationsOf} from './check.js';
import {openGround, type Ground} from './ground.js';
import type {Plant} from './plants.js';
import {Random} from './random.js';
import {Saves} from './saves.js';
import {Steps, historyOf, type Cards, type Step} from './steps.js';
import {World, registerReceiver} from './world.js';

const billingSteps = 50;
const savingSteps = 7;
const start = new Date('2027-01-29T12:00:00Z');
/** Deleted rows stay in the tables' files until they are swept. */
const sweepEvery = 50;

/** In an order in which nothing is missed by what refers to it. */
const tables = [
  ...['webhook_tries', 'webhook_deliveries', 'webhook_endpoints', 'events', 'charge_attempts', 'charges'],
  ...['subscriptions', 'plans', 'owed_reversals', 'trackers', 'payment_method_uses', 'default_methods'],
  ...['payment_method_duplicates', 'payment_methods'],
  ...['customers', 'network_ledger', 'network_declined_cards', 'idempotency_keys', 'issuer_transactions'],
  ...['issuer_setups'],
];

export interface SeedResult {
  readonly violations: readonly string[];
  /** Kinds of faults that struck, and how often. */
  readonly census: ReadonlyMap<string, number>;
  /** Money moved at all: a simulation in which nothing happens shows nothing. */
  readonly captures: number;
  /** How the shoppers ended who wanted to save a card. */
  readonly ends: readonly string[];
}

/** One database for any number of seeds. */
export class Simulator {
  readonly #rig: Rig;
  readonly #ground: Ground;
  readonly #clock: SetClock;
  readonly #cards: Cards;
  #runs = 0;

  private constructor(parts: {rig: Rig; ground: Ground; clock: SetClock; cards: Cards}) {
    this.#rig = parts.rig;
    this.#ground = parts.ground;
    this.#clock = parts.clock;
    this.#cards = parts.cards;
  }

  static async open(): Promise<Simulator> {
    const clock = new SetClock(start);
    const rig = await openRig('memory:', clock);
    const ground = await openGround(rig, clock);
    const {merchant} = ground;
    const seal = (number: string) => sealCard(rig, {merchant, number, clock});
    const good = await seal('4111111111111111');
    const declining = [
      await seal('4000000000009995'),
      await seal('4000000000000341'),
      await seal('4000000000009979'),
    ];
    return new Simulator({rig, ground, clock, cards: {good, declining}});
  }

  close(): Promise<void> {
    return this.#rig.close();
  }

  /** Lives through the random history of a seed and looks at it from outside. */
  run(seed: number, plant?: Plant): Promise<SeedResult> {
    return this.#live(seed, historyOf(new Random(seed), {billing: billingSteps, saving: savingSteps}), plant);
  }

  /** The fewest steps of a seed's history that still break a promise, found by fast-check; undefined if the seed breaks none. */
  async shortest(seed: number, plant?: Plant): Promise<readonly string[] | undefined> {
    const whole = historyOf(new Random(seed), {billing: billingSteps, saving: savingSteps});
    const property = fc.asyncProperty(fc.subarray(whole), async (history) => {
      const {violations} = await this.#live(seed, history, plant);
      return violations.length === 0;
    });
    const {counterexample} = await fc.check(property, {numRuns: 1, examples: [[whole]]});
    return counterexample?.[0]?.map(({kind}) => kind);
  }

  async #live(seed: number, history: readonly Step[], plant: Plant = {breaks: ''}): Promise<SeedResult> {
    await this.#clear();
    const [rig, ground, clock] = [this.#rig, this.#ground, this.#clock];
    const random = new Random(seed);
    const world = new World(rig, {ground, clock, random, plant});
    const {good, declining} = this.#cards;
    const count = random.whole(1, 3);
    for (let one = 0; one < count; one++)
      await world.subscribe(one === 0 ? [good] : [good, good, good, ...declining]);
    const saves = new Saves(world);
    const steps = new Steps(world, this.#cards, () => saves.step());
    await steps.takeAll(history);
    random.reseed(seed);
    await steps.heal(() => saves.heal());
    const ledger = await rig.network.ledger();
    const seen = violationsOf({
      ...{now: clock.time, ledger, received: world.received},
      ...{acknowledged: steps.acknowledged, subscriptions: world.subscribed},
    });
    const saved = await violationsOfSaves(world, saves.shoppers, ledger);
    return {
      violations: [...world.violations, ...seen, ...saved],
      census: world.census,
      captures: ledger.filter(({kind}) => kind === 'capture').length,
      ends: saves.shoppers.map(({step}) => step),
    };
  }

  /** Everything is as it was before the first seed. */
  async #clear(): Promise<void> {
    const {database} = this.#rig;
    const {good, declining} = this.#cards;
    for (const table of tables) await database.query(`DELETE FROM ${table}`);
    await database.query('DELETE FROM vault_cards WHERE id <> ALL ($1::text[])', [[good, ...declining]]);
    if (this.#runs++ % sweepEvery === 0) await database.query('VACUUM');
    this.#clock.time = start.getTime();
    await registerReceiver(this.#rig, this.#ground, this.#clock);
  }
}
