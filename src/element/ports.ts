import type {RunMemory, Timers} from '../flow/index.js';
import type {Engine} from './makers.js';
import type {Run, RunOptions} from './run.js';

/** The module that holds the engine; loaded while the form is being drawn. */
export interface EngineModule {
  readonly engine: Engine;
  readonly createRun: (options: RunOptions) => Run;
}

/** What the element needs of its surroundings. `browser.ts` has the ports of a browser; tests pass others. */
export interface ElementPorts {
  loadEngine(): Promise<EngineModule>;
  createMemory(key: string): RunMemory;
  readonly timers: Timers;
}
