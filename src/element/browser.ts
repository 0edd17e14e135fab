import {beginSession} from '../adapter/begun.js';
import {browserTimers} from '../gateways/timers.js';
import {memoryPrefix} from './memory-key.js';
import type {ElementPorts, EngineModule} from './ports.js';

let engine: Promise<EngineModule> | undefined;

/**
 * What is asked for while the script defines the element is asked for right after that. A browser notes the code that each request
 * comes from, and would have to read the whole script a second time for it.
 */
const soon = Promise.resolve();

/** The ports of a browser. A failed load of the engine is tried again at the next call. */
export const browserPorts: ElementPorts = {
  loadEngine: () =>
    (engine ??= soon
      .then(() => import('./engine.js'))
      .catch((cause: unknown) => {
        engine = undefined;
        throw cause;
      })),
  loadFields: () => soon.then(() => import('./early-fields.js')),
  remembers() {
    try {
      return Object.keys(sessionStorage).some((key) => key.startsWith(memoryPrefix()));
    } catch {
      return false;
    }
  },
  beginSession,
  timers: browserTimers,
};
