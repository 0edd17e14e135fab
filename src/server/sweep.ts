import {isUnknownAtService} from './answers.js';
import {isOver, type Settle} from './completion.js';
import type {TrackerStore} from './store.js';

export interface SweepReport {
  /** Trackers that were looked at. */
  readonly checked: number;
  /** Trackers whose held amount was reversed now. */
  readonly reversed: readonly string[];
  /** Trackers that may still come to owe something; the next sweep looks again. */
  readonly open: number;
  /** Trackers that could not be read or reversed; they stay for the next sweep. */
  readonly failed: readonly {readonly tracker: string; readonly error: unknown}[];
}

/** How long a tracker on which nothing happens is looked after: longer than any token for it lives. */
const patience = 24 * 60 * 60 * 1000;

/**
 * Makes `sweep()`: looks through the open trackers and reverses what a vanished browser left held. One failure does not
 * stop the others. Sweeps that are asked for while one runs share its report.
 */
export function createSweeper({
  store,
  settle,
  now,
}: {
  readonly store: TrackerStore;
  readonly settle: Settle;
  readonly now: () => number;
}): () => Promise<SweepReport> {
  let running: Promise<SweepReport> | undefined;
  const sweep = async (): Promise<SweepReport> => {
    const reversed: string[] = [];
    const failed: {tracker: string; error: unknown}[] = [];
    let open = 0;
    const entries = await store.list();
    for (const {tracker, openedAt} of entries) {
      try {
        const {payment, reversedNow} = await settle(tracker);
        if (reversedNow) reversed.push(tracker);
        else if (isOver(payment)) continue;
        else if (now() - openedAt > patience) await store.remove(tracker);
        else open += 1;
      } catch (error) {
        if (isUnknownAtService(error)) await store.remove(tracker);
        else failed.push({tracker, error});
      }
    }
    return {checked: entries.length, reversed, open, failed};
  };
  return () => (running ??= sweep().finally(() => (running = undefined)));
}
