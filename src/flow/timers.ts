import type {Timers} from './ports.js';

/** The clock of a browser. */
export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, callback) {
    const id = setTimeout(callback, ms);
    return () => clearTimeout(id);
  },
};
