import {beginSession} from '../../adapter/begun.js';
import {browserTimers} from '../../gateways/timers.js';
import {memoryPrefix} from '../session/lifecycle.js';
import type {ElementPorts, Engine} from './contracts.js';

let engine: Promise<Engine> | undefined;

/**
 * Requests that are made while the script defines the element are put off until it is done. A browser records
 * which code each request comes from, and would have to read the whole script a second time for that.
 */
const afterDefinition = Promise.resolve();

/** The ports of a browser. A failed load of the engine is tried again at the next call. */
export const browserPorts: ElementPorts = {
  loadEngine: () =>
    (engine ??= afterDefinition
      .then(() => import('./engine.js'))
      .catch((cause: unknown) => {
        engine = undefined;
        throw cause;
      })),
  loadFields: () => afterDefinition.then(() => import('../fields/early-fields.js')),
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
