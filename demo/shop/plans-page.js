import {startCardPicker} from './card-picker.js';
import {startCopying} from './copying.js';
import {startDeclines} from './declines.js';
import {byId, element} from './dom.js';
import {priceText} from './money.js';
import {brandNames} from './scenarios.js';
import {startSwitches} from './switches.js';
import {startTold} from './told.js';

const place = byId('subscription');
const t = JSON.parse(place.dataset.texts);
const {lang} = document.documentElement;
const every = {WEEK: t.perWeek, MONTH: t.perMonth, YEAR: t.perYear};
const askEveryMs = 1500;

const dateText = (iso) =>
  new Intl.DateTimeFormat(lang, {day: 'numeric', month: 'long', year: 'numeric'}).format(new Date(iso));
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const line = (text, date) => date && element('p', {}, fill(text, {date: dateText(date)}));

/** How the shopper's box stands, in the order in which it matters to them. */
function facts({state, next, pastDue, cancelAt, ended}, {until, retry}) {
  if (state === 'cancelled') return [line(t.endedOn, ended)];
  return [
    pastDue && line(t.tryAgain, retry),
    state === 'failed' && element('p', {}, t.failedHelp),
    until && line(t.paidUntil, until),
    cancelAt ? line(t.endsOn, cancelAt) : state === 'active' && line(t.nextPayment, next),
  ];
}

/** What may be done now. */
function actionsOf({state, pastDue: late, cancelAt}) {
  const button = (what, text) => {
    const made = element('button', {type: 'button', className: 'secondary', dataset: {what}}, text);
    made.addEventListener('click', () => void change(what));
    return made;
  };
  return [
    state === 'active' && !late && !cancelAt && button('pause', t.pauseBox),
    state === 'paused' && button('resume', t.resumeBox),
    state === 'active' && !cancelAt && button('cancel', t.cancelBox),
    cancelAt && state !== 'cancelled' && button('keep', t.keepBox),
    ['paused', 'failed', 'pending'].includes(state) && button('end', t.endBox),
    state !== 'cancelled' && portal(),
  ].filter(Boolean);
}

/** The way to the hosted page of the shopper's own subscriptions, without a plan to choose. */
function portal() {
  const made = element(
    'card-vault-subscribe',
    {className: 'portal'},
    element('span', {slot: 'portal'}, t.portal),
  );
  made.toggleAttribute('portal', true);
  made.setAttribute('return-url', place.dataset.page);
  return made;
}

const toneOf = ({state, pastDue: late}) =>
  late || state === 'failed' ? 'bad' : state === 'active' ? 'good' : 'calm';

const letterText = ({kind, date, amount, currency}) =>
  fill(t.letters[kind], {
    date: date && dateText(date),
    price: amount && priceText(amount, currency, lang),
  });

function panel({subscription, access}) {
  if (!subscription) return place.dataset.left ? [element('p', {className: 'banner'}, t.back)] : [];
  const {name, state, pastDue: late, amount, currency, interval, brand, lastFour} = subscription;
  const price = priceText(amount, currency, lang);
  const card = `${brandNames[brand] ?? '••'} •••• ${lastFour}`;
  return [
    element(
      'section',
      {className: 'own-box', ariaLabel: t.yourBox, dataset: {state}},
      element(
        'div',
        {className: 'own-head'},
        element('h2', {}, t.boxes[name]?.title ?? t.yourBox),
        element(
          'span',
          {className: 'mark', dataset: {tone: toneOf(subscription)}},
          t.states[late && state === 'active' ? 'late' : state],
        ),
      ),
      element('p', {className: 'soft'}, `${price} ${every[interval]} · `, element('bdi', {}, card)),
      ...facts(subscription, access),
      element('div', {className: 'actions'}, ...actionsOf(subscription)),
      element('p', {id: 'said', className: 'small', role: 'status'}),
      ...(access.mails.length > 0
        ? [
            element('h3', {}, t.mails),
            element(
              'ul',
              {className: 'mails'},
              ...access.mails.map((letter) => element('li', {}, letterText(letter))),
            ),
          ]
        : []),
    ),
  ];
}

/** A shopper has one box at a time: while it goes on, its own offer says so, and the others wait. */
function markOffers(subscription) {
  const own = subscription && subscription.state !== 'cancelled' ? subscription.name : undefined;
  for (const offer of document.querySelectorAll('.offers > li')) {
    offer.toggleAttribute('data-own', offer.dataset.box === own);
    offer.querySelector('card-vault-subscribe').toggleAttribute('disabled', own !== undefined);
  }
  const note = byId('one-box');
  note.hidden = own === undefined;
  note.textContent = own ? fill(t.oneBox, {box: t.boxes[own]?.title ?? t.yourBox}) : '';
}

let drawn = '';
let timer;
let message = '';

function draw(state) {
  const text = JSON.stringify(state);
  // A button under a finger must not be made anew while nothing has changed.
  if (text !== drawn) {
    drawn = text;
    place.replaceChildren(...panel(state));
    markOffers(state.subscription);
    document.dispatchEvent(new CustomEvent('sorrel-state', {detail: state}));
  }
  const said = byId('said');
  if (said && said.textContent !== message) said.textContent = message;
}

async function change(what) {
  const hadFocus = place.contains(document.activeElement);
  for (const button of place.querySelectorAll('button')) button.disabled = true;
  const answer = await fetch('/plans/change', {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({what}),
  }).catch(() => undefined);
  message = answer?.ok ? t.changed : t.notChanged;
  drawn = '';
  if (answer?.ok) draw(await answer.json());
  else await look();
  // The button that was pressed is gone: the keys go on with what may be done now.
  if (hadFocus) place.querySelector('.actions > *')?.focus();
}

async function look() {
  clearTimeout(timer);
  const answer = await fetch('/plans/state').catch(() => undefined);
  if (answer?.ok) draw(await answer.json());
  else if (drawn === '') place.replaceChildren(element('p', {className: 'empty'}, t.boxUnavailable));
  if (!document.hidden) timer = setTimeout(look, askEveryMs);
}

document.addEventListener('visibilitychange', () => void look());
startCopying();
startSwitches();
startTold();
startDeclines();
void startCardPicker(() => undefined);
if (place.dataset.state) draw(JSON.parse(place.dataset.state));
void look();
