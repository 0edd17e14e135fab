import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {at, type Reply, type ServiceProcess} from './service-process.js';

/** One call of a save, and the answer it was acknowledged with. */
interface Acknowledged {
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly text: string;
}

/** Raised when a call is still claimed by a process that was killed: the save goes on once the claim has run out. */
class Parked extends Error {}

/** A card as it is sent in raw mode. */
export interface RawCard {
  readonly card_number: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly cvv: string;
}

/** Wire 5, case 2.1: saved without a step-up, so that the whole save is calls of the shop's server. */
const usualCard: RawCard = {
  card_number: '4000000000002701',
  expiration_month: '01',
  expiration_year: '2031',
  cvv: '123',
};
const shop = 'http://localhost:5173';
const tries = 12;

/**
 * A card saved in raw mode by a client that keeps what it was told and never gives up: no answer, 503 and 409 are asked again under
 * the same idempotency key. Stops after the authorization when `closesTab`, which leaves a hold to be given back.
 */
export class RawSave {
  readonly acknowledged: Acknowledged[] = [];
  readonly closesTab: boolean;
  customer: string | undefined;
  tracker: string | undefined;
  /** Statuses other than 200, in order. */
  readonly refusals: Reply[] = [];
  readonly #card: RawCard;
  #next = 0;
  #key = randomUUID();

  constructor(closesTab: boolean, card: RawCard = usualCard) {
    this.closesTab = closesTab;
    this.#card = card;
  }

  get authorized(): boolean {
    return this.#next > 4;
  }

  get reversed(): boolean {
    return this.#next > 5;
  }

  get isDone(): boolean {
    return this.#next === (this.closesTab ? 5 : 6);
  }

  /** Goes on where it stopped. Answers false when it has to wait for a lease of a killed process. */
  async run(
    service: () => Promise<ServiceProcess>,
    before: (step: string) => void = () => undefined,
  ): Promise<boolean> {
    while (!this.isDone) {
      const [step, path, body] = this.#step();
      before(step);
      try {
        const reply = await this.#persist(service, path, body);
        this.acknowledged.push({path, body, key: this.#key, text: reply.text});
        if (this.#next === 0) this.customer = at(reply.json, 'data', 'token') as string;
        if (this.#next === 1) this.tracker = at(reply.json, 'data', 'tracker', 'token') as string;
      } catch (error) {
        if (error instanceof Parked) return false;
        throw error;
      }
      this.#next++;
      this.#key = randomUUID();
    }
    return true;
  }

  #step(): readonly [string, string, unknown] {
    const path = `/order/payments/v3/${this.tracker}`;
    const steps = [
      ['customer', '/user/customers/v1/', {first_name: 'Ada', last_name: 'Byron'}],
      ['tracker', '/order/payments/v3/', {user: this.customer, currency: 'PKR', entry_mode: 'raw'}],
      ['setup', path, {payload: {payment_method: {card: this.#card}}}],
      [
        'enrollment',
        path,
        {payload: {authentication_setup: {success_url: `${shop}/r`, failure_url: `${shop}/r`}}},
      ],
      ['authorization', path, {payload: {authorization: {do_capture: false}}}],
      ['reversal', path, {}],
    ] as const;
    return steps[this.#next]!;
  }

  async #persist(service: () => Promise<ServiceProcess>, path: string, body: unknown): Promise<Reply> {
    for (let round = 0; round < tries;) {
      const target = await service();
      const reply = await target.post(path, body, this.#key).catch(() => undefined);
      if (reply?.status === 200) return reply;
      if (reply === undefined) {
        // Killed under us: `service` answers when the next one is there.
        await pause(10);
        continue;
      }
      this.refusals.push(reply);
      if (reply.status !== 409 && reply.status !== 503) {
        throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
      }
      // A database that is out of reach is waited for; a lease of a killed process is not.
      if (reply.status === 409) round++;
      await pause(50);
    }
    throw new Parked();
  }
}
