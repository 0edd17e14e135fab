// The playground of the site: the element with the fake adapter in each of its states, its options, its looks, its HTML and its events.
import type {CardVaultElement} from '../../../src/element/exports/index.js';
import {attributeOf, cardVaultOptions, type OptionDeclaration} from '../../../src/element/options.js';
import {fillCard, testCards} from '../../../src/testing/index.js';
import {languages} from '../../../src/texts/index.js';
import {button, chooser, make, valueOf} from './kept.js';
import {show, stateNames} from './stage.js';
import {themeEditor} from './theme-editor.js';

type Choices = Readonly<Record<string, readonly string[]>>;

const visa = testCards.filter(({brand}) => brand === 'visa');
const onOff = ['no', 'yes'] as const;
/** What can be chosen; the first is the default. */
const ofPage: Choices = {
  state: stateNames,
  card: visa.map((card) => `${card.case} ${card.name}`),
  width: ['440', '320', '640', '240'],
};
/** Options that change nothing that is seen here, or that a state sets. */
const unseen = [
  'afterRedirect',
  'challengeWindow',
  'entryMode',
  'savedCard',
  'buttonFeedback',
  'required',
  'disabled',
  'hideButton',
];
const options: Readonly<Record<string, OptionDeclaration>> = cardVaultOptions;
const ofElement: Choices = {
  locale: Object.keys(languages),
  ...Object.fromEntries(
    Object.entries(options).flatMap(([name, {oneOf, type}]) => {
      const values = type === Boolean ? onOff : oneOf?.filter((value) => value !== 'redirect');
      return values && !unseen.includes(name) ? [[attributeOf(name), values]] : [];
    }),
  ),
};
const events = [
  ...['ready', 'change', 'focus', 'blur', 'step', 'before-save', 'step-up-open', 'step-up-close'],
  ...['saved', 'stopped', 'error'],
];

const attributes = (): readonly (readonly [string, string])[] =>
  Object.entries(ofElement).flatMap(([name, values]) => {
    const value = valueOf(name, values);
    return value === values[0] ? [] : [[name, value === 'yes' ? '' : value]];
  });

/** The tag as a page writes it: what is the default is left out. */
const markup = (): string =>
  [
    '<card-vault',
    'session-url="/card-vault/session"',
    'name="payment_method"',
    ...attributes().map(([name, value]) => (value ? `${name}="${value}"` : name)),
  ]
    .join('\n  ')
    .concat('\n></card-vault>');

const stage = make('div', {className: 'stage'});
const source = make('code');
const log = make('ol', {className: 'events'});
const editor = themeEditor(stage);
let element: CardVaultElement;

/** A new element: options that are taken when a session opens are then the chosen ones, too. */
function draw(): void {
  stage.style.maxInlineSize = `${valueOf('width', ofPage['width']!)}px`;
  const shown = show(valueOf('state', stateNames), stage, (form) => {
    element = form;
    for (const [name, value] of attributes()) form.setAttribute(name, value);
    for (const name of events) form.addEventListener(`card-vault-${name}`, note);
  });
  editor.follow(shown);
  source.textContent = markup();
}

function note({type, detail}: Event & {readonly detail?: unknown}): void {
  const text = detail === undefined ? '' : ` ${JSON.stringify(detail)?.slice(0, 300)}`;
  log.append(make('li', {}, type, make('small', {textContent: text})));
  log.scrollTop = log.scrollHeight;
}

const cardChosen = () => visa[ofPage['card']!.indexOf(valueOf('card', ofPage['card']!))]!;

document.querySelector('#playground')!.replaceChildren(
  make(
    'div',
    {className: 'choices'},
    ...Object.entries({...ofPage, ...ofElement}).map(([name, values]) =>
      chooser(name, values, () => name === 'card' || draw()),
    ),
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
  make('div', {className: 'editor'}, make('div', {className: 'seen'}, stage, editor.report), editor.controls),
  editor.sheet,
  make('h2', {textContent: 'HTML'}),
  make('pre', {tabIndex: 0}, source),
  make('h2', {textContent: 'Events'}),
  log,
);
draw();
