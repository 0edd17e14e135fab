import {isUnknownAtService} from './answers.js';
import type {ServiceClient} from './client/client.js';
import {isOver, type Settle} from './completion.js';
import {patience, type TrackerStore} from './store.js';

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

/**
 * Makes `sweep()`: looks through the open trackers and reverses what a vanished browser left held. One failure does not
 * stop the others. Sweeps that are asked for while one runs share its report.
 */
export function createSweeper({
  client,
  store,
  settle,
  now,
}: {
  readonly client: ServiceClient;
  readonly store: TrackerStore;
  readonly settle: Settle;
  readonly now: () => number;
}): () => Promise<SweepReport> {
  let running: Promise<SweepReport> | undefined;
  const sweep = async (): Promise<SweepReport> => {
    const reversed: string[] = [];
    const failed: {tracker: string; error: unknown}[] = [];
    let open = 0;
    let checked = 0;
    for (const {tracker, openedAt, accountVerification} of await store.list()) {
      const isForgotten = now() - openedAt > patience;
      if (accountVerification) {
        if (isForgotten) await store.remove(tracker);
        continue;
      }
      checked += 1;
      try {
        const {payment, reversedNow} = await settle(tracker, client, accountVerification);
        if (reversedNow) reversed.push(tracker);
        if (reversedNow || isOver(payment) || isForgotten) await store.remove(tracker);
        else open += 1;
      } catch (error) {
        if (isUnknownAtService(error)) await store.remove(tracker);
        else failed.push({tracker, error});
      }
    }
    return {checked, reversed, open, failed};
  };
  return () => (running ??= sweep().finally(() => (running = undefined)));
}
