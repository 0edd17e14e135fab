import type {FetchAdapterOptions} from '../adapter/index.js';
import type {DeviceDataCollection, Flow, FlowPorts, StepUp, VaultAdapter} from '../flow/index.js';
import type {DeviceDataOptions, MicroformFields, MicroformOptions, StepUpOptions} from '../gateways/index.js';

/** What runs behind the form: flow, adapter and gateways, as makers. The one of browsers is in `engine.ts`. */
export interface Engine {
  createAdapter(options: Pick<FetchAdapterOptions, 'sessionUrl' | 'begun' | 'timers'>): VaultAdapter;
  createHostedFields(options: MicroformOptions): MicroformFields;
  createDeviceData(options: DeviceDataOptions): DeviceDataCollection;
  createStepUp(options: StepUpOptions): StepUp;
  createFlow(ports: FlowPorts): Flow;
}
