import {beginSession} from '../adapter/begun.js';
import {browserTimers} from '../gateways/timers.js';
import {memoryPrefix} from './memory-key.js';
import type {ElementPorts, EngineModule} from './ports.js';

let engine: Promise<EngineModule> | undefined;

/** The ports of a browser. A failed load of the engine is tried again at the next call. */
export const browserPorts: ElementPorts = {
  loadEngine: () =>
    (engine ??= import('./engine.js').catch((cause: unknown) => {
      engine = undefined;
      throw cause;
    })),
  loadFields: () => import('./early-fields.js'),
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
