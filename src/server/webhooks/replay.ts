/** What is known of an event when it arrives. */
export type ReplayAnswer =
  /** It is the first time: go on, and say how it ended. */
  | 'new'
  /** It was handled: nothing is to be done. */
  | 'done'
  /** Somebody is at it: let it come again. */
  | 'under-way';

/**
 * Remembers which events were handled, by id: they arrive at least once, and again when a shop's answer was lost. The default forgets
 * with its process; a shop with several processes keeps the ids in its own database, best in the transaction of what it does.
 */
export interface ReplayStore {
  /** False where the ids are lost with the process. Default true. */
  readonly durable?: boolean;
  /** Must answer `new` to one of several callers at the same time. */
  claim(id: string): ReplayAnswer | Promise<ReplayAnswer>;
  done(id: string): void | Promise<void>;
  /** It could not be handled: the next time counts as the first. */
  release(id: string): void | Promise<void>;
}

/** Longer than the 75 hours over which an event is retried, and than a day's look at the dead letters. */
const keepMs = 8 * 24 * 3_600_000;
const mostIds = 100_000;

/** Remembers events in memory for eight days, the last hundred thousand of them. `now` in milliseconds since the epoch. */
export function memoryReplayStore({now = Date.now}: {readonly now?: () => number} = {}): ReplayStore {
  const done = new Map<string, number>();
  const underWay = new Set<string>();
  const forget = () => {
    for (const [id, at] of done) {
      if (done.size <= mostIds && now() - at < keepMs) return;
      done.delete(id);
    }
  };
  return {
    durable: false,
    claim(id) {
      forget();
      if (done.has(id)) return 'done';
      if (underWay.has(id)) return 'under-way';
      underWay.add(id);
      return 'new';
    },
    done(id) {
      underWay.delete(id);
      done.set(id, now());
    },
    release: (id) => void underWay.delete(id),
  };
}
