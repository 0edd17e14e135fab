import type {SavingPorts, VaultAdapter} from '../flow/index.js';
import type {Machine} from '../flow/run.js';
import {wholeMachine} from '../flow/whole.js';
import type {SavingMakers, SavingOptions} from './makers.js';
import {createStepUpWindow} from './step-up/window.js';

/** The ports that only a save needs. */
export function savingPorts(
  options: SavingOptions,
  adapter: VaultAdapter,
  makers: SavingMakers,
): SavingPorts {
  const {host} = options;
  const offstage = (): HTMLElement => host.renderRoot.querySelector<HTMLElement>('.offstage')!;
  return {
    adapter,
    ...(host.entryMode === 'raw' && {rawFields: {read: options.readRaw}}),
    deviceData: makers.createDeviceData({host: offstage}),
    stepUp: {
      present: (request, call) => createStepUpWindow({...options, makers, offstage}).present(request, call),
    },
    // A step-up that leaves the page comes back to it, and the run continues there.
    returnTo: () => (host.stepUp === 'redirect' ? location.pathname + location.search : undefined),
  };
}

/** The gateways of a browser; each is loaded when its step comes. */
const browserMakers: SavingMakers = {
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
};

/** The machine that saves a card, for one element. */
export async function savingMachine(options: SavingOptions): Promise<Machine> {
  const {adapter} = options;
  const whole = 'whole' in adapter ? await adapter.whole() : adapter;
  return wholeMachine(savingPorts(options, whole, browserMakers));
}
