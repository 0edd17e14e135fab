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
import type {WiringOptions, Wired} from './wiring.js';

/** What runs behind the form: flow, adapter and gateways, as makers. The one of browsers is in `engine.ts`. */
export interface Engine {
  createAdapter(options: {readonly sessionUrl: string}): VaultAdapter;
  createHostedFields(options: MicroformOptions): MicroformFields;
  createDeviceData(options: DeviceDataOptions): DeviceDataCollection;
  createStepUp(options: StepUpOptions): StepUp;
  createFlow(ports: FlowPorts): Flow;
}

/** What is loaded with the engine. */
export interface EngineModule {
  readonly engine: Engine;
  readonly wireFlow: (options: WiringOptions) => Wired;
}

/**
 * Everything of the outside world that the element puts together. The one for browsers is in `composition.ts`; tests of
 * this room give the constructor another one.
 */
export interface ElementParts {
  /** Loads what runs behind the form; the form is drawn meanwhile. */
  loadEngine(): Promise<EngineModule>;
  createMemory(key: string): RunMemory;
  readonly timers: Timers;
}
