import {entryPerformers, performBy} from './effects.js';
import {entryStep} from './entry.js';
import {Runner, type FlowOptions, type Machine} from './run.js';
import type {Flow} from './state.js';

/**
 * The same flow, for a page: as far as live fields at first; what saves a card comes by `whole` when it is
 * needed.
 */
export function createStagedFlow(options: FlowOptions, whole: () => Promise<Machine>): Flow {
  return new Runner(options, {first: {step: entryStep, perform: performBy(entryPerformers)}, whole});
}
