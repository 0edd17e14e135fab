import {CardVaultListElement} from '../../../src/element/list/card-vault-list.js';
import {CardVaultError, type PaymentMethod} from '../../../src/protocol/index.js';
import {createFakeAdapter, type FakeAdapter} from '../../../src/testing/fake-adapter.js';
import {CardVaultHarness} from '../../support/card-vault-harness.js';
import {FakeTimers} from '../../support/fake-host.js';
import {FakeWorld} from '../../support/fake-parts.js';
import {waitUntil} from '../../support/wait.js';
import type {CompanionState} from '../companion.js';
import '../../../src/element/exports/define-list.js';

const card = (lastFour: string, over: Partial<PaymentMethod> = {}): PaymentMethod => ({
  ...{token: `pm_${lastFour}`, brand: 'visa', lastFour, expirationMonth: '08', expirationYear: '2029'},
  ...{singleUse: false, expired: false, isDefault: false},
  ...over,
});
const cards = [
  card('2701', {isDefault: true}),
  card('5454', {brand: 'mastercard'}),
  card('1007', {brand: 'amex', expirationMonth: '12', expirationYear: '2026'}),
  card('6666', {expired: true, expirationYear: '2025'}),
];

interface Made {
  readonly list: CardVaultListElement;
  readonly adapter: FakeAdapter;
  readonly timers: FakeTimers;
  readonly tool: (card: string, name: string) => HTMLButtonElement | null;
}

interface Options {
  readonly width?: number;
  readonly cards?: readonly PaymentMethod[];
  /** The page has a form for another card in the list. */
  readonly another?: boolean;
  readonly set?: (made: Made) => unknown;
  readonly drive?: (made: Made) => unknown;
}

function make({
  cards: wallet = cards,
  another = false,
  set,
  drive,
}: Options): ReturnType<CompanionState['make']> {
  const timers = new FakeTimers();
  const adapter = createFakeAdapter({paymentMethods: wallet, now: () => timers.now()});
  const list = new CardVaultListElement({createWallet: () => adapter, timers});
  const find = (selector: string) => list.renderRoot.querySelector<HTMLButtonElement>(selector);
  const made: Made = {
    ...{list, adapter, timers},
    tool: (of, name) => find(`[data-token=pm_${of}] [part~=${name}]`),
  };
  if (another) {
    const world = new FakeWorld();
    Object.assign(world, {ports: {...world.ports, timers}});
    const {element} = new CardVaultHarness(world);
    element.slot = 'another';
    element.adapter = adapter;
    list.append(element);
  }
  set?.(made);
  return {
    element: list,
    async drive() {
      await drive?.(made);
    },
  };
}

const shown = (name: string, options: Options = {}): CompanionState => ({
  name,
  ...(options.width && {width: options.width}),
  make: () =>
    make({
      ...options,
      async drive(made) {
        await made.list.whenReady();
        await options.drive?.(made);
      },
    }),
});
const unready = (
  name: string,
  set: NonNullable<Options['set']>,
  {width = 352, waited = 0}: {width?: number; waited?: number} = {},
): CompanionState => ({
  ...{name, width},
  make: () =>
    make({
      set,
      async drive({adapter, timers}) {
        await waitUntil(() => adapter.calls.length > 0, 'the cards are asked for');
        timers.advance(waited);
      },
    }),
});
const failing = (code: 'shop-server-unreachable' | 'login-required') => (made: Made) =>
  made.adapter.fail('listPaymentMethods', new CardVaultError(code, 'for the test'), 9);

const removed = async ({tool}: Made): Promise<void> => {
  tool('5454', 'remove-button')!.click();
  await waitUntil(() => tool('5454', 'undo-button'), 'the removal can be taken back');
};
const refused = (status: number) => async (made: Made) => {
  const error = new CardVaultError('request-refused', 'for the test', {status});
  made.adapter.fail('removePaymentMethod', error, 9);
  await removed(made);
  // As a browser does before it ends a page: the removal is sent, and the list stays as it is.
  document.dispatchEvent(new Event('freeze'));
  await waitUntil(() => made.tool('5454', 'remove-button'), 'the card is there again');
};
const opened = async ({list}: Made): Promise<void> => {
  list.renderRoot.querySelector<HTMLInputElement>('[part~=card-another] input')?.click();
  await list.querySelector<CardVaultHarness['element']>('card-vault')!.whenReady();
};

/** The list of saved cards. */
export const list: readonly CompanionState[] = [
  unready('loading', ({adapter}) => adapter.hold('listPaymentMethods')),
  unready('loading for long', ({adapter}) => adapter.hold('listPaymentMethods'), {waited: 5_000}),
  unready('not loaded', failing('shop-server-unreachable')),
  unready('not loaded, 320 px', failing('shop-server-unreachable'), {width: 320}),
  unready('signed out', failing('login-required')),
  shown('no cards', {cards: []}),
  shown('no cards, and a form for one', {cards: [], another: true, drive: opened}),
  shown('cards'),
  shown('cards, 320 px', {width: 320}),
  shown('cards, 600 px', {width: 600}),
  shown('cards, 600 px, and another', {width: 600, another: true}),
  shown('cards of a guest', {cards: [card('2701', {singleUse: true})]}),
  shown('none chosen, and one is needed', {
    set: ({list: element}) => Object.assign(element, {preselect: 'none', required: true}),
    drive: ({list: element}) => element.reportValidity(),
  }),
  shown('switched off', {set: ({list: element}) => (element.disabled = true)}),
  shown('a card is removed', {drive: removed}),
  shown('a card is removed, 320 px', {width: 320, drive: removed}),
  shown('a card could not be removed', {drive: refused(503)}),
  shown('a subscription is paid with the card, 320 px', {width: 320, drive: refused(409)}),
  shown('another card', {another: true, drive: opened}),
  shown('another card, 320 px', {width: 320, another: true, drive: opened}),
];
