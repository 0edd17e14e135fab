/** The worker that sends due deliveries. */
import {setMaxListeners} from 'node:events';
import type {WebhookScheme} from '../../../../src/protocol/index.js';
import type {Merchants} from '../../domain/merchants/merchants.js';
import type {Logger} from '../../platform/logger.js';
import {completesWithin} from '../../platform/time-limit.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import type {Call} from './call.js';
import type {Endpoint} from './endpoint.js';
import {messageOf, type Receiver} from './message.js';
import type {Outbox, LeasedDelivery} from './outbox.js';
import type {EndpointSecrets} from './secrets.js';

/** Concurrent tries for one endpoint, and for one that is overloaded. */
const concurrency = 16;
const slowedConcurrency = 1;
/**
 * How long a pass of the worker waits for receivers, in real time. Slower calls go on after the pass, because
 * other work is due too.
 */
const passLimitMs = 500;
/** How long the shutdown waits for receivers before it aborts the calls. */
const shutdownLimitMs = 4000;

export interface SenderDependencies {
  readonly outbox: Outbox;
  readonly secrets: EndpointSecrets;
  readonly merchants: Merchants;
  readonly call: Call;
  /** Default `standard`. */
  readonly scheme?: WebhookScheme;
  readonly logger: Logger;
}

/**
 * Sends the due deliveries. Each endpoint has its own lane, so that a slow endpoint does not delay others.
 * In a lane, events of one subscription are sent in order.
 */
export class Sender implements DueWork {
  readonly name = 'webhook-deliveries';
  readonly #deps: SenderDependencies;
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #shutdown = new AbortController();
  #triesSoFar = 0;

  constructor(deps: SenderDependencies) {
    this.#deps = deps;
    // Every call that is under way listens; Node warns of more than ten.
    setMaxListeners(0, this.#shutdown.signal);
  }

  async run(): Promise<number> {
    const triesBefore = this.#triesSoFar;
    const endpoints = await this.#deps.outbox.dueEndpoints([...this.#lanes.keys()]);
    for (const endpoint of endpoints) this.#openLane(endpoint);
    await completesWithin(passLimitMs, this.quiet());
    return this.#triesSoFar - triesBefore;
  }

  /** Resolves when all lanes have ended. */
  async quiet(): Promise<void> {
    await Promise.all(this.#lanes.values());
  }

  isDue(): Promise<boolean> {
    return this.#deps.outbox.isDue();
  }

  nextDue(): Promise<Date | undefined> {
    return this.#deps.outbox.nextDue();
  }

  /** Waits for the tries in progress, aborts the slow ones, and releases all leases. */
  async release(): Promise<void> {
    if (!(await completesWithin(shutdownLimitMs, this.quiet()))) {
      this.#shutdown.abort();
      await this.quiet();
    }
    this.#shutdown.abort();
    await this.#deps.outbox.release();
  }

  #openLane(endpoint: Endpoint): void {
    const lane = this.#serveEndpoint(endpoint)
      .catch((error: unknown) => this.#warn('webhooks.lane_failed', endpoint, (error as Error).name))
      .finally(() => this.#lanes.delete(endpoint.token));
    this.#lanes.set(endpoint.token, lane);
  }

  #warn(event: string, endpoint: Endpoint, reason: string): void {
    this.#deps.logger.warn(event, {name: endpoint.token, reason});
  }

  /** Sends batch after batch, as long as the endpoint accepts everything. */
  async #serveEndpoint(endpoint: Endpoint): Promise<void> {
    const {outbox, secrets, merchants, scheme = 'standard'} = this.#deps;
    if (endpoint.state === 'disabled') return outbox.giveUp(endpoint);
    const merchant = await merchants.byId(endpoint.merchant);
    const receiver = {
      url: endpoint.url,
      publicKey: merchant!.publicKey,
      secrets: await secrets.open(endpoint),
      scheme,
    };
    const batchSize = endpoint.slowdowns > 0 ? slowedConcurrency : concurrency;
    let goesOn = true;
    while (goesOn && !this.#shutdown.signal.aborted) {
      const batch = await outbox.lease(endpoint.token, batchSize);
      if (batch.length === 0) return;
      const accepted = await Promise.all(batch.map((leased) => this.#try(endpoint, leased, receiver)));
      this.#triesSoFar += batch.length;
      // A failure may have disabled the endpoint, and a success may have ended its slowdown. The next pass
      // reads the endpoint again.
      goesOn = accepted.every(Boolean) && batchSize === concurrency;
    }
  }

  /** Sends one event. Returns whether the endpoint accepted it. */
  async #try(endpoint: Endpoint, leased: LeasedDelivery, receiver: Receiver): Promise<boolean> {
    const {outbox, call, logger} = this.#deps;
    const result = await call(await messageOf(leased, receiver), this.#shutdown.signal);
    const {failure, status} = result;
    if (failure === 'aborted') {
      await outbox.release(leased.delivery);
      return false;
    }
    if (failure === null) {
      await outbox.recordSuccess(endpoint.token, leased, result);
      return true;
    }
    logger.warn('webhooks.try_failed', {
      name: leased.delivery,
      reason: failure,
      count: leased.step + 1,
      ...(status !== null && {status}),
    });
    const disabledReason = await outbox.recordFailure(endpoint, leased, result);
    if (disabledReason) this.#warn('webhooks.endpoint_disabled', endpoint, disabledReason);
    return false;
  }
}
