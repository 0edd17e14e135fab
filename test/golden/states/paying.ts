import {testCard} from '../../../src/testing/test-cards.js';
import type {FakeScript} from '../../../src/testing/fake-script.js';
import {waitUntil} from '../../support/wait.js';
import type {Stage, State} from '../stage.js';

const payment = {
  ...{amount: '24.00', currency: 'USD'},
  paymentMethod: {
    ...{token: 'pm_7', brand: 'visa', lastFour: '2701', expirationMonth: '01', expirationYear: '2031'},
    singleUse: false,
  },
} as const satisfies FakeScript['payment'];

const asked = async ({harness}: Stage): Promise<void> => {
  await waitUntil(() => harness.part('payment-amount') && /24/.test(harness.text('save-button')));
};
const pays = (name: string, more: Partial<State> = {}, script: FakeScript = {}): State => ({
  name,
  script: {payment, ...script},
  set: (element) => (element.savedCard = true),
  drive: asked,
  ...more,
});
const asksCode = (name: string, more: Partial<State> = {}): State =>
  pays(name, more, {payment: {...payment, securityCode: true}});
const codeMissing = async (stage: Stage): Promise<void> => {
  await asked(stage);
  await stage.element.save().catch(() => undefined);
  await waitUntil(() => stage.harness.error('security-code'), 'the missing code is named');
};
const ended = async (stage: Stage): Promise<void> => {
  await asked(stage);
  await stage.element.save().catch(() => undefined);
  await stage.harness.ended();
};

/** A payment with a saved card: what is asked, and how it ends. */
export const paying: readonly State[] = [
  pays('asked'),
  pays('asked, 260 px', {width: 260}),
  pays('asked, in placed parts', {
    parts:
      '<card-vault-field name="number"></card-vault-field><card-vault-button></card-vault-button><card-vault-status></card-vault-status>',
  }),
  asksCode('asked, with the security code'),
  asksCode('asked, with the security code, 260 px', {width: 260}),
  asksCode('the security code is missing', {drive: codeMissing}),
  asksCode('the security code is missing, 260 px', {drive: codeMissing, width: 260}),
  pays('under way', {
    drive: async (stage) => {
      await asked(stage);
      stage.adapter.hold('enroll');
      stage.element.save().catch(() => undefined);
      await waitUntil(() => stage.adapter.calls.at(-1)?.method === 'enroll', 'the payment is under way');
    },
  }),
  pays('paid', {drive: ended}),
  pays('declined', {drive: ended}, {card: testCard('2.2').number}),
  pays('declined, 260 px', {drive: ended, width: 260}, {card: testCard('2.2').number}),
];
