import type {Timers} from '../flow/index.js';

/** The clock of a browser. */
export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, callback) {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
};
