import type {Timers} from '../flow/index.js';
import {browserTimers} from './timers.js';

/**
 * Calls back once after `ms` milliseconds; the returned function cancels it. The shape of the flow's timers.
 */
export type After = Timers['after'];

export const browserAfter: After = (ms, callback) => browserTimers.after(ms, callback);

/** Like `after`, cancelled when `signal` aborts. */
export function afterUnless(signal: AbortSignal, after: After, ms: number, callback: () => void): void {
  if (signal.aborted) return;
  signal.addEventListener('abort', after(ms, callback), {once: true});
}
