import {setTimeout as pause} from 'node:timers/promises';

/**
 * Whether `work` completes within `limitMs` of real time. Work that takes longer continues. Rejects if the
 * work fails in time.
 */
export async function completesWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const limit = pause(limitMs, false, timer).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), limit]);
  } finally {
    timer.abort();
  }
}
