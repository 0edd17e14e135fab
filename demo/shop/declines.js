import {byId, element} from './dom.js';

const choices = [
  ['', 'What its number says'],
  ['insufficient_funds', 'Not enough money: tried again for a week'],
  ['card_declined', 'No, without a reason: tried again for a week'],
  ['stolen_card', 'Reported stolen: never asked again'],
  ['account_closed', 'Account closed: never asked again'],
];

/** Lets the card of the shopper's box fail, until it is let go again. */
export function startDeclines() {
  const list = byId('decline');
  const report = byId('decline-report');
  list.append(...choices.map(([value, text]) => element('option', {value}, text)));
  list.addEventListener('change', async () => {
    const answer = await fetch('/behind-the-counter/decline', {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({code: list.value || null}),
    }).catch(() => undefined);
    const refusal = answer && !answer.ok ? (await answer.json()).message : 'The shop does not answer.';
    report.textContent = answer?.ok
      ? list.value
        ? 'From the next charge on. Move the clock and watch.'
        : 'The card is good again.'
      : refusal;
    if (!answer?.ok) list.value = '';
  });
  document.addEventListener('sorrel-state', ({detail}) => {
    list.disabled = !detail.subscription;
    list.value = detail.declined ?? '';
    if (!detail.subscription) report.textContent = 'Subscribe first: there is no card yet.';
    else if (report.textContent.startsWith('Subscribe')) report.textContent = '';
  });
}
