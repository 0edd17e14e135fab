import type {Merchants} from '../../domain/merchants/merchants.js';
import type {Logger} from '../../platform/logger.js';
import {completesWithin} from '../../platform/time-limit.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import type {Call} from './call.js';
import type {Endpoint} from './endpoint.js';
import {messageOf} from './message.js';
import type {Outbox, Taken} from './outbox.js';
import type {EndpointSecrets} from './secrets.js';

/** Tries at the same time for one endpoint, and for one that asked for less. */
const width = 16;
const slowedWidth = 1;
/**
 * How long one look at what is due waits for receivers, in real milliseconds. Slow ones are not waited for:
 * other work is due too.
 */
const patienceMs = 500;
/** How long the end of the process waits for receivers. */
const lastPatienceMs = 4000;

export interface SenderDependencies {
  readonly outbox: Outbox;
  readonly secrets: EndpointSecrets;
  readonly merchants: Merchants;
  readonly call: Call;
  readonly logger: Logger;
}

/**
 * Sends what is due. Each endpoint has its own lane, so that a slow one does not block others. Within a lane
 * the events of a subscription are sent in order.
 */
export class Sender implements DueWork {
  readonly name = 'webhook-deliveries';
  readonly #deps: SenderDependencies;
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #end = new AbortController();
  #tries = 0;

  constructor(deps: SenderDependencies) {
    this.#deps = deps;
  }

  async run(): Promise<number> {
    const before = this.#tries;
    for (const endpoint of await this.#deps.outbox.due([...this.#lanes.keys()])) this.#open(endpoint);
    await completesWithin(patienceMs, this.quiet());
    return this.#tries - before;
  }

  /** Resolves when no receiver is being waited for. */
  async quiet(): Promise<void> {
    await Promise.all(this.#lanes.values());
  }

  isDue(): Promise<boolean> {
    return this.#deps.outbox.isDue();
  }

  nextDue(): Promise<Date | undefined> {
    return this.#deps.outbox.nextDue();
  }

  async release(): Promise<void> {
    if (!(await completesWithin(lastPatienceMs, this.quiet()))) {
      this.#end.abort();
      await this.quiet();
    }
    this.#end.abort();
    await this.#deps.outbox.release();
  }

  #open(endpoint: Endpoint): void {
    const lane = this.#serve(endpoint)
      .catch((error: unknown) => this.#warn('webhooks.lane_failed', endpoint, (error as Error).name))
      .finally(() => this.#lanes.delete(endpoint.token));
    this.#lanes.set(endpoint.token, lane);
  }

  #warn(event: string, endpoint: Endpoint, reason: string): void {
    this.#deps.logger.warn(event, {name: endpoint.token, reason});
  }

  /** Batch after batch, as long as the endpoint takes everything. */
  async #serve(endpoint: Endpoint): Promise<void> {
    const {outbox, secrets, merchants} = this.#deps;
    if (endpoint.state === 'disabled') return outbox.giveUp(endpoint);
    const merchant = await merchants.byId(endpoint.merchant);
    const to = {url: endpoint.url, publicKey: merchant!.publicKey, secrets: await secrets.open(endpoint)};
    const most = endpoint.slowdowns > 0 ? slowedWidth : width;
    let all = true;
    while (all && !this.#end.signal.aborted) {
      const batch = await outbox.take(endpoint.token, most);
      if (batch.length === 0) return;
      const accepted = await Promise.all(batch.map((taken) => this.#try(endpoint, taken, to)));
      this.#tries += batch.length;
      // A failure may have disabled the endpoint: the next query for due deliveries sees its new state.
      all = accepted.every(Boolean) && most === width;
    }
  }

  /** One try. Answers whether the event was accepted. */
  async #try(endpoint: Endpoint, taken: Taken, to: Parameters<typeof messageOf>[1]): Promise<boolean> {
    const {outbox, call, logger} = this.#deps;
    const result = await call(await messageOf(taken, to), this.#end.signal);
    const {failure, status} = result;
    if (failure === 'aborted') {
      await outbox.release(taken.delivery);
      return false;
    }
    if (failure === null) {
      await outbox.delivered(endpoint.token, taken, result);
      return true;
    }
    logger.warn('webhooks.try_failed', {
      ...{name: taken.delivery, reason: failure, count: taken.step + 1},
      ...(status !== null && {status}),
    });
    const disabled = await outbox.failed(endpoint, taken, result);
    if (disabled) this.#warn('webhooks.endpoint_disabled', endpoint, disabled);
    return false;
  }
}
