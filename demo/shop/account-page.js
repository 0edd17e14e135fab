import {byId, element} from './dom.js';
import {startDrawer} from './drawer.js';
import {brandNames} from './scenarios.js';

const place = byId('cards');
const {wallet, guest, chosen} = place.dataset;
const texts = JSON.parse(place.dataset.texts);
const address = (token) => `${wallet}${token ? `/${token}` : ''}${guest === 'on' ? '?guest=on' : ''}`;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const nameOf = ({brand, last_four: lastFour}) => `${brandNames[brand] ?? '••'} •••• ${lastFour}`;

function row(card) {
  const name = nameOf(card);
  const date = `${card.expiration_month}/${card.expiration_year.slice(-2)}`;
  const marks = [
    card.token === chosen && texts.chosen,
    card.single_use && texts.once,
    card.expired && texts.expired,
  ].filter(Boolean);
  const button = element(
    'button',
    {type: 'button', className: 'quiet', ariaLabel: fill(texts.removeCard, {card: name})},
    texts.remove,
  );
  button.addEventListener('click', () => remove(card, button));
  return element(
    'li',
    {},
    element('bdi', {className: 'card-name'}, name),
    element('span', {className: 'expiry'}, fill(texts.expires, {date: `\u2066${date}\u2069`})),
    ...marks.map((mark) => element('span', {className: 'mark'}, mark)),
    button,
  );
}

async function remove(card, button) {
  button.disabled = true;
  const response = await fetch(address(card.token), {method: 'DELETE'}).catch(() => undefined);
  await show(response?.ok ? fill(texts.removed, {card: nameOf(card)}) : texts.unavailable);
}

async function show(message) {
  const response = await fetch(address(), {headers: {accept: 'application/json'}}).catch(() => undefined);
  if (!response?.ok) return place.replaceChildren(element('p', {className: 'empty'}, texts.unavailable));
  const {payment_methods: cards} = await response.json();
  place.replaceChildren(
    ...(message ? [element('p', {className: 'small'}, message)] : []),
    cards.length
      ? element('ul', {className: 'cards'}, ...cards.map(row))
      : element('p', {className: 'empty'}, texts.empty),
  );
}

startDrawer();
void show();
