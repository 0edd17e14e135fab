import {setImmediate as nextEventLoopTurn, setTimeout as pause} from 'node:timers/promises';
import {RetryError, ServiceError} from '../errors.js';
import type {Database, Migration} from '../storage/database.js';
import type {ClockStore} from './persisted.js';
import type {MovableClock} from './movable.js';

export const travelMigrations: readonly Migration[] = [
  {
    name: '0141_clock_travel',
    sql: `
CREATE TABLE clock_travel (
  id text PRIMARY KEY,
  departed_from timestamptz NOT NULL,
  target timestamptz,
  started_at timestamptz NOT NULL,
  position bigint NOT NULL,
  driver text,
  driver_until timestamptz
);
CREATE UNIQUE INDEX events_position ON events (position);
`,
  },
];

/** The worker, as the travelling clock uses it. */
export interface TravelWorker {
  /** Whether this process does due work, or only waits for other processes to do it. */
  readonly doesWork: boolean;
  readonly stopped: boolean;
  /** Does everything that is due, and waits for work that other processes have leased. */
  finishDueWork(): Promise<void>;
  /** When the next work falls due that is not yet due. */
  nextDue(): Promise<Date | undefined>;
  /** Number of rows done so far, by the name of the work. */
  readonly done: Readonly<Record<string, number>>;
}

/** Counts events, for the progress of a clock movement. */
export interface EventLog {
  /** Position of the last event; 0 before the first. */
  position(): Promise<number>;
  /** How many events followed a position, and how many of them are charge attempts. */
  countSince(position: number): Promise<{readonly events: number; readonly charges: number}>;
}

/** A clock movement under way, as the sandbox API shows it. */
export interface TravelProgress {
  /** The service's time at the start of the movement, and its target, as ISO instants. */
  readonly from: string;
  readonly to: string;
  /** Real time at the start of the movement, as an ISO instant. */
  readonly started_now: string;
  /** Charge attempts, events and deliveries since the start. */
  readonly charges: number;
  readonly events: number;
  readonly deliveries: number;
}

interface TravelRow {
  readonly departed_from: Date;
  readonly target: Date | null;
  readonly started_at: Date;
  readonly position: number;
}

export interface TravelDependencies {
  readonly database: Database;
  readonly clock: MovableClock;
  readonly clockStore: ClockStore;
  readonly worker: TravelWorker;
  readonly eventLog: EventLog;
}

/** Key of the table's only row. */
const id = 'travel';

/** How often a process that does not drive the clock polls, in real milliseconds. */
const pollEveryMs = 25;

/** How many webhook deliveries are among the work done. */
const deliveriesOf = (done: Readonly<Record<string, number>>) => done['webhook-deliveries'] ?? 0;

/**
 * Moves the clock step by step instead of in one jump: it stops at every instant at which work falls due,
 * and continues when that work is done. The target is stored, so that a restarted process or another one on
 * the same database continues the movement. Only one process at a time drives the clock, under a lease.
 */
export class Travel {
  readonly #deps: TravelDependencies;
  /** The lease on driving the clock. */
  readonly #lease: string;
  #driving: Promise<void> | undefined;
  #deliveriesBefore = 0;

  constructor(deps: TravelDependencies) {
    this.#deps = deps;
    this.#lease = deps.database.leases.newLease();
  }

  /**
   * Moves the clock; resolves when it has arrived and all due work is done. A second request during a
   * movement extends it, or waits until the clock passes its instant.
   *
   * @throws {ServiceError} 409 `clock.stopped` if another request stopped the clock earlier; 503
   *   `service.shutting_down`.
   */
  async moveTo(instant: Date): Promise<void> {
    const {database, clock, worker, eventLog} = this.#deps;
    if ((await this.#read()) === undefined) this.#deliveriesBefore = deliveriesOf(worker.done);

    // A movement that is under way keeps its start; only its target may grow.
    await database.query(
      `INSERT INTO clock_travel AS t (id, departed_from, target, started_at, position)
       VALUES ($1, $2, $3, clock_timestamp(), $4)
       ON CONFLICT (id) DO UPDATE SET target = GREATEST(t.target, excluded.target),
         departed_from = CASE WHEN t.target IS NULL THEN excluded.departed_from ELSE t.departed_from END,
         started_at = CASE WHEN t.target IS NULL THEN excluded.started_at ELSE t.started_at END,
         position = CASE WHEN t.target IS NULL THEN excluded.position ELSE t.position END`,
      [id, clock.now(), instant, await eventLog.position()],
    );
    await this.#waitForArrival();
    if (clock.now() >= instant) return;
    const why = `The clock was stopped at ${clock.now().toISOString()}. All work due until then is done.`;
    throw new ServiceError(409, 'clock.stopped', why);
  }

  /**
   * Stops the movement at the present time, or at the stop it is about to reach. Resolves when everything
   * due until then has run. Does nothing without a movement.
   *
   * @throws {RetryError} 503 `service.shutting_down`.
   */
  async stop(): Promise<void> {
    const {database, clock} = this.#deps;
    await database.query(
      'UPDATE clock_travel SET target = LEAST(target, $2) WHERE id = $1 AND target IS NOT NULL',
      [id, clock.now()],
    );
    await this.#waitForArrival();
  }

  /** Waits for the end of the movement, and drives the clock if no other process does. */
  async #waitForArrival(): Promise<void> {
    const {clockStore, worker} = this.#deps;
    // A drive that was about to end may not have seen the new target, so another one may be needed.
    while (!worker.stopped && (await this.#read()) !== undefined) await this.#driveOnce();
    if (worker.stopped) {
      const why = 'The service is shutting down. The clock continues its movement after the restart.';
      throw new RetryError(503, 'service.shutting_down', why, 1);
    }
    // Another process may have moved the clock.
    await clockStore.load();
  }

  /** Continues a movement that a process left unfinished, perhaps this one before a restart. */
  async resume(): Promise<void> {
    if (!this.#deps.worker.doesWork || this.#driving || (await this.#read()) === undefined) return;
    void this.#driveOnce().catch(() => undefined);
  }

  /** The progress of the movement; null if there is none. */
  async progress(): Promise<TravelProgress | null> {
    const {eventLog, worker} = this.#deps;
    const row = await this.#read();
    if (!row) return null;
    const counts = await eventLog.countSince(row.position);
    return {
      from: row.departed_from.toISOString(),
      to: row.target!.toISOString(),
      started_now: row.started_at.toISOString(),
      ...counts,
      deliveries: deliveriesOf(worker.done) - this.#deliveriesBefore,
    };
  }

  /** The row of the current movement; undefined without one. */
  async #read(): Promise<TravelRow | undefined> {
    const [row] = await this.#deps.database.query<TravelRow>(
      'SELECT * FROM clock_travel WHERE id = $1 AND target IS NOT NULL',
      [id],
    );
    return row;
  }

  /** Starts driving, unless this process drives already. */
  #driveOnce(): Promise<void> {
    return (this.#driving ??= this.#drive().finally(() => (this.#driving = undefined)));
  }

  async #drive(): Promise<void> {
    const {clockStore, worker} = this.#deps;
    while (!worker.stopped) {
      const target = worker.doesWork ? await this.#leaseDriving() : undefined;
      if (target) {
        await this.#step(target);
        continue;
      }
      if ((await this.#read()) === undefined) break;
      // Another process drives: this one follows its clock.
      await pause(pollEveryMs);
      await clockStore.load();
    }
    if (!worker.stopped) await clockStore.load();
  }

  /**
   * Leases the driving and returns the target; undefined if there is no movement or another living process
   * has the lease.
   */
  async #leaseDriving(): Promise<Date | undefined> {
    const {database} = this.#deps;
    const [row] = await database.query<TravelRow>(
      `UPDATE clock_travel SET driver = $2, driver_until = clock_timestamp() + interval '30 seconds'
       WHERE id = $1 AND target IS NOT NULL
         AND (driver IS NULL OR driver = $2 OR driver_until <= clock_timestamp() OR ${database.leases.hasDied('driver')})
       RETURNING *`,
      [id, this.#lease],
    );
    return row?.target ?? undefined;
  }

  /** Moves the clock to the next instant at which work is due, or to the target. */
  async #step(target: Date): Promise<void> {
    const {database, clock, worker} = this.#deps;
    await worker.finishDueWork();
    // Lets requests run: a database in this thread would block them until the end of the movement.
    await nextEventLoopTurn();
    const next = await worker.nextDue();
    const stop = next !== undefined && next < target ? next : target;
    // The movement may have been stopped while due work ran.
    const mayContinue = ((await this.#read())?.target ?? clock.now()) > clock.now();
    if (stop > clock.now() && mayContinue) {
      clock.advanceTo(stop);
      await clock.listenersDone();
    }
    if (clock.now() < target || worker.stopped) return;
    await worker.finishDueWork();
    await database.query(
      'UPDATE clock_travel SET target = NULL, driver = NULL WHERE id = $1 AND target <= $2',
      [id, clock.now()],
    );
  }
}
