import type {EntryPorts, Flow} from '../../flow/index.js';
import {createFlow as flowOf} from '../../flow/run.js';
import {loadLive} from '../../gateways/microform.js';
import type {SaveNeeds} from './contracts.js';

export {createFetchAdapter as createAdapter} from '../../adapter/index.js';
export {createMicroformFields as createHostedFields} from '../../gateways/microform.js';
export {createRunMemory as createMemory} from '../session/memory.js';
export {createLive} from './live.js';

export async function loadInteraction() {
  const [module] = await Promise.all([import('./interaction.js'), loadLive()]);
  return module;
}

/** Modules that only a save needs are loaded by the save. */
export const createFlow = (ports: EntryPorts, save: SaveNeeds): Flow =>
  flowOf({
    ports,
    async saving() {
      const [{loadSaving}] = await Promise.all([
        import('./saving.js'),
        import('../../adapter/tracker-actions.js'),
        loadLive(),
      ]);
      return loadSaving(save);
    },
  });
