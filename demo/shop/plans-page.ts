import type {} from 'card-vault/define';
import type {Letter} from '../server/access.js';
import {dayText} from '../../src/texts/written.js';
import {priceText} from '../server/money.js';
import type {PlansTexts} from '../server/texts.js';
import type {OwnBox, Standing} from '../server/standing.js';
import {startCardPicker} from './card-picker.js';
import {startCopying} from './copying.js';
import {startDeclines} from './declines.js';
import {showInForce} from './in-force.js';
import {ask, byId, element, posted, read} from './dom.js';
import {brandNames} from './scenarios.js';
import {tellStanding} from './standing.js';
import {startSwitches} from './switches.js';
import {startLog} from './log.js';

const place = byId('subscription');
const {page = '/plans', left = '', state: firstState = '', texts = '{}'} = place.dataset;
/** What the page says, in its own language. */
const t = JSON.parse(texts) as PlansTexts;
/** A state that this shop does not know has no word, a plan that it does not sell no title. */
const states: Readonly<Partial<Record<string, string>>> = t.states;
const boxes: Readonly<Partial<Record<string, {readonly title: string}>>> = t.boxes;
const {lang} = document.documentElement;
const every: Readonly<Partial<Record<string, string>>> = {
  WEEK: t.perWeek,
  MONTH: t.perMonth,
  YEAR: t.perYear,
};
const askEveryMs = 1500;

const dateText = (iso: string) =>
  dayText(lang, new Date(iso), {day: 'numeric', month: 'long', year: 'numeric'});
const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
const line = (text: string, date?: string | null) =>
  date ? element('p', {}, fill(text, {date: dateText(date)})) : undefined;

/** How the shopper's box stands, in the order in which it matters to them. */
function facts(
  {state, next, pastDue, cancelAt, ended}: OwnBox,
  {until, retry}: Standing['access'],
): (Node | undefined | false)[] {
  if (state === 'cancelled') return [line(t.endedOn, ended)];
  return [
    pastDue && line(t.tryAgain, retry),
    state === 'failed' && element('p', {}, t.failedHelp),
    // The shop hears of the payment a moment later than it draws the box.
    line(t.paidUntil, until) ?? (state === 'active' && element('p', {}, '\u00a0')),
    cancelAt ? line(t.endsOn, cancelAt) : state === 'active' && line(t.nextPayment, next),
  ];
}

/** What may be done now. */
function actionsOf({state, pastDue: late, cancelAt}: OwnBox): HTMLElement[] {
  const button = (what: string, text: string) => {
    const made = element('button', {type: 'button', className: 'secondary', dataset: {what}}, text);
    made.addEventListener('click', () => void change(what));
    return made;
  };
  return [
    state === 'active' && !late && !cancelAt && button('pause', t.pauseBox),
    state === 'paused' && button('resume', t.resumeBox),
    state === 'active' && !cancelAt && button('cancel', t.cancelBox),
    !!cancelAt && state !== 'cancelled' && button('keep', t.keepBox),
    ['paused', 'failed', 'pending'].includes(state) && button('end', t.endBox),
    state !== 'cancelled' && portal(),
  ].filter((action) => action !== false);
}

/** The way to the hosted page of the shopper's own subscriptions, without a plan to choose. */
function portal(): HTMLElement {
  const made = element(
    'card-vault-subscribe',
    {className: 'portal'},
    element('span', {slot: 'portal'}, t.portal),
  );
  made.toggleAttribute('portal', true);
  made.setAttribute('return-url', page);
  return made;
}

const toneOf = ({state, pastDue: late}: OwnBox) =>
  late || state === 'failed' ? 'bad' : state === 'active' ? 'good' : 'calm';

const letterText = ({kind, date, amount, currency = ''}: Letter) =>
  fill(t.letters[kind], {
    ...(date && {date: dateText(date)}),
    ...(amount && {price: priceText(amount, currency, lang)}),
  });

function panel({subscription, access}: Standing): Node[] {
  if (!subscription) return left ? [element('p', {className: 'banner'}, t.back)] : [];
  const {name, state, pastDue: late, amount, currency, interval, brand, lastFour} = subscription;
  const price = priceText(amount, currency, lang);
  const card = `${brandNames[brand] ?? '••'} ••••\u00a0${lastFour}`;
  return [
    element(
      'section',
      {className: 'own-box', ariaLabel: t.yourBox, dataset: {state}},
      element(
        'div',
        {className: 'own-head'},
        element('h2', {}, boxes[name ?? '']?.title ?? t.yourBox),
        element(
          'span',
          {className: 'mark', dataset: {tone: toneOf(subscription)}},
          states[late && state === 'active' ? 'late' : state],
        ),
      ),
      element('p', {className: 'soft'}, `${price} ${every[interval] ?? ''} · `, element('bdi', {}, card)),
      ...facts(subscription, access),
      element('div', {className: 'actions'}, ...actionsOf(subscription)),
      element('p', {id: 'said', className: 'small', role: 'status'}),
      // Letters come later than the box: their place is there before.
      element('h3', {}, t.mails),
      element(
        'ul',
        {className: 'mails'},
        ...access.mails.map((letter) => element('li', {}, letterText(letter))),
      ),
    ),
  ];
}

/** A shopper has one box at a time: while it goes on, its own offer says so, and the others wait. */
function markOffers(subscription: OwnBox | null): void {
  const own = subscription && subscription.state !== 'cancelled' ? subscription.name : undefined;
  for (const offer of document.querySelectorAll<HTMLElement>('.offers > li')) {
    offer.toggleAttribute('data-own', offer.dataset.box === own);
    offer.querySelector('card-vault-subscribe')?.toggleAttribute('disabled', own !== undefined);
  }
  const note = byId('one-box');
  note.hidden = own === undefined;
  note.textContent = own ? fill(t.oneBox, {box: boxes[own]?.title ?? t.yourBox}) : '';
}

let drawn = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let message = '';

function draw(state: Standing): void {
  const text = JSON.stringify(state);
  // A button under a finger must not be made anew while nothing has changed.
  if (text !== drawn) {
    drawn = text;
    place.replaceChildren(...panel(state));
    markOffers(state.subscription);
    tellStanding(state);
  }
  const said = document.getElementById('said');
  if (said && said.textContent !== message) said.textContent = message;
}

async function change(what: string): Promise<void> {
  const hadFocus = place.contains(document.activeElement);
  for (const button of place.querySelectorAll('button')) button.disabled = true;
  const answer = await ask('/plans/change', posted({what}));
  message = answer?.ok ? t.changed : t.notChanged;
  drawn = '';
  if (answer?.ok) draw(await read<Standing>(answer));
  else await look();
  // The button that was pressed is gone: the keys go on with what may be done now.
  if (hadFocus) place.querySelector<HTMLElement>('.actions > *')?.focus();
}

async function look(): Promise<void> {
  clearTimeout(timer);
  const answer = await ask('/plans/state');
  if (answer?.ok) draw(await read<Standing>(answer));
  else if (drawn === '') place.replaceChildren(element('p', {className: 'empty'}, t.boxUnavailable));
  // The calendar moves the clock by itself.
  void showInForce();
  if (!document.hidden) timer = setTimeout(() => void look(), askEveryMs);
}

document.addEventListener('visibilitychange', () => void look());
startCopying();
startSwitches();
startLog();
startDeclines();
void startCardPicker();
if (firstState) draw(JSON.parse(firstState) as Standing);
void look();
