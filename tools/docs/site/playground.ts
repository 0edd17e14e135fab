// The playground of the site: the element with the fake adapter, its options, its HTML and its events as they come.
import '../../../src/element/exports/define.js';
import type {CardVaultElement} from '../../../src/element/exports/index.js';
import {cardVaultOptions} from '../../../src/element/options.js';
import {createFakeAdapter, fillCard, testCards} from '../../../src/testing/index.js';
import {languages} from '../../../src/texts/index.js';

type Choices = Readonly<Record<string, readonly string[]>>;

const visa = testCards.filter(({brand}) => brand === 'visa');
const onOff = ['no', 'yes'] as const;
/** What can be chosen; the first is the default. */
const ofPage: Choices = {
  card: visa.map((card) => `${card.case} ${card.name}`),
  width: ['440', '320', '640', '240'],
};
const ofElement: Choices = {
  locale: Object.keys(languages),
  layout: cardVaultOptions.layout.oneOf,
  theme: cardVaultOptions.theme.oneOf,
  'step-up': cardVaultOptions.stepUp.oneOf.filter((way) => way !== 'redirect'),
  'billing-fields': cardVaultOptions.billingFields.oneOf,
  consent: cardVaultOptions.consent.oneOf,
  'validate-on': cardVaultOptions.validateOn.oneOf,
  'cardholder-name': onOff,
  'auto-advance': onOff,
};
const events = [
  ...['ready', 'change', 'focus', 'blur', 'step', 'before-save', 'step-up-open', 'step-up-close'],
  ...['saved', 'stopped', 'error'],
];

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const chosen = new URLSearchParams(location.hash.slice(1));
const valueOf = (name: string, values: readonly string[]): string => {
  const value = chosen.get(name);
  return value !== null && values.includes(value) ? value : values[0]!;
};

/** The tag as a page writes it: what is the default is left out. */
function markup(): string {
  const attributes = Object.entries(ofElement).flatMap(([name, values]) => {
    const value = valueOf(name, values);
    if (value === values[0]) return [];
    return value === 'yes' ? [name] : [`${name}="${value}"`];
  });
  return ['<card-vault', 'session-url="/card-vault/session"', 'name="payment_method"', ...attributes]
    .join('\n  ')
    .concat('\n></card-vault>');
}

const stage = make('div', {className: 'stage'});
const source = make('code');
const log = make('ol', {className: 'events'});
let element: CardVaultElement;

/** A new element: options that are taken when a session opens are then the chosen ones, too. */
function draw(): void {
  element = document.createElement('card-vault');
  element.adapter = createFakeAdapter();
  for (const [name, values] of Object.entries(ofElement)) {
    const value = valueOf(name, values);
    if (value === values[0]) continue;
    element.setAttribute(name, value === 'yes' ? '' : value);
  }
  for (const name of events) element.addEventListener(`card-vault-${name}`, note);
  stage.style.maxInlineSize = `${valueOf('width', ofPage['width']!)}px`;
  stage.replaceChildren(element);
  source.textContent = markup();
}

function note({type, detail}: Event & {readonly detail?: unknown}): void {
  const text = detail === undefined ? '' : ` ${JSON.stringify(detail)?.slice(0, 300)}`;
  log.append(make('li', {}, type, make('small', {textContent: text})));
  log.scrollTop = log.scrollHeight;
}

const cardChosen = () => visa[ofPage['card']!.indexOf(valueOf('card', ofPage['card']!))]!;
/** A refusal is an event, too, which the list has. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined);

function chooser([name, values]: readonly [string, readonly string[]]): HTMLElement {
  const options = values.map((value) =>
    make('option', {value, selected: value === valueOf(name, values)}, value),
  );
  const select = make('select', {}, ...options);
  select.addEventListener('change', () => {
    if (select.value === values[0]) chosen.delete(name);
    else chosen.set(name, select.value);
    history.replaceState(null, '', `#${chosen}`);
    if (name !== 'card') draw();
  });
  return make('label', {}, `${name} `, select);
}

const button = (text: string, press: () => Promise<unknown>): HTMLElement => {
  const made = make('button', {type: 'button', textContent: text});
  made.addEventListener('click', () => quietly(press()));
  return made;
};

document.querySelector('#playground')!.replaceChildren(
  make(
    'div',
    {className: 'choices'},
    ...[...Object.entries(ofPage), ...Object.entries(ofElement)].map(chooser),
  ),
  make(
    'p',
    {className: 'presses'},
    button('Fill the card in', () => fillCard(element, cardChosen())),
    button('Fill it in and save', async () => {
      await fillCard(element, cardChosen());
      await element.save();
    }),
  ),
  stage,
  make('h2', {textContent: 'HTML'}),
  make('pre', {tabIndex: 0}, source),
  make('h2', {textContent: 'Events'}),
  log,
);
draw();
