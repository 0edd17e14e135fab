import {setTimeout as pause} from 'node:timers/promises';
import type {Logger} from '../logger.js';
import {isConnectionLoss} from '../storage/unavailable.js';
import type {DueWork} from './due-work.js';

/** How often a process looks for due work, in real milliseconds. */
const everyMs = 1000;
/**
 * How long a moved clock waits for others: longer than the lease of a process that died with work in its
 * hands.
 */
const patienceMs = 35_000;
const pollEveryMs = 25;

export interface WorkerOptions {
  readonly work: readonly DueWork[];
  /** Whether this process does the work, or leaves it to others (`--role api`). */
  readonly does: boolean;
  /** Runs before every pass: takes over the clock that another process has moved. */
  readonly before: () => Promise<void>;
  readonly logger: Logger;
}

/** Does what is due: at a steady pace once started, and at once when asked. */
export class Worker {
  readonly #options: WorkerOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  readonly #done: Record<string, number> = {};

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Begins to look for due work; starting twice is starting once. */
  start(): void {
    if (this.#stopped || this.#timer !== undefined) return;
    const again = () => {
      if (this.#stopped) return;
      this.#timer = setTimeout(() => void this.runDue().then(again), everyMs);
      // The service's ports keep the process alive, not this timer.
      this.#timer.unref();
    };
    again();
  }

  /**
   * Does everything that is due now, after what is under way. Never rejects: what fails is logged and due
   * again.
   */
  runDue(): Promise<void> {
    this.#running = this.#running.then(() => this.#pass());
    return this.#running;
  }

  /** Whether this process does the work, or leaves it to others. */
  get does(): boolean {
    return this.#options.does;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Rows that were taken so far, by the name of the work. */
  get done(): Readonly<Record<string, number>> {
    return this.#done;
  }

  /** When the next work falls due that is not due yet. */
  async nextDue(): Promise<Date | undefined> {
    const times = await Promise.all(this.#options.work.map((work) => work.nextDue()));
    const [first] = times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime());
    return first;
  }

  /**
   * Resolves when nothing is due, whichever process did it. Waits for other processes no longer than their
   * leases last.
   */
  async finishDueWork(): Promise<void> {
    const giveUp = performance.now() + patienceMs;
    while (!this.#stopped) {
      if (this.#options.does) {
        await this.runDue();
        await this.#quiet();
      }
      const due = await Promise.all(this.#options.work.map((work) => work.isDue().catch(() => true)));
      if (!due.includes(true)) return;
      if (performance.now() > giveUp) return this.#options.logger.warn('worker.not_settled');
      await pause(pollEveryMs);
    }
  }

  /**
   * Takes nothing new, finishes what was begun, and gives the rest back. Stopping twice waits for the same
   * end.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    if (this.#options.does) await Promise.allSettled(this.#options.work.map((work) => work.release()));
  }

  async #quiet(): Promise<void> {
    await Promise.all(this.#options.work.map(async (kind) => kind.quiet?.()));
  }

  async #pass(): Promise<void> {
    const {before, does, logger, work} = this.#options;
    const attempt = async (name: string, run: () => Promise<void>) => {
      try {
        await run();
      } catch (error) {
        const reason = isConnectionLoss(error) ? 'database_unavailable' : (error as Error).name;
        logger.warn('worker.failed', {name, reason});
      }
    };
    if (this.#stopped) return;
    await attempt('clock', before);
    for (const kind of does ? work : []) {
      await attempt(kind.name, async () => {
        for (let taken = 1; !this.#stopped && taken > 0;) {
          taken = await kind.run();
          this.#done[kind.name] = (this.#done[kind.name] ?? 0) + taken;
        }
      });
    }
  }
}
