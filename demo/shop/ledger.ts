import {toDecimalText} from 'card-vault/protocol';
import type {Trace} from 'card-vault/inspector';
import {ask, byId, element, read} from './dom.js';

/** A line of the card network's own books. */
interface Line {
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  readonly approved: boolean;
}

const ends = ['saved', 'paid', 'stopped', 'error'];

/** Shows what the card network itself has in its books for the last save, once that has ended. */
export function startLedger(trace: () => Trace | undefined): void {
  const place = byId('ledger');
  const show = async () => {
    const states = trace()?.entries.filter((entry) => entry.kind === 'state') ?? [];
    const hasEnded = /^(saved|stopped|failed)$/.test(states.at(-1)?.state ?? '');
    const tracker = states.findLast((entry) => entry.tracker)?.tracker;
    if (!hasEnded || !tracker) return;
    const answer = await ask(`/behind-the-counter/ledger?tracker=${encodeURIComponent(tracker)}`);
    if (!answer?.ok) return;
    const {data: lines, test_card: mark} = await read<{data?: Line[]; test_card?: unknown}>(answer);
    if (!lines) return;
    place.replaceChildren(
      element('h4', {}, 'In the network’s books'),
      lines.length
        ? element('ul', {}, ...lines.map(row))
        : element('p', {}, 'Nothing: no amount was asked for.'),
      mark
        ? element('p', {}, 'No published test card: the bank agrees to every number that it does not know.')
        : '',
    );
    place.hidden = false;
  };
  for (const end of ends) document.addEventListener(`card-vault-${end}`, () => void show());
  document.addEventListener('card-vault-ready', () => (place.hidden = true));
  void show();
}

const row = ({kind, amount, currency, approved}: Line) =>
  element(
    'li',
    {},
    `${kind} `,
    element('b', {}, `${toDecimalText(amount, currency)} ${currency}`),
    approved ? '' : ' (declined)',
  );
