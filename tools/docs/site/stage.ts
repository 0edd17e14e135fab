// The stage of the playground: an element in each of its states, by the fake adapter.
import '../../../src/element/exports/define-list.js';
import type {CardVaultElement} from '../../../src/element/exports/index.js';
import {createFakeAdapter, fillCard, testCard, type FakeScript} from '../../../src/testing/index.js';

/** An element that takes the variables. */
export type Shown = HTMLElement & {readonly renderRoot: ShadowRoot};

const visa = {
  brand: 'visa',
  bin: '400000',
  lastFour: '2701',
  expiration: {month: '12', year: '2031'},
} as const;
const saved = {token: 'pm_1', singleUse: false, ...visa} as const;
const others = [
  {...saved, isDefault: true},
  {...saved, token: 'pm_2', brand: 'mastercard', lastFour: '2235'},
  {...saved, token: 'pm_3', lastFour: '0019', expired: true, expiration: {month: '01', year: '2024'}},
] as const;

interface State {
  readonly script?: FakeScript;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Brings a form whose fields are live there. */
  readonly enter?: (form: CardVaultElement) => unknown;
}

const filled = async (form: CardVaultElement, id: Parameters<typeof testCard>[0]): Promise<void> => {
  await fillCard(form, testCard(id));
  await form.save();
};

/** A box as it is while its input has the focus, which stays with the reader's slider. */
const focusBox = (form: CardVaultElement): void =>
  form.renderRoot.querySelector('[part~="box-expiry"]')?.setAttribute('data-focused', '');

const states: Readonly<Record<string, State>> = {
  'as it comes': {},
  'with the focus': {enter: focusBox},
  'with errors': {enter: (form) => form.save()},
  right: {enter: (form) => fillCard(form, testCard('2.1'))},
  waiting: {
    enter(form) {
      (form.adapter as ReturnType<typeof createFakeAdapter>).hold('processTransientToken');
      return filled(form, '2.1');
    },
  },
  disabled: {attributes: {disabled: ''}},
  "the bank's page": {attributes: {'step-up': 'inline'}, enter: (form) => filled(form, '2.9')},
  'card saved': {enter: (form) => filled(form, '2.1')},
  'not saved': {enter: (form) => filled(form, '2.3')},
  'payment with a saved card': {
    script: {payment: {amount: '24.00', currency: 'USD', paymentMethod: saved, securityCode: true}},
    attributes: {'saved-card': ''},
  },
  'list of saved cards': {script: {paymentMethods: others}},
  'subscribe button': {},
};

export const stateNames: readonly string[] = Object.keys(states);

/**
 * Makes an element for a state. What takes time goes on in the page.
 *
 * @param prepare gives a form its options and listeners before it is in the page
 */
export function show(name: string, stage: HTMLElement, prepare: (form: CardVaultElement) => void): Shown {
  const {script, attributes = {}, enter} = states[name]!;
  if (name === 'subscribe button') return place(stage, 'card-vault-subscribe', {plan: 'plan_1'});
  const adapter = createFakeAdapter(script);
  if (name === 'list of saved cards') {
    const list = document.createElement('card-vault-list');
    list.adapter = adapter;
    stage.replaceChildren(list);
    return list as unknown as Shown;
  }
  const form = document.createElement('card-vault');
  form.adapter = adapter;
  prepare(form);
  for (const [attribute, value] of Object.entries(attributes)) form.setAttribute(attribute, value);
  stage.replaceChildren(form);
  if (enter) void bring(form, enter);
  return form as unknown as Shown;
}

/** The reader's own focus stays where it is until the next press: a form takes it as it would from its shopper. */
async function bring(form: CardVaultElement, enter: NonNullable<State['enter']>): Promise<void> {
  const {activeElement} = document;
  const back = (): void => {
    if (activeElement instanceof HTMLElement) activeElement.focus({preventScroll: true});
  };
  const end = new AbortController();
  form.addEventListener('focusin', back, {signal: end.signal});
  for (const press of ['pointerdown', 'keydown'])
    document.addEventListener(press, ({isTrusted}) => isTrusted && end.abort(), {
      capture: true,
      signal: end.signal,
    });
  await form.whenReady();
  await Promise.resolve(enter(form)).catch(() => undefined);
}

function place(stage: HTMLElement, tag: string, attributes: Readonly<Record<string, string>>): Shown {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  stage.replaceChildren(element);
  return element as Shown;
}
