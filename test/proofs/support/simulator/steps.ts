import {isAtNetwork} from '../../../../service/src/domain/subscriptions/charges.js';
import {ServiceError} from '../../../../service/src/platform/errors.js';
import type {Subscription} from '../../../../service/src/domain/subscriptions/subscription.js';
import {nextDue, runDue} from '../billing-rig.js';
import {networkModes, receiverModes} from './outside.js';
import type {Random} from './random.js';
import type {World} from './world.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Ids of sealed cards, by what the bank says to them. */
export interface Cards {
  readonly good: string;
  readonly declining: readonly string[];
}

/** What a caller was answered, and how long the network's books were then. */
export interface Acknowledged {
  readonly subscription: string;
  readonly what: 'pause' | 'resume' | 'cancel';
  readonly lines: number;
}

/** Steps that a seed takes beside the faults, by weight. */
const weights = {
  ...{work: 6, together: 4, die: 4, due: 14, jump: 3, skew: 1, network: 2, receiver: 2, decline: 2},
  ...{leases: 2, pause: 2, resume: 5, cancel: 0.5, cancelLater: 0.5, anotherCard: 3, chargeNow: 3},
};
const faults = [
  ...(['together', 'die', 'jump', 'back', 'skew', 'decline', 'pauseTwice'] as const),
  ...(['network', 'network', 'network', 'receiver', 'receiver', 'receiver'] as const),
];

/** A step, and the seed of all that is drawn in it: steps before it do not change what it does. */
export interface Step {
  readonly kind: keyof typeof weights | (typeof faults)[number] | 'save';
  readonly seed: number;
}

/** What a seed does: each kind of fault at least once, the rest by weight, in an order drawn by chance. */
export function historyOf(random: Random, size: {readonly billing: number; readonly saving: number}): Step[] {
  const sum = Object.values(weights).reduce((all, weight) => all + weight, 0);
  const byWeight = () => {
    let draw = random.next() * sum;
    return (Object.keys(weights) as (keyof typeof weights)[]).find((kind) => (draw -= weights[kind]) < 0)!;
  };
  const deck: Step['kind'][] = [
    ...faults,
    ...Array.from({length: size.billing - faults.length}, byWeight),
    ...Array.from({length: size.saving}, () => 'save' as const),
  ];
  return Array.from({length: deck.length}, () => ({
    kind: deck.splice(random.whole(0, deck.length - 1), 1)[0]!,
    seed: random.whole(1, 1_000_000),
  }));
}

/** Everything that a seed does. */
export class Steps {
  readonly acknowledged: Acknowledged[] = [];
  readonly #world: World;
  readonly #cards: Cards;
  readonly #kinds: Readonly<Record<Step['kind'], () => Promise<void>>>;

  /** `save` takes a shopper who saves a card one step further. */
  constructor(world: World, cards: Cards, save: () => Promise<void>) {
    this.#world = world;
    this.#cards = cards;
    this.#kinds = {
      work: () => this.#work(),
      together: () => this.#workTogether(),
      die: () => this.#die(),
      due: () => this.#toNextDue(),
      jump: () => this.#jump(),
      back: () => this.#goBack(),
      skew: () => this.#skew(),
      network: () => this.#networkFaults(),
      receiver: () => this.#receiverFaults(),
      decline: () => this.#declineForATime(),
      leases: () => world.endLeases(),
      pause: () => this.#change('pause'),
      pauseTwice: () => this.#change('pause', 2),
      resume: () => this.#change('resume'),
      cancel: () => this.#change('cancel'),
      cancelLater: () => this.#change('cancel-later'),
      anotherCard: () => this.#change('another-card'),
      chargeNow: () => this.#chargeNow(),
      save,
    };
  }

  async takeAll(history: readonly Step[]): Promise<void> {
    for (const {kind, seed} of history) {
      this.#world.random.reseed(seed);
      await this.#kinds[kind]();
    }
  }

  /** Everything works again, for everybody, until nothing is left to do. `others` come to their end first. */
  async heal(others: () => Promise<void>): Promise<void> {
    const world = this.#world;
    world.networkMode = 'fine';
    world.receiverMode = 'fine';
    await world.rig.database.query('DELETE FROM network_declined_cards');
    for (const worker of world.workers) worker.aheadMs = 0;
    await others();
    await world.switchReceiverOn();
    // Longer than dunning, and than the retries of webhooks.
    const end = world.clock.time + 9 * dayMs;
    const {work} = world.workers[0]!;
    for (let count = 0; count < 500; count++) {
      await world.endLeases();
      await runDue(work);
      const next = await nextDue(work);
      if (next === undefined || next.getTime() > end) break;
      world.clock.time = Math.max(world.clock.time, next.getTime());
    }
    // What the receiver missed for too long is asked for again.
    await world.replay();
    await runDue(work);
  }

  #pick(): Subscription {
    return this.#world.random.from(this.#world.subscribed);
  }

  #worker = () => this.#world.random.whole(0, 1);

  /** One look of one worker at one kind of work, as its timer makes it. */
  async #work(): Promise<void> {
    await this.#world.survive(this.#worker(), ({work}) => this.#world.random.from(work).run());
  }

  async #workTogether(): Promise<void> {
    this.#world.strike('workers at once');
    await Promise.all([0, 1].map((index) => this.#world.survive(index, ({work}) => runDue(work))));
  }

  async #die(): Promise<void> {
    const index = this.#worker();
    const {random} = this.#world;
    this.#world.workers[index]!.fuse.left = random.whole(0, 25);
    await this.#world.survive(index, ({work}) => runDue(work));
    this.#world.workers[index]!.fuse.left = Number.POSITIVE_INFINITY;
    if (random.chance(0.5)) await this.#world.endLeases();
  }

  async #toNextDue(): Promise<void> {
    const {clock, workers} = this.#world;
    const next = await nextDue(workers[0]!.work);
    if (next) clock.time = Math.max(clock.time, next.getTime());
    await this.#work();
  }

  /** As after a time in which nothing ran. */
  async #jump(): Promise<void> {
    this.#world.strike('clock jumped');
    this.#world.clock.time += this.#world.random.whole(1, 40) * dayMs;
  }

  /** A clock that goes back moves nothing (V20). */
  async #goBack(): Promise<void> {
    const {clock, rig, workers} = this.#world;
    this.#world.networkMode = 'fine';
    this.#world.receiverMode = 'fine';
    this.#world.strike('clock went back');
    for (const worker of workers) worker.aheadMs = 0;
    await this.#world.endLeases();
    await runDue(workers[0]!.work);
    const before = (await rig.network.ledger()).length;
    clock.time -= hourMs;
    for (const {work} of workers) await runDue(work);
    const after = (await rig.network.ledger()).length;
    if (after !== before)
      this.#world.violations.push(`V20 ${after - before} charges of a clock that went back`);
    clock.time += hourMs;
  }

  async #skew(): Promise<void> {
    this.#world.strike('clocks ten minutes apart');
    this.#world.workers[this.#worker()]!.aheadMs = this.#world.random.whole(-10, 10) * 60_000;
  }

  async #networkFaults(): Promise<void> {
    this.#world.networkMode = this.#world.random.from(networkModes);
    await this.#toNextDue();
    await this.#workTogether();
  }

  async #receiverFaults(): Promise<void> {
    this.#world.receiverMode = this.#world.random.from(receiverModes);
    await this.#toNextDue();
    await this.#workTogether();
  }

  async #declineForATime(): Promise<void> {
    this.#world.strike('bank declined for a time');
    const decline = this.#world.random.from(['insufficient_funds', null, null] as const);
    await this.#world.rig.network.declineCard('4111111111111111', decline);
  }

  async #chargeNow(): Promise<void> {
    const {token} = this.#pick();
    await this.#world.survive(this.#worker(), ({billing}) => billing.chargeNow(token));
  }

  /** A request of the merchant, sometimes sent twice at once. */
  async #change(
    what: 'pause' | 'resume' | 'cancel' | 'cancel-later' | 'another-card',
    times = this.#world.random.chance(0.2) ? 2 : 1,
  ): Promise<void> {
    const {subscriptions, random, rig, ground} = this.#world;
    const subscription = this.#pick();
    // A caller that asks while the network is being asked waits for real seconds: that is tested elsewhere.
    if (await isAtNetwork(rig.database, subscription)) return;
    const name = {merchant: ground.merchant, token: subscription.token};
    const card = random.from([this.#cards.good, this.#cards.good, ...this.#cards.declining]);
    const method = what === 'another-card' ? await this.#world.anotherCard(subscription, card) : '';
    const behavior = random.from(['KEEP_AS_READY', 'MARK_UNCOLLECTIBLE', 'MARK_VOID'] as const);
    const ask = () =>
      ({
        pause: () => subscriptions.pause(name, behavior),
        resume: () => subscriptions.resume(name),
        cancel: () => subscriptions.cancel(name),
        'cancel-later': () => subscriptions.cancel(name, {atPeriodEnd: true}),
        'another-card': () => subscriptions.changeMethod(name, method),
      })[what]();
    if (times === 2) this.#world.strike('request doubled');
    const answers = await Promise.allSettled(Array.from({length: times}, ask));
    for (const answer of answers) {
      if (answer.status === 'rejected' && !(answer.reason instanceof ServiceError)) throw answer.reason;
    }
    const good = answers.filter(({status}) => status === 'fulfilled').length;
    if (good > 1 && (what === 'pause' || what === 'resume' || what === 'cancel'))
      this.#world.violations.push(`V16 ${what} of ${name.token} took place twice`);
    if (good === 0 || what === 'cancel-later' || what === 'another-card') return;
    const lines = (await rig.network.ledger()).length;
    this.acknowledged.push({subscription: name.token, what, lines});
  }
}
