import {setTimeout as pause} from 'node:timers/promises';
import type {Logger} from '../logger.js';
import {isConnectionLoss} from '../storage/unavailable.js';
import type {DueWork} from './due-work.js';

/** Interval between passes, in real milliseconds. */
const intervalMs = 1000;
/** How long a moved clock waits for other processes: longer than the lease of one that died. */
const finishLimitMs = 35_000;
const pollEveryMs = 25;

export interface WorkerOptions {
  readonly work: readonly DueWork[];
  /** Whether this process does due work, or only waits for other processes to do it (`--role api`). */
  readonly doesWork: boolean;
  /** Runs before each pass; adopts the clock that another process has moved. */
  readonly beforePass: () => Promise<void>;
  readonly logger: Logger;
}

/** Does due work, at a fixed interval once started, and whenever it is asked to. */
export class Worker {
  readonly #options: WorkerOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  readonly #done: Record<string, number> = {};

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Starts the interval. Repeated calls have no effect. */
  start(): void {
    if (this.#stopped || this.#timer !== undefined) return;
    const schedulePass = () => {
      if (this.#stopped) return;
      this.#timer = setTimeout(() => void this.runDue().then(schedulePass), intervalMs);
      // The service's ports keep the process alive, not this timer.
      this.#timer.unref();
    };
    schedulePass();
  }

  /**
   * Does everything that is due now, after any pass that is running. Never rejects: failed work is logged
   * and becomes due again.
   */
  runDue(): Promise<void> {
    this.#running = this.#running.then(() => this.#pass());
    return this.#running;
  }

  /** Whether this process does due work, or only waits for other processes to do it. */
  get doesWork(): boolean {
    return this.#options.doesWork;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Number of rows done so far, by the name of the work. */
  get done(): Readonly<Record<string, number>> {
    return this.#done;
  }

  /** When the next work falls due that is not yet due. */
  async nextDue(): Promise<Date | undefined> {
    const times = await Promise.all(this.#options.work.map((work) => work.nextDue()));
    const [first] = times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime());
    return first;
  }

  /**
   * Resolves when nothing is due any more, whichever process does the work. Waits for other processes no
   * longer than their leases can last.
   */
  async finishDueWork(): Promise<void> {
    const giveUp = performance.now() + finishLimitMs;
    while (!this.#stopped) {
      if (this.#options.doesWork) {
        await this.runDue();
        await this.#waitForSlowWork();
      }
      const due = await Promise.all(this.#options.work.map((work) => work.isDue().catch(() => true)));
      if (!due.includes(true)) return;
      if (performance.now() > giveUp) return this.#options.logger.warn('worker.not_idle');
      await pause(pollEveryMs);
    }
  }

  /**
   * Starts no new work, waits for the running pass, and releases leases. Repeated calls wait for the same
   * end.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    if (this.#options.doesWork) await Promise.allSettled(this.#options.work.map((work) => work.release()));
  }

  /** Some work continues after `run`, such as calls to webhook receivers. */
  async #waitForSlowWork(): Promise<void> {
    await Promise.all(this.#options.work.map(async (kind) => kind.quiet?.()));
  }

  async #pass(): Promise<void> {
    const {beforePass, doesWork, logger, work} = this.#options;
    const attempt = async (name: string, run: () => Promise<void>) => {
      try {
        await run();
      } catch (error) {
        const reason = isConnectionLoss(error) ? 'database_unavailable' : (error as Error).name;
        logger.warn('worker.failed', {name, reason});
      }
    };
    if (this.#stopped) return;
    await attempt('clock', beforePass);
    if (!doesWork) return;
    for (const kind of work) {
      await attempt(kind.name, () => this.#runUntilNoneIsLeft(kind));
    }
  }

  async #runUntilNoneIsLeft(kind: DueWork): Promise<void> {
    while (!this.#stopped) {
      const rows = await kind.run();
      this.#done[kind.name] = (this.#done[kind.name] ?? 0) + rows;
      if (rows === 0) return;
    }
  }
}
