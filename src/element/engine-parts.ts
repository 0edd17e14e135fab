import type {RunMemory} from '../flow/index.js';
import type {Engine} from './makers.js';
import type {Run, RunOptions} from './run.js';
import type * as SaveRunModule from './save-run.js';

/** What makes a drawn element work, beside the controllers that use it. */
export interface EngineParts {
  readonly engine: Engine;
  readonly createRun: (options: RunOptions) => Run;
  readonly createMemory: (key: string) => RunMemory;
  /** How one save goes; loaded when the fields are live, ahead of its use. */
  readonly loadSaveRun: () => Promise<typeof SaveRunModule>;
}
