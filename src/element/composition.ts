import {createRunMemory} from './memory.js';
import type {ElementParts, Engine} from './parts.js';

let engine: Promise<Engine> | undefined;

/** The parts in a browser. A load of the engine that failed is tried again when it is next asked for. */
export const browserParts: ElementParts = {
  loadEngine: () =>
    (engine ??= import('./engine.js').then(
      (module) => module.engine,
      (cause: unknown) => {
        engine = undefined;
        throw cause;
      },
    )),
  createMemory: createRunMemory,
  timers: {
    now: () => Date.now(),
    after(ms, callback) {
      const id = setTimeout(callback, ms);
      return () => clearTimeout(id);
    },
  },
};
