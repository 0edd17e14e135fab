import {setImmediate as turn, setTimeout as pause} from 'node:timers/promises';
import {RetryError, ServiceError} from '../errors.js';
import type {Database, Migration} from '../storage/database.js';
import type {KeptClock} from './persisted.js';
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

/** The work that a travelling clock stops for. */
export interface Traveller {
  /** Whether this process does any of it. */
  readonly does: boolean;
  readonly stopped: boolean;
  /** Does everything that is due, and waits for others who do it. */
  finishDueWork(): Promise<void>;
  /** When the next of it falls due. */
  nextDue(): Promise<Date | undefined>;
  /** How much was done so far, by kind of work. */
  readonly done: Readonly<Record<string, number>>;
}

/** Counts of events, for the progress of a clock movement. */
export interface EventLog {
  /** Of the last event; 0 before the first. */
  position(): Promise<number>;
  /** Events after a position, and how many of them are tries of charges. */
  countSince(position: number): Promise<{readonly events: number; readonly charges: number}>;
}

/** A clock movement under way, in wire spelling. */
export interface TravelProgress {
  /** ISO instants of the service's clock: where it began, where it goes. */
  readonly from: string;
  readonly to: string;
  /** ISO instant of real time at which it began. */
  readonly started_now: string;
  /** Tries of charges, events and deliveries since then. */
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
  readonly kept: KeptClock;
  readonly traveller: Traveller;
  readonly eventLog: EventLog;
}

const id = 'travel';
/** How often a process that does not drive the clock polls, in real milliseconds. */
const pollEveryMs = 25;

/** The work of a kind is counted under its name. */
const deliveriesOf = (done: Readonly<Record<string, number>>) => done['webhook-deliveries'] ?? 0;

/**
 * A clock that passes through time instead of jumping over it: it stops at every instant at which something
 * falls due, and what is due then is done before it goes on. Where it goes is written down: a restart and
 * other processes on the same database go on.
 */
export class Travel {
  readonly #deps: TravelDependencies;
  /** Names this process at the wheel. */
  readonly #me: string;
  #driving: Promise<void> | undefined;
  #deliveriesBefore = 0;

  constructor(deps: TravelDependencies) {
    this.#deps = deps;
    this.#me = deps.database.leases.newLease();
  }

  /**
   * Moves the clock; resolves when it has arrived and everything due has run.
   *
   * @throws {ServiceError} 409 `clock.stopped` if it was stopped before; 503 `service.shutting_down`.
   */
  async to(instant: Date): Promise<void> {
    const {database, clock, traveller, eventLog} = this.#deps;
    if ((await this.#read()) === undefined) this.#deliveriesBefore = deliveriesOf(traveller.done);
    // A second request during a movement extends it, or waits for a part of it.
    await database.query(
      `INSERT INTO clock_travel AS t (id, departed_from, target, started_at, position)
       VALUES ($1, $2, $3, clock_timestamp(), $4)
       ON CONFLICT (id) DO UPDATE SET target = GREATEST(t.target, excluded.target),
         departed_from = CASE WHEN t.target IS NULL THEN excluded.departed_from ELSE t.departed_from END,
         started_at = CASE WHEN t.target IS NULL THEN excluded.started_at ELSE t.started_at END,
         position = CASE WHEN t.target IS NULL THEN excluded.position ELSE t.position END`,
      [id, clock.now(), instant, await eventLog.position()],
    );
    await this.#arrive();
    if (clock.now() >= instant) return;
    const why = `The clock was stopped at ${clock.now().toISOString()}. What was due until then is done.`;
    throw new ServiceError(409, 'clock.stopped', why);
  }

  /**
   * Stops the movement at its present time, or at the stop it is about to make; resolves when everything due
   * until then has run. Does nothing without a movement.
   *
   * @throws {RetryError} 503 `service.shutting_down`.
   */
  async stop(): Promise<void> {
    const {database, clock} = this.#deps;
    await database.query(
      'UPDATE clock_travel SET target = LEAST(target, $2) WHERE id = $1 AND target IS NOT NULL',
      [id, clock.now()],
    );
    await this.#arrive();
  }

  /** Waits for the end of the movement, and drives it when no other process does. */
  async #arrive(): Promise<void> {
    const {kept, traveller} = this.#deps;
    // The drive that is under way may have been about to end without this.
    while (!traveller.stopped && (await this.#read()) !== undefined) await this.#driveOnce();
    if (traveller.stopped) {
      const why = 'The service is shutting down; its clock goes on when it starts again.';
      throw new RetryError(503, 'service.shutting_down', why, 1);
    }
    // Another process may have been at the wheel all the way.
    await kept.load();
  }

  /** Resumes a movement that a process, perhaps this one before a restart, has left unfinished. */
  async resume(): Promise<void> {
    if (!this.#deps.traveller.does || this.#driving || (await this.#read()) === undefined) return;
    void this.#driveOnce().catch(() => undefined);
  }

  /** How far it is; `null` while the clock just runs. */
  async progress(): Promise<TravelProgress | null> {
    const {eventLog, traveller} = this.#deps;
    const row = await this.#read();
    if (!row) return null;
    const counts = await eventLog.countSince(row.position);
    return {
      from: row.departed_from.toISOString(),
      to: row.target!.toISOString(),
      started_now: row.started_at.toISOString(),
      ...counts,
      deliveries: deliveriesOf(traveller.done) - this.#deliveriesBefore,
    };
  }

  async #read(): Promise<TravelRow | undefined> {
    const [row] = await this.#deps.database.query<TravelRow>(
      'SELECT * FROM clock_travel WHERE id = $1 AND target IS NOT NULL',
      [id],
    );
    return row;
  }

  /** One drive at a time in a process. */
  #driveOnce(): Promise<void> {
    return (this.#driving ??= this.#drive().finally(() => (this.#driving = undefined)));
  }

  async #drive(): Promise<void> {
    const {kept, traveller} = this.#deps;
    while (!traveller.stopped) {
      const target = traveller.does ? await this.#takeWheel() : undefined;
      if (target) await this.#step(target);
      else if ((await this.#read()) === undefined) break;
      else await pause(pollEveryMs);
      if (!target) await kept.load();
    }
    if (!traveller.stopped) await kept.load();
  }

  /**
   * Leases the driving and returns the target; undefined if another living process has the lease or there is
   * no movement.
   */
  async #takeWheel(): Promise<Date | undefined> {
    const {database} = this.#deps;
    const [row] = await database.query<TravelRow>(
      `UPDATE clock_travel SET driver = $2, driver_until = clock_timestamp() + interval '30 seconds'
       WHERE id = $1 AND target IS NOT NULL
         AND (driver IS NULL OR driver = $2 OR driver_until <= clock_timestamp() OR ${database.leases.hasDied('driver')})
       RETURNING *`,
      [id, this.#me],
    );
    return row?.target ?? undefined;
  }

  /** One stop further: to the next instant at which something is due, or to the end. */
  async #step(target: Date): Promise<void> {
    const {database, clock, traveller} = this.#deps;
    await traveller.finishDueWork();
    // An embedded database in this thread would block all requests until the end of the movement.
    await turn();
    const next = await traveller.nextDue();
    const stop = next !== undefined && next < target ? next : target;
    // A request to stop may have come while due work ran.
    const goesOn = ((await this.#read())?.target ?? clock.now()) > clock.now();
    if (stop > clock.now() && goesOn) {
      clock.advanceTo(stop);
      await clock.listenersDone();
    }
    if (clock.now() < target || traveller.stopped) return;
    await traveller.finishDueWork();
    await database.query(
      'UPDATE clock_travel SET target = NULL, driver = NULL WHERE id = $1 AND target <= $2',
      [id, clock.now()],
    );
  }
}
