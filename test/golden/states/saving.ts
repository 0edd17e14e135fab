import {CardVaultError} from '../../../src/protocol/index.js';
import {testCard} from '../../../src/testing/test-cards.js';
import type {FakeMethod} from '../../../src/testing/fake-script.js';
import {waitUntil} from '../../support/wait.js';
import {slow, type Stage, type State} from '../stage.js';

const held = (method: FakeMethod) => async (stage: Stage) => {
  stage.adapter.hold(method);
  await stage.saving(() => stage.adapter.calls.at(-1)?.method === method);
};
const takesLonger = async (stage: Stage) => {
  await held('enroll')(stage);
  await slow('enrolling', 5_000)(stage);
};
const challenge = {
  script: {card: testCard('2.9').number, stepUp: 'silence'},
} as const satisfies Partial<State>;
const challenged = (stage: Stage): Promise<void> => stage.challenged();

/** From the press of the button to the ending, with the bank's page. */
export const saving: readonly State[] = [
  {name: 'the card is sent', drive: held('processTransientToken')},
  {name: 'the bank is asked', drive: held('enroll')},
  {name: 'the card is authorized', drive: held('authorize')},
  {name: 'the card is being completed', drive: held('complete')},
  {name: 'saving, no button', set: (element) => (element.hideButton = true), drive: held('enroll')},
  {name: "saving, the shop's button", inForm: true, drive: held('enroll')},
  {name: 'saving takes longer', drive: takesLonger},
  {name: "saving takes longer, the shop's button", inForm: true, drive: takesLonger},
  {name: 'saving, compact', set: (element) => (element.layout = 'compact'), drive: held('enroll')},
  {name: 'saving, 260 px', width: 260, drive: held('enroll')},
  {
    name: 'the fields were renewed',
    drive: async (stage) => {
      stage.harness.fields.tokenError = new CardVaultError('capture-context-expired', 'too late');
      await stage.harness.fill();
      await stage.harness.save().catch(() => undefined);
      await stage.element.whenReady();
    },
  },
  {
    name: 'the fields will be emptied soon',
    drive: async (stage) => {
      await stage.harness.fill();
      stage.timers.advance(780_000);
      await waitUntil(() => stage.harness.part('problem'), 'the warning');
    },
  },
  {
    name: 'the card could not be sent',
    drive: async (stage) => {
      stage.harness.fields.tokenError = new CardVaultError('tokenization-failed', 'no answer');
      await stage.harness.fill();
      await stage.harness.save().catch(() => undefined);
    },
  },
  {name: "the bank's page loads", ...challenge, drive: challenged},
  {
    name: "the bank's page",
    ...challenge,
    drive: async (stage) => {
      await challenged(stage);
      stage.harness.world.lastStepUp.loaded();
    },
  },
  {
    name: "the bank's page, two minutes are left",
    ...challenge,
    drive: async (stage) => {
      await challenged(stage);
      stage.harness.world.lastStepUp.time.warn();
    },
  },
  ...(['01', '03', '04', '05'] as const).map((size): State => ({
    name: `the bank's page, size ${size}`,
    ...challenge,
    set: (element) => (element.challengeWindow = size),
    drive: challenged,
  })),
  {
    name: "the bank's page, with the shop's name",
    ...challenge,
    set: (element) => (element.shopName = 'Kite & Co'),
    drive: challenged,
  },
  {
    name: "the bank's page in the page",
    ...challenge,
    set: (element) => (element.stepUp = 'inline'),
    drive: challenged,
  },
  {
    name: "the bank's page in the page, 600 px",
    ...challenge,
    width: 600,
    set: (element) => (element.stepUp = 'inline'),
    drive: challenged,
  },
  {
    name: 'the answer of the bank is read',
    ...challenge,
    drive: async (stage) => {
      await challenged(stage);
      stage.adapter.hold('fetchPayment');
      stage.harness.world.lastStepUp.end({outcome: 'returned'});
      await stage.harness.settled();
    },
  },
];
