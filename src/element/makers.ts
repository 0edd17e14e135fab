import type {FetchAdapterOptions, StagedAdapter} from '../adapter/index.js';
import type {DeviceDataCollection, EntryPorts, Flow, StepUp, VaultAdapter} from '../flow/index.js';
import type {DeviceDataOptions, MicroformFields, MicroformOptions, StepUpOptions} from '../gateways/index.js';
import type {SavingOptions} from './saving.js';

/** What runs behind the form: flow, adapter and gateways, as makers. The one of browsers is in `engine.ts`. */
export interface Engine {
  createAdapter(
    options: Pick<FetchAdapterOptions, 'sessionUrl' | 'begun' | 'timers'>,
  ): StagedAdapter | VaultAdapter;
  createHostedFields(options: MicroformOptions): MicroformFields;
  /** @param saving what the ports of a save are made of, once it is near. */
  createFlow(ports: EntryPorts, saving: SavingOptions): Flow;
}

/** What a save needs beside that. */
export interface SavingMakers {
  createDeviceData(options: DeviceDataOptions): DeviceDataCollection;
  createStepUp(options: StepUpOptions): StepUp;
}
