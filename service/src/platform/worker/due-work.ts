/** One kind of due work: rows of a table with a due time, compared with the service's own clock. */
export interface DueWork {
  /** For the log. */
  readonly name: string;
  /**
   * Takes some of what is due under a short lease (several processes never take the same row at once), does
   * it, and answers how many rows it took. A row that fails is due again a little later; it never stops the
   * others.
   */
  run(): Promise<number>;
  /** Whether anything is due, also what another process has taken and not done. */
  isDue(): Promise<boolean>;
  /**
   * When the next of what is not yet due falls due: a travelling clock stops there. Nothing when there is
   * none.
   */
  nextDue(): Promise<Date | undefined>;
  /**
   * Resolves when nothing that `run` began is under way any more. For work that waits for others, such as
   * receivers of events: `run` does not wait for the slow ones, so that they hold up no other kind of work.
   */
  readonly quiet?: () => Promise<void>;
  /**
   * Gives back what this process took and has not done, so that another need not wait for the lease to end.
   */
  release(): Promise<void>;
}
