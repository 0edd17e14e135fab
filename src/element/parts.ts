import type {RunMemory, Timers} from '../flow/index.js';
import type {Engine} from './makers.js';
import type {WiringOptions, Wired} from './wiring.js';

/** What is loaded with the engine. */
export interface EngineModule {
  readonly engine: Engine;
  readonly wireFlow: (options: WiringOptions) => Wired;
}

/**
 * Everything of the outside world that the element puts together. The one for browsers is in `composition.ts`; tests of
 * this room give the constructor another one.
 */
export interface ElementParts {
  /** Loads what runs behind the form; the form is drawn meanwhile. */
  loadEngine(): Promise<EngineModule>;
  createMemory(key: string): RunMemory;
  readonly timers: Timers;
}
