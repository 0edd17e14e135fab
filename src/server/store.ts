/** A tracker that is not known to be settled, with what the last step needs to know about its beginning. */
export interface OpenTracker {
  readonly tracker: string;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  /** True: nothing is held on it, so the sweep has nothing to look for. */
  readonly accountVerification?: boolean;
  /**
   * Tokens in the customer's wallet when the session was opened, where the service does not name the saved card itself: a card that
   * is not among them is new. Without them a save still completes when exactly one card of the wallet fits.
   */
  readonly wallet?: readonly string[];
}

/**
 * Where the server notes open trackers before the browser can act on them: those that may come to owe a
 * reversal, and what their customers' wallets held. Keep whole entries. The default forgets with its process;
 * a shop that wants its sweep to survive a restart keeps them in its own database: `postgresStores`,
 * `sqliteStores`. No entry is a claim: a sweep removes it, at the latest a day after it was opened, so that nothing
 * stays behind a process that died.
 */
export interface TrackerStore {
  /** Adds an entry, or replaces the one of the same tracker. */
  add(entry: OpenTracker): void | Promise<void>;
  /** The tracker is settled. Removing one that is not there changes nothing. */
  remove(tracker: string): void | Promise<void>;
  /** Everything noted, oldest first. */
  list(): readonly OpenTracker[] | Promise<readonly OpenTracker[]>;
}

/** How long a tracker on which nothing happens is remembered, in milliseconds: longer than any token for it lives. */
export const patience = 24 * 60 * 60 * 1000;

/** Keeps open trackers in memory. Those on which nothing can be held are forgotten after a day, when the next one is added. */
export function memoryTrackerStore(): TrackerStore {
  const open = new Map<string, OpenTracker>();
  return {
    add(entry) {
      for (const {tracker, openedAt, accountVerification} of open.values()) {
        if (entry.openedAt - openedAt <= patience) break;
        if (accountVerification) open.delete(tracker);
      }
      open.set(entry.tracker, entry);
    },
    remove: (tracker) => void open.delete(tracker),
    list: () => [...open.values()],
  };
}
