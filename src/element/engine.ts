import {createFetchAdapter} from '../adapter/index.js';
import {createFlow} from '../flow/index.js';
import {createMicroformFields} from '../gateways/microform.js';
import type {Engine} from './makers.js';

export {wireFlow} from './wiring.js';

/** What runs behind the form, in a browser. Loaded while the form is being drawn; what a click needs is loaded after it. */
export const engine: Engine = {
  createAdapter: createFetchAdapter,
  createHostedFields: createMicroformFields,
  createDeviceData: (options) => ({
    async collect(request, call) {
      const {createDeviceDataCollection} = await import('../gateways/device-data.js');
      return createDeviceDataCollection(options).collect(request, call);
    },
  }),
  createStepUp: (options) => ({
    async present(request, call) {
      const {createStepUp} = await import('../gateways/step-up.js');
      return createStepUp(options).present(request, call);
    },
  }),
  createFlow: (ports) => createFlow({ports}),
};
