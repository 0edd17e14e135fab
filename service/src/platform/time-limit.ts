import {setTimeout as pause} from 'node:timers/promises';

/** Whether `work` completes within `limitMs` real milliseconds. Late work goes on; failed work rejects. */
export async function completesWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const limit = pause(limitMs, false, timer).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    timer.abort();
  }
}
