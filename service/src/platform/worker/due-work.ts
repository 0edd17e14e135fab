/** One kind of due work: table rows whose due time, by the service's clock, has come. */
export interface DueWork {
  /** For the log. */
  readonly name: string;
  /**
   * Leases some due rows, so that no other process takes them, does their work, and returns how many rows
   * it took. A row that fails becomes due again a little later and does not stop the others.
   */
  run(): Promise<number>;
  /** Whether any row is due, including rows that another process has leased. */
  isDue(): Promise<boolean>;
  /**
   * When the next row that is not yet due falls due; undefined if there is none. A travelling clock stops
   * there.
   */
  nextDue(): Promise<Date | undefined>;
  /**
   * Resolves when everything that `run` started has ended. Needed only where `run` returns before slow work
   * ends, as for webhook receivers, so that other kinds of work are not delayed.
   */
  readonly quiet?: () => Promise<void>;
  /**
   * Whether the last `run` stopped in the middle of rows that are not due by a clock, so that other work is not
   * delayed: the worker does not sleep before the next one.
   */
  readonly isHalfDone?: () => boolean;
  /** Releases this process's unfinished leases, so that another process need not wait until they expire. */
  release(): Promise<void>;
}
