import type {
  DeviceDataCollection,
  Flow,
  FlowPorts,
  RunMemory,
  StepUp,
  Timers,
  VaultAdapter,
} from '../flow/index.js';
import type {DeviceDataOptions, MicroformFields, MicroformOptions, StepUpOptions} from '../gateways/index.js';
import type {Run, RunOptions} from './run.js';

/** Makes what runs behind the form: flow, adapter and gateways. `engine.ts` is the one for browsers. */
export interface Engine {
  createAdapter(options: {readonly sessionUrl: string}): VaultAdapter;
  createHostedFields(options: MicroformOptions): MicroformFields;
  createDeviceData(options: DeviceDataOptions): DeviceDataCollection;
  createStepUp(options: StepUpOptions): StepUp;
  createFlow(ports: FlowPorts): Flow;
}

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
