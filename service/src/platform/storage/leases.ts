import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {isConnectionLoss} from './unavailable.js';

/** A process without a heartbeat for this long, by the database's clock, counts as dead. */
const deadAfterSeconds = 10;

const retryMs = 100;
/** Longer than any lease: a lease that was not released by then has expired. */
const retryLimitMs = 60_000;

/**
 * A lease is a string in a row, by which one process reserves that row for its work. This object names the
 * leases of one opened database, and knows which are void. Two services in one process have one object each.
 */
export class Leases {
  /** The id of this process in `service_processes`. */
  readonly holder = randomUUID();
  readonly #abandoned = new Set<string>();
  #pendingRepairs = 0;

  /** A name for a new lease, which starts with the id of its holder. */
  newLease(): string {
    return `${this.holder}:${randomUUID()}`;
  }

  /**
   * SQL condition: the lease in a column belongs to another process that sends no heartbeat any more. Such
   * a lease may be taken over before it expires (guarantees 4.1, after `kill -9`). If that process was only
   * disconnected, it finds its lease gone and changes nothing.
   */
  hasDied(column: string): string {
    return `(split_part(${column}, ':', 1) <> '${this.holder}' AND NOT EXISTS (
     SELECT 1 FROM service_processes AS living WHERE living.id = split_part(${column}, ':', 1)
       AND living.seen_at > clock_timestamp() - interval '${deadAfterSeconds} seconds'))`;
  }

  /**
   * Marks a lease whose request lost its connection. Its write may still arrive after the attempt to
   * release it, so repetitions ignore this lease.
   */
  abandon(lease: string): void {
    this.#abandoned.add(lease);
    setTimeout(() => this.#abandoned.delete(lease), 2 * retryLimitMs).unref();
  }

  /** The leases that `abandon` has marked. */
  get abandoned(): readonly string[] {
    return [...this.#abandoned];
  }

  /**
   * Whether `eventually` still retries something. A key or tracker that looks busy then may be leased by a
   * request that got 503. Its repetition must get 503 too, not the answer that another request is running.
   */
  get isRecovering(): boolean {
    return this.#pendingRepairs > 0;
  }

  /**
   * Runs something that must happen but may happen late, such as releasing a lease. If the database cannot
   * be reached, it is retried in the background, so that requests need not wait until the lease expires.
   */
  async eventually(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      this.#pendingRepairs++;
      void retryUntilReachable(run).finally(() => this.#pendingRepairs--);
    }
  }
}

async function retryUntilReachable(run: () => Promise<unknown>): Promise<void> {
  const giveUp = performance.now() + retryLimitMs;
  while (performance.now() < giveUp) {
    await pause(retryMs, undefined, {ref: false});
    try {
      await run();
      return;
    } catch (error) {
      if (!isConnectionLoss(error)) return;
    }
  }
}
