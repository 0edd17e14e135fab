/** State of an event when it arrives. */
export type ReplayAnswer =
  /** First delivery: handle the event, then report the result. */
  | 'new'
  /** Handled already: nothing is to be done. */
  | 'done'
  /** Another process handles it: have it sent again. */
  | 'under-way';

/**
 * Remembers which events were handled, by id: they arrive at least once, and again when a shop's answer was lost. The default forgets
 * with its process; a shop with several processes keeps the ids in its own database, best in the transaction of what it does:
 * `postgresStores`, `sqliteStores`, `redisReplayStore`.
 */
export interface ReplayStore {
  /** False where the ids are lost with the process. Default true. */
  readonly durable?: boolean;
  /**
   * Must answer `new` to one of several callers at the same time. A claim that ended neither in `done` nor in `release` ends by itself
   * `lease` milliseconds after it was made, because its process may be gone: from then on the answer is `new` again, to one caller.
   * The kit names a lease in every call.
   */
  claim(id: string, lease?: number): ReplayAnswer | Promise<ReplayAnswer>;
  /** Marks the event as handled: every later claim is answered `done`. */
  done(id: string): void | Promise<void>;
  /**
   * Releases an event that could not be handled: its next delivery counts as the first. A handled one stays
   * handled.
   */
  release(id: string): void | Promise<void>;
}

/** Time limit of a handler in milliseconds, after which another process may handle its event. */
export const eventLease = 5 * 60_000;

/** Longer than the 75 hours over which an event is retried, and than a day's look at the dead letters. */
const keepMs = 8 * 24 * 3_600_000;
const mostIds = 100_000;

/** Remembers events in memory for eight days, the last hundred thousand of them. `now` in milliseconds since the epoch. */
export function memoryReplayStore({now = Date.now}: {readonly now?: () => number} = {}): ReplayStore {
  const done = new Map<string, number>();
  /** When each claim ends. */
  const underWay = new Map<string, number>();
  const forget = () => {
    for (const [id, at] of done) {
      if (done.size <= mostIds && now() - at < keepMs) return;
      done.delete(id);
    }
  };
  return {
    durable: false,
    claim(id, lease = eventLease) {
      forget();
      if (done.has(id)) return 'done';
      if (now() < (underWay.get(id) ?? -Infinity)) return 'under-way';
      underWay.set(id, now() + lease);
      return 'new';
    },
    done(id) {
      underWay.delete(id);
      done.set(id, now());
    },
    release: (id) => void underWay.delete(id),
  };
}
