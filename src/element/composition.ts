import {createRunMemory} from './memory.js';
import type {ElementParts, EngineModule} from './parts.js';

let engine: Promise<EngineModule> | undefined;

/** The parts in a browser. A load of the engine that failed is tried again when it is next asked for. */
export const browserParts: ElementParts = {
  loadEngine: () =>
    (engine ??= import('./engine.js').catch((cause: unknown) => {
      engine = undefined;
      throw cause;
    })),
  createMemory: createRunMemory,
  timers: {
    now: () => Date.now(),
    after(ms, callback) {
      const id = setTimeout(callback, ms);
      return () => clearTimeout(id);
    },
  },
};
