import type {SavingPorts, VaultAdapter} from '../flow/index.js';
import type {Machine} from '../flow/run.js';
import {wholeMachine} from '../flow/whole.js';
import type {SavingMakers, SavingOptions} from './makers.js';
import {stepUpMode} from './step-up/mode.js';
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
    returnTo: () => (stepUpMode(host) === 'redirect' ? location.pathname + location.search : undefined),
  };
}

const deviceData = () => import('../gateways/device-data.js');
const stepUp = () => import('../gateways/step-up.js');
/** A script that fails to load ahead of its use is asked for again when it is used. */
const ahead = (load: () => Promise<unknown>): void => void load().catch(() => undefined);

/** The gateways of a browser; each is loaded one step ahead of its own. */
const browserMakers: SavingMakers = {
  createDeviceData: (options) => {
    ahead(deviceData);
    return {
      async collect(request, call) {
        const {createDeviceDataCollection} = await deviceData();
        const collected = createDeviceDataCollection(options).collect(request, call);
        ahead(stepUp);
        return collected;
      },
    };
  },
  createStepUp: (options) => ({
    async present(request, call) {
      const {createStepUp} = await stepUp();
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
