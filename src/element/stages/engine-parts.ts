import type * as ActionsModule from './actions.js';
import type {RunMemory} from '../../flow/index.js';
import type {Engine} from './makers.js';
import type {Run, RunOptions} from '../session/run.js';

/** What brings a drawn element to live fields, beside the controllers that use it. */
export interface EngineParts {
  readonly engine: Engine;
  readonly createRun: (options: RunOptions) => Run;
  readonly createMemory: (key: string) => RunMemory;
  /** What a shopper does with live fields; loaded once they are, ahead of its use. */
  readonly loadActions: () => Promise<typeof ActionsModule>;
}

export interface WithEngine {
  readonly module: EngineParts;
}
