import type {Timers} from '../flow/index.js';

/** Milliseconds that one wait counts at most. */
const most = 1_000;

/**
 * The clock of a browser. A page that is frozen, hidden for long, or on a machine that sleeps gets its timers
 * late, and could do nothing meanwhile: so a time is waited for in pieces, and one that takes longer counts as
 * what it should have been. Times of the clock, such as the end of a context, go on: `atTime`.
 */
export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, callback) {
    let id: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      id = setTimeout(() => (left > most ? wait(left - most) : callback()), Math.min(left, most));
    };
    wait(ms);
    return () => clearTimeout(id);
  },
};
