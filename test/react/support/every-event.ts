import {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultError,
  CardVaultErrorEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
} from '../../../src/element/exports/index.js';

const tracker = 'track_1';
const authentication = {status: 'FRICTIONLESS', eci: '05', liabilityShift: true} as const;
const paymentMethod = {
  token: 'pm_1',
  brand: 'visa',
  lastFour: '1111',
  expirationMonth: '12',
  expirationYear: '2030',
  singleUse: false,
} as const;

/** One event of each kind, by the prop that hears it; both wrappers name them alike. */
export const everyEvent = {
  onReady: () => new CardVaultReadyEvent({tracker, renewed: false}),
  onChange: () => new CardVaultChangeEvent({valid: true, empty: false, brand: 'visa', fields: {}}),
  onStep: () => new CardVaultStepEvent({step: 'opening', previous: 'idle', run: 1, tracker}),
  onBeforeSave: () =>
    new CardVaultBeforeSaveEvent({brand: 'visa', cardholderName: undefined, consent: undefined}),
  onStepUpOpen: () => new CardVaultStepUpOpenEvent({mode: 'dialog', tracker}),
  onStepUpClose: () => new CardVaultStepUpCloseEvent({mode: 'dialog', tracker, ended: 'returned'}),
  onSaved: () => new CardVaultSavedEvent({outcome: 'saved', paymentMethod, authentication, tracker}),
  onStopped: () =>
    new CardVaultStoppedEvent({
      outcome: 'stopped',
      reason: 'failed',
      cause: 'issuer-declined',
      authentication: undefined,
      tracker,
    }),
  onError: () => new CardVaultErrorEvent(new CardVaultError('unexpected', 'made by a test')),
} as const satisfies Record<string, () => Event>;
