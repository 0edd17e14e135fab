/** A tracker that was opened without account verification and is not known to be settled. */
export interface OpenTracker {
  readonly tracker: string;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
}

/**
 * Where the server notes the trackers that may come to owe a reversal, before the browser can act on them. The default
 * forgets with its process; a shop that wants its sweep to survive a restart keeps them in its own database.
 */
export interface TrackerStore {
  add(entry: OpenTracker): void | Promise<void>;
  /** The tracker is settled. Removing one that is not there changes nothing. */
  remove(tracker: string): void | Promise<void>;
  /** Everything noted, oldest first. */
  list(): readonly OpenTracker[] | Promise<readonly OpenTracker[]>;
}

/** Keeps open trackers in memory. */
export function memoryTrackerStore(): TrackerStore {
  const open = new Map<string, OpenTracker>();
  return {
    add: (entry) => void open.set(entry.tracker, entry),
    remove: (tracker) => void open.delete(tracker),
    list: () => [...open.values()],
  };
}
