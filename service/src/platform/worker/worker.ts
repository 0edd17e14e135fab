import {setTimeout as pause} from 'node:timers/promises';
import type {Clock} from '../clock/clock.js';
import type {Logger} from '../logger.js';
import {isConnectionLoss} from '../storage/unavailable.js';
import type {DueWork} from './due-work.js';

/** Interval between passes, in real milliseconds, unless `start` is given another. */
const usualIntervalMs = 1000;
/** The longest time without a pass, for due times that move without a write, as when a clock is set. */
const longestSleepMs = 15_000;
/** How long a moved clock waits for other processes: longer than the lease of one that died. */
const finishLimitMs = 35_000;
const pollEveryMs = 25;

export interface WorkerOptions {
  readonly work: readonly DueWork[];
  /** Whether this process does due work, or only waits for other processes to do it (`--role api`). */
  readonly doesWork: boolean;
  /** Runs before each pass; adopts the clock that another process has moved. */
  readonly beforePass: () => Promise<void>;
  /**
   * Lets the worker sleep until work falls due or something is written. Undefined if other processes may
   * write: then it makes a pass at every interval.
   */
  readonly sleep?: {readonly clock: Clock; readonly onWrite: (listener: () => void) => void} | undefined;
  readonly logger: Logger;
}

/** Does due work once started, after something was written or falls due, and whenever it is asked to. */
export class Worker {
  readonly #options: WorkerOptions;
  #timer: NodeJS.Timeout | undefined;
  #intervalMs = usualIntervalMs;
  #isAsleep = false;
  /** Whether something was written since the last pass began or, if that found nothing, since it ended. */
  #written = true;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  readonly #done: Record<string, number> = {};

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Starts the passes. Repeated calls have no effect. */
  start(intervalMs = usualIntervalMs): void {
    if (this.#stopped || this.#timer !== undefined) return;
    this.#intervalMs = intervalMs;
    this.#options.sleep?.onWrite(() => {
      this.#written = true;
      if (this.#isAsleep) this.#schedulePass(this.#intervalMs);
    });
    this.#schedulePass(this.#intervalMs);
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

  #schedulePass(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#isAsleep = delayMs > this.#intervalMs;
    this.#timer = setTimeout(() => void this.#passAndSchedule(), delayMs);
    // The service's ports keep the process alive, not this timer.
    this.#timer.unref();
  }

  async #passAndSchedule(): Promise<void> {
    this.#isAsleep = false;
    const isBusy = this.#written;
    await this.runDue();
    // What was written before this line, the next pass or the questions below see. Later writes set it again.
    this.#written = false;
    const delayMs = isBusy ? this.#intervalMs : await this.#untilDue();
    this.#schedulePass(this.#written ? this.#intervalMs : delayMs);
  }

  /** For how long nothing falls due, in milliseconds, but at least one interval. */
  async #untilDue(): Promise<number> {
    const {sleep, work} = this.#options;
    if (!sleep || work.some((kind) => kind.isHalfDone?.())) return this.#intervalMs;
    try {
      const due = await Promise.all(work.map((kind) => kind.isDue()));
      if (due.includes(true)) return this.#intervalMs;
      const next = await this.nextDue();
      const delayMs = next ? next.getTime() - sleep.clock.now().getTime() : longestSleepMs;
      return Math.min(Math.max(delayMs, this.#intervalMs), longestSleepMs);
    } catch {
      // The database cannot be reached. The next pass logs it.
      return this.#intervalMs;
    }
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
