import {waitUntil} from '../../support/wait.js';
import type {Stage, State} from '../stage.js';

type Change = Parameters<Stage['harness']['fields']['change']>[1];

const left =
  (field: 'number' | 'securityCode', change: Change) =>
  ({harness}: Stage): void => {
    harness.fields.change(field, change);
    harness.fields.tell({type: 'blur', field});
  };
const typed = (field: string, text: string) => async (stage: Stage) => {
  await stage.harness.type(field, text);
  await stage.harness.leave(field);
};
const report = (stage: Stage): void => stage.report();
const raw = {
  script: {entryMode: 'raw'},
  set: (element) => (element.entryMode = 'raw'),
} as const satisfies Partial<State>;

/** Each error of a field, alone and together, in each arrangement. */
export const errors: readonly State[] = [
  {name: 'everything is missing', drive: report},
  {name: 'everything is missing, 260 px', width: 260, drive: report},
  {
    name: 'everything is missing, inline, 600 px',
    width: 600,
    set: (element) => (element.layout = 'inline'),
    drive: report,
  },
  {name: 'everything is missing, compact', set: (element) => (element.layout = 'compact'), drive: report},
  {
    name: 'everything is missing, compact, 260 px',
    width: 260,
    set: (element) => (element.layout = 'compact'),
    drive: report,
  },
  {
    name: 'everything is missing, with name and address',
    set: (element) => {
      element.cardholderName = true;
      element.billingFields = 'full';
    },
    drive: report,
  },
  {
    name: 'the consent is missing',
    set: (element) => Object.assign(element, {consent: 'required', shopName: 'Shoe Shop'}),
    drive: async (stage) => {
      await waitUntil(() => stage.harness.input('consent'));
      return stage.report();
    },
  },
  {name: 'the postal code is missing', set: (element) => (element.billingFields = 'postal'), drive: report},
  {
    name: 'the postal code is wrong',
    set: (element) => {
      element.billingFields = 'postal';
      element.billing = {country: 'US', postalCode: '1'};
    },
    drive: report,
  },
  {name: 'raw: everything is missing', ...raw, drive: report},
  {name: 'raw: the number is wrong', ...raw, drive: typed('number', '4000000000002702')},
  {name: 'the number is incomplete', drive: left('number', {brands: ['visa']})},
  {name: 'the number is wrong', drive: left('number', {couldBeValid: false, brands: ['visa']})},
  {
    name: 'the brand is not accepted',
    set: (element) => (element.acceptedBrands = 'visa mastercard'),
    drive: left('number', {valid: true, brands: ['amex'], securityCodeLength: 4}),
  },
  {
    name: 'the brand is not accepted, 260 px',
    width: 260,
    set: (element) => (element.acceptedBrands = 'visa mastercard'),
    drive: left('number', {valid: true, brands: ['amex'], securityCodeLength: 4}),
  },
  {
    name: 'the brand is not among the many that are accepted',
    drive: (stage) => {
      const networks = ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER', 'DINERSCLUB', 'JCB', 'MAESTRO', 'CUP'];
      stage.harness.fields.tell({type: 'loaded', networks});
      left('number', {valid: true, brands: ['paypak']})(stage);
    },
  },
  {name: 'the code is incomplete', drive: left('securityCode', {})},
  {
    name: 'the code of an American Express card is incomplete, compact',
    set: (element) => (element.layout = 'compact'),
    drive: (stage) => {
      stage.harness.fields.change('number', {valid: true, brands: ['amex'], securityCodeLength: 4});
      left('securityCode', {})(stage);
    },
  },
  {name: 'the expiry is incomplete', drive: typed('expiry', '1')},
  {name: 'the expiry has no such month', drive: typed('expiry', '00 / 30')},
  {name: 'the card has expired', drive: typed('expiry', '10 / 25')},
  {name: 'the expiry is far away', drive: typed('expiry', '10 / 88')},
  {
    name: 'the name is a number',
    set: (element) => (element.cardholderName = true),
    drive: typed('name', '4000 0000 0000 2701'),
  },
];
