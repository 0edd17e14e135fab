import {testCard} from '../../../src/testing/test-cards.js';
import type {FakeMethod} from '../../../src/testing/fake-script.js';
import {waitUntil} from '../../support/wait.js';
import {slow, type Stage, type State} from '../stage.js';

const field = (name: string, more = ''): string =>
  `<card-vault-field name="${name}"${more && ` ${more}`}></card-vault-field>`;
/** A row of the page's own grid. */
const row = (columns: string, ...fields: string[]): string =>
  `<div style="display: grid; grid-template-columns: ${columns}; gap: 12px">${fields.join('')}</div>`;
const page = (...fields: string[]): string =>
  `<card-vault-status></card-vault-status>${fields.join('')}<card-vault-button></card-vault-button>`;
const hinted = `<card-vault-field name="security-code"><small slot="hint">On the back of the card</small></card-vault-field>`;

const one = page(field('number'), row('2fr 1fr', field('expiry'), field('security-code')));
const two = page(
  field('number'),
  row('1fr 1fr 1fr', field('expiry-month'), field('expiry-year'), field('security-code')),
);
const lists = page(
  field('number'),
  row('1fr 1fr 1fr', field('expiry-month', 'select'), field('expiry-year', 'select'), hinted),
);
const line = page(row('3fr 1fr 1fr', field('number'), field('expiry'), field('security-code')));
const worded = page(
  `<card-vault-field name="number"><span slot="label">Your card</span></card-vault-field>`,
  row('1fr 1fr', field('expiry'), hinted),
).replace('></card-vault-button>', '><span slot="label">Keep this card</span></card-vault-button>');
const address = page(
  field('cardholder-name'),
  field('number'),
  row('1fr 1fr', field('expiry'), field('security-code')),
  row('1fr 1fr', field('country'), field('postal-code')),
  field('street1'),
  row('1fr 1fr', field('city'), field('state')),
);

/** Every arrangement, each at the width of a small phone too. */
const arrangements = [
  ['one', one, 352],
  ['one, 320 px', one, 320],
  ['two', two, 352],
  ['two, 320 px', two, 320],
  ['lists', lists, 352],
  ['lists, 320 px', lists, 320],
  ['in one line, 600 px', line, 600],
  ["with the page's words, 320 px", worded, 320],
  ['with name and address', address, 352],
] as const;

const of = (name: string, parts: string, width: number, more: Partial<State> = {}): State => ({
  ...{name, parts, width},
  ...more,
});
const all = (what: string, more: Partial<State>): readonly State[] =>
  arrangements.map(([name, parts, width]) => of(`${name}: ${what}`, parts, width, more));

const held = (method: FakeMethod) => async (stage: Stage) => {
  stage.adapter.hold(method);
  await stage.saving(() => stage.adapter.calls.at(-1)?.method === method);
};
const filled = (stage: Stage): Promise<void> => stage.harness.fill();
const ended = (stage: Stage): Promise<void> => stage.ended();
const offline = async (stage: Stage): Promise<void> => {
  await filled(stage);
  stage.disconnect();
  await waitUntil(() => stage.harness.part('problem'), 'the shopper reads that the connection is gone');
};

/** What a page has placed in its own markup. */
export const parts: readonly State[] = [
  ...all('empty', {}),
  ...all('everything is missing', {drive: (stage) => stage.report()}),
  of('two: filled', two, 352, {drive: filled}),
  of('lists: filled', lists, 352, {drive: filled}),
  of('two: the card has expired', two, 320, {
    drive: async ({harness}) => {
      for (const [half, text] of [
        ['expiry-month', '10'],
        ['expiry-year', '25'],
      ] as const) {
        await harness.type(half, text);
        await harness.leave(half);
      }
    },
  }),
  of('one: loading', one, 352, {
    live: false,
    set: (_, {adapter}) => void adapter.hold('generateCaptureContext'),
  }),
  of('one: switched off', one, 352, {set: (element) => (element.disabled = true)}),
  of('the date placed, the rest in the form', field('expiry'), 352),
  of('the status placed, the rest in the form', '<card-vault-status></card-vault-status>', 352, {
    drive: (stage) => stage.report(),
  }),
  of('one: saving', one, 352, {drive: held('enroll')}),
  of('lists: saving, 320 px', lists, 320, {drive: held('enroll')}),
  of('one: saving takes longer', one, 352, {
    drive: async (stage) => {
      await held('enroll')(stage);
      await slow('enrolling', 5_000)(stage);
    },
  }),
  of('one: saved', one, 352, {drive: ended}),
  of('one: saved for one use, 320 px', one, 320, {script: {guest: true}, drive: ended}),
  of('one: refused', one, 352, {script: {card: testCard('2.2').number}, drive: ended}),
  of('one: refused, 320 px', one, 320, {script: {card: testCard('2.2').number}, drive: ended}),
  of('one: the connection is gone', one, 352, {drive: offline}),
  of('lists: the connection is gone, 320 px', lists, 320, {drive: offline}),
  of('one: the number was moved after it was typed', one, 352, {
    drive: async (stage) => {
      await filled(stage);
      const {element} = stage;
      element.prepend(element.querySelector('card-vault-field[name=number]')!);
      await waitUntil(() => stage.harness.part('problem'), 'the shopper is asked to type again');
    },
  }),
];
