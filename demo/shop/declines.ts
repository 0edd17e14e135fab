import {ask, byId, element, posted, read} from './dom.js';
import {showInForce} from './in-force.js';
import {onStanding} from './standing.js';

const choices = [
  ['', 'What its number says'],
  ['insufficient_funds', 'Not enough money: tried again for a week'],
  ['card_declined', 'No, without a reason: tried again for a week'],
  ['stolen_card', 'Reported stolen: never asked again'],
  ['account_closed', 'Account closed: never asked again'],
] as const;

/** Lets the card of the shopper's box fail, until it is let go again. */
export function startDeclines(): void {
  const list = byId('decline', HTMLSelectElement);
  const report = byId('decline-report');
  list.append(...choices.map(([value, text]) => element('option', {value}, text)));
  const send = async () => {
    const answer = await ask('/behind-the-counter/decline', posted({code: list.value || null}));
    if (answer?.ok) {
      void showInForce();
      report.textContent = list.value
        ? 'From the next charge on. Move the clock and watch.'
        : 'The card is good again.';
      return;
    }
    report.textContent = answer
      ? (await read<{message: string}>(answer)).message
      : 'The shop does not answer.';
    list.value = '';
  };
  list.addEventListener('change', () => void send());
  onStanding(({subscription, declined}) => {
    list.disabled = !subscription;
    list.value = declined ?? '';
    if (!subscription) report.textContent = 'Subscribe first: there is no card yet.';
    else if (report.textContent.startsWith('Subscribe')) report.textContent = '';
  });
}
