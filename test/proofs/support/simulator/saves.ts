import {randomUUID} from 'node:crypto';
import type {Json} from '../../../../service/test/support/harness.js';
import {foreignKeys, shop} from './ground.js';
import {bankModes, networkModes} from './outside.js';
import {Shopper} from './shopper.js';
import type {Asked, Reply, World} from './world.js';

const path = '/order/payments/v3';
const minuteMs = 60_000;
const patience = 40;

const isUnusedGuest = ({step, isGuest, uses}: Shopper) => step === 'saved' && isGuest && uses.size === 0;

/** Saving cards in the middle of everything else: each step lets one shopper go on for a while, through faults. */
export class Saves {
  readonly shoppers: Shopper[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** A shopper comes, or comes back. */
  async step(): Promise<void> {
    const {random, clock} = this.#world;
    const waiting = this.shoppers.filter(({isDone}) => !isDone);
    const isNew = waiting.length === 0 || random.chance(0.6);
    const shopper = isNew ? new Shopper(this.#world) : random.from(waiting);
    if (isNew) this.shoppers.push(shopper);
    const calls = random.whole(3, 10);
    for (let count = 0; count < calls && !shopper.isDone; count++) {
      clock.time += random.whole(0, 15) * 1000;
      await this.#call(shopper);
    }
    if (shopper.stop !== undefined) await this.#afterStop(shopper);
    else if (isUnusedGuest(shopper)) await this.#use(shopper);
    else if (!shopper.isDone && random.chance(0.2)) {
      this.#world.strike('tab closed');
      shopper.step = 'gone';
    }
  }

  /** Everything works again: runs that still wait come to an end. */
  async heal(): Promise<void> {
    for (const shopper of this.shoppers) {
      for (let count = 0; count < patience && !shopper.isDone; count++) await shopper.goOn();
      if (!shopper.isDone) this.#complain(`V26 ${shopper.tracker} stays at ${shopper.step}`);
      if (isUnusedGuest(shopper)) await this.#use(shopper);
    }
    // Longer than any lease of a request that died.
    this.#world.clock.time += 2 * minuteMs;
  }

  /** One request of a shopper, and what may happen to it. */
  async #call(shopper: Shopper): Promise<void> {
    const world = this.#world;
    const {random} = world;
    const luck = random.next();
    if (luck < 0.08) return this.#die(shopper);
    if (luck < 0.16) {
      world.strike('card request doubled');
      return shopper.goOn(2);
    }
    if (luck < 0.22) {
      const before = world.networkMode;
      world.networkMode = random.from(networkModes);
      await shopper.goOn();
      world.networkMode = before;
      return;
    }
    if (luck < 0.3) {
      world.bankMode = random.from(bankModes);
      await shopper.goOn();
      world.bankMode = 'fine';
      return;
    }
    if (luck < 0.35) await this.#repeat(shopper);
    else if (luck < 0.4) await this.#foreign(shopper);
    else if (luck < 0.5 && shopper.step === 'enrollment') await this.#lureAway(shopper);
    await shopper.goOn();
  }

  /** A process dies within so many statements of the request. */
  async #die(shopper: Shopper): Promise<void> {
    const {workers, random} = this.#world;
    const statements = random.whole(0, 12);
    for (const worker of workers) worker.fuse.left = statements;
    await shopper.goOn();
    for (const worker of this.#world.workers) if (!worker.fuse.isBurnt) worker.fuse.left = Infinity;
  }

  /** The last request once more, and once with another body (V16). */
  async #repeat({last}: Shopper): Promise<void> {
    // Keys are kept for longer than a day, and not for ever.
    if (!last || this.#world.clock.time - last.at > 24 * 60 * minuteMs) return;
    this.#world.strike('answered request repeated');
    const again = await this.#answer(last.asked);
    if (again && (again.status !== 200 || again.text !== last.text))
      this.#complain(`V16 repeated, ${last.asked.path} is answered ${again.status} in other words`);
    const other = await this.#answer({
      ...last.asked,
      body: {...last.asked.body, is_mobile: true, action: 'x'},
    });
    if (other && other.status !== 422)
      this.#complain(`V16 ${last.asked.path} with another body is answered ${other.status}`);
  }

  /** Another merchant with its own good key tries its luck (V24). */
  async #foreign({tracker, customer}: Shopper): Promise<void> {
    if (tracker === undefined) return;
    this.#world.strike('another merchant tried');
    const secret = foreignKeys.secretKey;
    const tries: Asked[] = [
      {secret, path: `/reporter/api/v1/payments/${tracker}`},
      {secret, path: `${path}/${tracker}`, body: {payload: {authorization: {do_capture: false}}}},
      {secret, path: `/user/customers/v1/${customer}/wallet`},
    ];
    for (const asked of tries) {
      const reply = await this.#answer(asked);
      if (reply && reply.status !== 404)
        this.#complain(`V24 ${asked.path} answers ${reply.status} to another merchant`);
    }
  }

  /** An enrollment that wants the shopper sent elsewhere (V23). */
  async #lureAway(shopper: Shopper): Promise<void> {
    this.#world.strike('return URL of another origin');
    const {path: own} = shopper.request();
    const away = this.#world.random.from([
      'https://shop.example.evil.test',
      'https://evil.test',
      'http://shop.example',
    ]);
    const setup = {success_url: `${away}/saved`, failure_url: `${shop}/not-saved`};
    const reply = await this.#answer({
      path: own,
      key: randomUUID(),
      body: {payload: {authentication_setup: setup}},
    });
    if (reply && reply.status < 400)
      this.#complain(`V23 a return URL at ${away} was accepted (${shopper.tracker})`);
  }

  /** After a status that says stop: all that is tried is refused (V8). */
  async #afterStop({tracker, stop}: Shopper): Promise<void> {
    this.#world.strike('tried after a stop');
    const own = `${path}/${tracker}`;
    const setup = {success_url: `${shop}/saved`, failure_url: `${shop}/not-saved`};
    const tries: Asked[] = [
      {path: own, body: {payload: {authorization: {do_capture: false}}}},
      {path: own, body: {payload: {authentication_setup: setup}}},
      {path: own, body: {}},
      {path: own, body: {}, method: 'PUT'},
    ];
    for (const asked of tries) {
      const reply = await this.#answer(asked);
      if (reply && (reply.status < 400 || reply.status > 499))
        this.#complain(`V8 after ${stop}, ${tracker} answers ${reply.status}`);
    }
  }

  /** A guest's method, used by several at once (V11). */
  async #use(shopper: Shopper): Promise<void> {
    this.#world.strike('guest method used at once');
    const {random} = this.#world;
    const method = shopper.method ?? (await this.#methodOf(shopper));
    if (method === undefined) return;
    const opened = {user: shopper.customer, mode: 'unscheduled_cof', amount: 700, currency: 'PKR'};
    for (let count = random.whole(2, 3); count > 0; count--) {
      const reply = await this.#answer({path: `${path}/`, key: randomUUID(), body: opened});
      if (reply?.status !== 200) continue;
      shopper.uses.set(String((JSON.parse(reply.text) as Json)['data']!['tracker']!['token']), 0);
    }
    const payload = {authorization: {do_capture: true}, payment_method: {tokenized_card: {token: method}}};
    const charge = async (tracker: string) => {
      const reply = await this.#answer({path: `${path}/${tracker}`, key: randomUUID(), body: {payload}});
      if (reply) shopper.uses.set(tracker, reply.status);
    };
    await Promise.all([...shopper.uses.keys()].map(charge));
  }

  async #methodOf({tracker}: Shopper): Promise<string | undefined> {
    const reply = await this.#answer({path: `/reporter/api/v1/payments/${tracker}`});
    if (reply?.status !== 200) return undefined;
    const token = (JSON.parse(reply.text) as Json)['data']!['payment_method']?.['token'];
    return token === undefined ? undefined : String(token);
  }

  #answer(asked: Asked): Promise<Reply | undefined> {
    return this.#world.ask(this.#world.random.whole(0, 1), asked);
  }

  #complain(what: string): void {
    this.#world.violations.push(what);
  }
}
