import {isUnknownAtService} from './answers.js';
import type {ServiceClient} from './client/client.js';
import {isOver, type Settle} from './completion.js';
import {patience, type OpenTracker, type TrackerStore} from './store.js';

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

/** Trackers that are read at the same time. */
const atOnce = 8;
/** A page acts on its tracker while its token lives, which is minutes. Later ones are read each time they are a quarter older. */
const watchedMs = 15 * 60_000;

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
  /** When a tracker is read next, by this process. */
  let due = new Map<string, number>();
  const sweep = async (): Promise<SweepReport> => {
    const report = {
      checked: 0,
      reversed: [] as string[],
      open: 0,
      failed: [] as {tracker: string; error: unknown}[],
    };
    const later = new Map<string, number>();
    const look = async ({tracker, openedAt, accountVerification}: OpenTracker): Promise<void> => {
      const age = now() - openedAt;
      const isForgotten = age > patience;
      if (accountVerification) {
        if (isForgotten) await store.remove(tracker);
        return;
      }
      const at = due.get(tracker) ?? 0;
      if (now() < at && !isForgotten) {
        later.set(tracker, at);
        report.open += 1;
        return;
      }
      report.checked += 1;
      try {
        const {payment, reversedNow} = await settle(tracker, client, accountVerification);
        if (reversedNow) report.reversed.push(tracker);
        if (reversedNow || isOver(payment) || isForgotten) return void (await store.remove(tracker));
        report.open += 1;
        if (age > watchedMs) later.set(tracker, now() + age / 4);
      } catch (error) {
        if (isUnknownAtService(error)) await store.remove(tracker);
        else report.failed.push({tracker, error});
      }
    };
    const entries = [...(await store.list())];
    const work = async (): Promise<void> => {
      for (let entry = entries.shift(); entry; entry = entries.shift()) await look(entry);
    };
    await Promise.all(Array.from({length: atOnce}, work));
    due = later;
    return report;
  };
  return () => (running ??= sweep().finally(() => (running = undefined)));
}
