import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {isConnectionLoss} from './unavailable.js';

/**
 * After how many seconds without a heartbeat a holder of leases counts as dead. Real time: the database's
 * clock.
 */
const silentSeconds = 10;

const retryMs = 100;
/** Longer than any lease: what is not let go by then has let go by itself. */
const retryLimitMs = 60_000;

/**
 * The leases that are taken through one opened database: their owner, which of them were given up, and which
 * need repair after an outage. Two services in one process have one each.
 */
export class Leases {
  /** Under this name `service_processes` knows the holder. */
  readonly holder = randomUUID();
  readonly #abandoned = new Set<string>();
  #outstanding = 0;

  /** A name for a lease that contains its owner. */
  newLease(): string {
    return `${this.holder}:${randomUUID()}`;
  }

  /**
   * Condition in SQL: the claim in a column was made by another process, which has sent no heartbeat for a
   * while. Taking such a claim over need not wait for the end of its lease (guarantees 4.1, after `kill -9`).
   * One that was only cut off and comes back finds its claim gone and settles nothing.
   */
  hasDied(column: string): string {
    return `(split_part(${column}, ':', 1) <> '${this.holder}' AND NOT EXISTS (
     SELECT 1 FROM service_processes AS living WHERE living.id = split_part(${column}, ':', 1)
       AND living.seen_at > clock_timestamp() - interval '${silentSeconds} seconds'))`;
  }

  /**
   * Notes a lease whose request was cut off: its write may still arrive after the attempt to release it. A
   * repetition need not wait for it to expire.
   */
  abandon(claim: string): void {
    this.#abandoned.add(claim);
    setTimeout(() => this.#abandoned.delete(claim), 2 * retryLimitMs).unref();
  }

  /** Claims that no request works under any more. */
  get abandoned(): readonly string[] {
    return [...this.#abandoned];
  }

  /**
   * Whether something is still to be repaired after an outage. What looks busy then may be the lease of a
   * request that got 503: its repetition gets 503 too, and not the answer that another request is at work.
   */
  get isRecovering(): boolean {
    return this.#outstanding > 0;
  }

  /**
   * Does something that must happen and may happen late, such as giving back a lease: while the database is
   * out of reach it is tried again in the background, so that no request waits a whole lease when the
   * database is back.
   */
  async eventually(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      this.#outstanding++;
      void retry(run).finally(() => this.#outstanding--);
    }
  }
}

async function retry(run: () => Promise<unknown>): Promise<void> {
  const giveUp = performance.now() + retryLimitMs;
  while (performance.now() < giveUp) {
    await pause(retryMs, undefined, {ref: false});
    try {
      return void (await run());
    } catch (error) {
      if (!isConnectionLoss(error)) return;
    }
  }
}
