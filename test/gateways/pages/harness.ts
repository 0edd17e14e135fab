/**
 * The page of a shop under a strict policy, opened in a window or a frame of its own by the gateways' tests.
 * It does what the address asks for and tells the window that made it how it ended.
 */
import type {CaptureContext} from '../../../src/protocol/index.js';
import {createDeviceDataCollection} from '../../../src/gateways/device-data.js';
import {createMicroformFields} from '../../../src/gateways/microform.js';
import {createStepUp} from '../../../src/gateways/step-up.js';

const ask = new URLSearchParams(location.search);
const {signal} = new AbortController();
const never = new Promise<void>(() => undefined);
const url = ask.get('url') ?? '';
const frameUrl = ask.get('frame') ?? undefined;
const target = {accessToken: 'a.b.c', url, ...(frameUrl === undefined ? {} : {frameUrl})};
const violations: string[] = [];
const faults: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));

const div = (): HTMLElement => document.body.appendChild(document.createElement('div'));

async function run(): Promise<unknown> {
  switch (ask.get('run')) {
    case 'device-data':
      return createDeviceDataCollection({
        host: () => document.body,
        onFault: ({message}) => faults.push(message),
      }).collect(target, {signal});
    case 'microform': {
      const places = {number: div(), securityCode: div()};
      const words = {placeholder: '', label: 'Field', title: 'Field', description: ''};
      const fields = createMicroformFields({
        places: () => places,
        settings: () => ({styles: {}, number: words, securityCode: words, disabled: false}),
        onEvent: () => undefined,
      });
      const context = JSON.parse(ask.get('context') ?? '{}') as CaptureContext;
      return fields.mount(context, {signal}).then(() => ({outcome: 'mounted'}));
    }
    default: {
      const redirect = ask.get('run') === 'redirect';
      const stepUp = createStepUp({
        mode: () => (redirect ? 'redirect' : 'dialog'),
        open: async () => {
          // As the element does it: a dialog in the top layer, inside a shadow root.
          const root = div().attachShadow({mode: 'open'});
          const dialog = root.appendChild(document.createElement('dialog'));
          dialog.showModal();
          return {container: dialog, closed: never};
        },
      });
      return stepUp.present({...target, tracker: 'track_1'}, {signal});
    }
  }
}

// By a channel, not to the opener: a page that is being left can still speak on it.
const channel = new BroadcastChannel(ask.get('report') ?? '');
const report = (result: unknown): void =>
  channel.postMessage({harness: result, violations, faults, history: history.length});
run().then(report, (error: {code?: string; message: string}) =>
  report({code: error.code, message: error.message}),
);
