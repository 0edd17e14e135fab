import type {Timers} from './ports.js';

/**
 * Calls back once when the clock shows `at`: the end of something that ends also while the page is frozen. The
 * clock is looked at again and again, because a timer counts only time in which the page could work. The
 * returned function cancels it.
 */
export function atTime(timers: Timers, at: number, callback: () => void): () => void {
  let stop: () => void;
  const wait = (): void => {
    const left = Math.max(0, at - timers.now());
    stop = timers.after(Math.min(left, 1_000), () => (at > timers.now() ? wait() : callback()));
  };
  wait();
  return () => stop();
}
