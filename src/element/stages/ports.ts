import type {BegunSession} from '../session/begun-session.js';
import type {Timers} from '../../flow/index.js';
import type {composeBehaviour} from './behaviour.js';
import type * as EarlyFields from '../fields/early-fields.js';
import type {EngineParts} from './engine-parts.js';

/** The module that makes a drawn element work; loaded while the form is being drawn. */
export interface EngineModule extends EngineParts {
  readonly composeBehaviour: typeof composeBehaviour;
}

/** What the element needs of its surroundings. `browser.ts` has the ports of a browser; tests pass others. */
export interface ElementPorts {
  loadEngine(): Promise<EngineModule>;
  /** What brings fields up before the form works; missing where the form is always there first. */
  loadFields?(): Promise<typeof EarlyFields>;
  /** False when no element of this page can have left a run unfinished. */
  readonly remembers: () => boolean;
  /** Begins the request for a session while the engine, which will read its answer, is being loaded. */
  readonly beginSession: (url: string) => BegunSession;
  readonly timers: Timers;
}
