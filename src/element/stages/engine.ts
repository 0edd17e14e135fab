import {createFetchAdapter} from '../../adapter/index.js';
import {createStagedFlow} from '../../flow/create-staged.js';
import {createMicroformFields, loadLive} from '../../gateways/microform.js';
import type {Engine} from './makers.js';

export {composeBehaviour} from './behaviour.js';
export {createRunMemory as createMemory} from '../session/memory.js';
export {createRun} from '../session/run.js';
export async function loadActions() {
  const [actions] = await Promise.all([import('./actions.js'), loadLive()]);
  return actions;
}

/** The engine of a browser. What only a save needs is loaded by the save. */
export const engine: Engine = {
  createAdapter: createFetchAdapter,
  createHostedFields: createMicroformFields,
  createFlow: (ports, saving) =>
    createStagedFlow({ports}, async () => {
      const [{savingMachine}] = await Promise.all([
        import('./saving.js'),
        import('../../adapter/tracker-actions.js'),
        loadLive(),
      ]);
      return savingMachine(saving);
    }),
};
