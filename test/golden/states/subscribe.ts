import type {PlanFacts} from '../../../src/adapter/subscribe.js';
import {CardVaultSubscribeElement} from '../../../src/element/subscribe/card-vault-subscribe.js';
import type {SubscribeParts} from '../../../src/element/subscribe/subscribe-button.js';
import {CardVaultError} from '../../../src/protocol/index.js';
import {waitUntil} from '../../support/wait.js';
import type {CompanionState} from '../companion.js';
import '../../../src/element/exports/define.js';

const box: PlanFacts = {
  name: 'Season box for two',
  amount: '24.00',
  currency: 'USD',
  interval: 'week',
  count: 1,
};
const never = new Promise<never>(() => undefined);

interface Options extends Partial<SubscribeParts> {
  readonly width?: number;
  readonly facts?: PlanFacts;
  readonly attributes?: readonly string[];
  readonly label?: string;
  /** The button that is pressed, and the part that is then shown. */
  readonly press?: readonly [button: string, shown: string];
}

const shown = (name: string, options: Options = {}): CompanionState => ({
  name,
  ...(options.width && {width: options.width}),
  make() {
    const {facts = box, attributes = [], label, press, ...parts} = options;
    const element = new CardVaultSubscribeElement({
      ask: () => never,
      askPortal: () => never,
      askPlan: async () => facts,
      leave: () => undefined,
      ...parts,
    });
    element.plan = 'plan_1';
    for (const attribute of attributes) element.setAttribute(attribute, '');
    if (label) element.textContent = label;
    const find = (part: string) => element.renderRoot.querySelector<HTMLElement>(`[part=${part}]`);
    return {
      element,
      async drive() {
        if (element.showPlan) await waitUntil(() => find('plan-price'), 'the price is shown');
        if (!press) return;
        find(press[0])!.click();
        await waitUntil(() => find(press[1]), 'the press shows something');
      },
    };
  },
});
const fails = (code: 'shop-server-unreachable' | 'request-refused') => ({
  ask: () => Promise.reject(new CardVaultError(code, 'for the test')),
});

/** The button for a plan. */
export const subscribe: readonly CompanionState[] = [
  shown('the button'),
  shown("the button with the page's words", {label: 'Get this box every week'}),
  shown('with the plan', {attributes: ['show-plan']}),
  shown('with the plan, 320 px', {attributes: ['show-plan'], width: 320}),
  shown('with a plan of a long name, 260 px', {
    attributes: ['show-plan'],
    width: 260,
    facts: {...box, name: 'Vegetables, fruit and bread for a large family', interval: 'month', count: 3},
  }),
  shown('both buttons', {attributes: ['show-plan', 'portal']}),
  shown('both buttons, 260 px', {attributes: ['show-plan', 'portal'], width: 260}),
  shown('switched off', {attributes: ['portal', 'disabled']}),
  shown('on the way to the checkout', {press: ['button', 'spinner']}),
  shown('on the way to the subscriptions', {attributes: ['portal'], press: ['portal-button', 'spinner']}),
  shown('the checkout does not open', {...fails('request-refused'), press: ['button', 'problem']}),
  shown('the shop is not reached, 260 px', {
    ...{...fails('shop-server-unreachable'), width: 260, attributes: ['show-plan', 'portal']},
    press: ['button', 'problem'],
  }),
];
