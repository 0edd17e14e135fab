import type {} from 'card-vault';
import {toDecimalText} from 'card-vault/protocol';
import type {TestCard} from './card-picker.js';
import {ask, byId, element, notes, read, shortened} from './dom.js';
import {sentenceOf} from './outcome.js';
import {freshRun, type Run} from './run.js';

/** The flow's states in the order of a run, in a tester's words. */
const steps: Readonly<Record<string, string>> = {
  opening: 'Shop’s server opens a session',
  capturing: 'Capture context for the card fields',
  collecting: 'Fields live; the shopper types',
  tokenizing: 'Card becomes a transient token',
  'setting-up': 'Payer authentication is set up',
  'collecting-device-data': 'Device data for the bank',
  enrolling: 'Enrollment: what does the bank want?',
  'stepping-up': 'Step-up: the bank asks the shopper',
  confirming: 'The truth is read from the service',
  authorizing: 'Authorization',
  completing: 'Shop’s server completes, reverses what is owed',
  end: 'End',
};
const names = Object.keys(steps);
const endNames: Readonly<Record<string, string>> = {saved: 'Saved', stopped: 'Stopped', failed: 'Failed'};
const ends = Object.keys(endNames);

/**
 * The run as a time line. It is kept for the visit, so that it is still there after the bank's page, and on the page that
 * the form leads to. Without an element it only shows the last run.
 */
export function startTimeline(vault?: HTMLElement | null): {expect(card: TestCard): void} {
  let run = notes.read<Run>('run') ?? freshRun();
  let expected: TestCard | undefined;
  const expect = (card: TestCard) => {
    expected = card;
    show(run, expected);
  };
  show(run, expected);

  const note = (change: Partial<Run>) => {
    run = {...run, ...change};
    notes.write('run', run);
    show(run, expected);
  };
  vault?.addEventListener('card-vault-step', ({detail: {step, tracker = run.tracker}}) => {
    const last = run.moves.at(-1)?.step;
    // A page that was left for the bank and comes back opens its session again: the same run goes on.
    const goesOn = step === 'opening' && (last === 'stepping-up' || last === 'confirming');
    if (step === 'idle' || (step === 'opening' && !goesOn)) run = freshRun();
    if (step === 'idle') return note({});
    note({
      ...(tracker !== undefined && {tracker}),
      moves: [...run.moves, {step, at: Date.now()}],
      ...(step !== 'failed' && {problem: undefined}),
    });
  });
  vault?.addEventListener('card-vault-saved', ({detail}) => {
    const {outcome, authentication, paymentMethod} = detail;
    const {token, brand, lastFour, singleUse} = paymentMethod;
    note({outcome: {outcome, authentication, card: {brand, lastFour, singleUse, token: shortened(token)}}});
  });
  vault?.addEventListener('card-vault-stopped', ({detail: {outcome, reason, cause, authentication}}) =>
    note({outcome: {outcome, reason, cause, authentication}}),
  );
  vault?.addEventListener('card-vault-error', ({detail: {code, audience, retryable, error}}) =>
    note({problem: {code, audience, retryable, message: error.message}}),
  );
  return {expect};
}

function show(run: Run, expected?: TestCard): void {
  const {moves} = run;
  const last = moves.at(-1);
  const endStep = last && ends.includes(last.step) ? last.step : undefined;
  const reached = Math.max(-1, ...moves.map(({step}) => indexOf(step)));
  byId('timeline').replaceChildren(
    ...names.map((name, index) => {
      const visits = moves.filter(({step}) => indexOf(step) === index);
      const current = last && indexOf(last.step) === index && !endStep;
      const refused = name === 'authorizing' && refusedOf === keyOf(run, endStep);
      const state = refused
        ? 'refused'
        : current
          ? 'now'
          : visits.length
            ? 'done'
            : index < reached
              ? 'skipped'
              : 'ahead';
      const kind = name === 'end' && endStep ? endStep : undefined;
      const label = (kind && endNames[kind]) ?? steps[name];
      return element(
        'li',
        {dataset: {state, ...(kind && {end: kind})}},
        element('span', {className: 'step'}, label),
        element('span', {className: 'time'}, refused ? '✗ declined' : timeOf(moves, index, endStep)),
        state === 'skipped' && element('span', {className: 'unseen'}, ' (not needed)'),
        current && element('span', {className: 'unseen'}, ' (now)'),
      );
    }),
  );
  const {text, tone} = sentenceOf(run, endStep, expected);
  const outcome = byId('outcome');
  if (outcome.textContent !== text) outcome.textContent = text;
  outcome.dataset.tone = tone;
  void showLedger(run, endStep, expected);
}

const indexOf = (step: string) => names.indexOf(ends.includes(step) ? 'end' : step);

const timeOf = (moves: Run['moves'], index: number, endStep?: string): string =>
  names[index] === 'end' ? totalOf(moves, endStep) : timeIn(moves, index);

/** How long a run stood at a step, all visits together. */
function timeIn(moves: Run['moves'], index: number): string {
  let sum = 0;
  let left = false;
  moves.forEach(({step, at}, i) => {
    const next = moves[i + 1];
    if (indexOf(step) !== index || !next) return;
    sum += next.at - at;
    left = true;
  });
  return left ? duration(sum) : '';
}

/** How long a save took, from the click to its end. */
function totalOf(moves: Run['moves'], endStep?: string): string {
  const click = moves.findLast(({step}) => step === 'collecting');
  const begun = click && moves[moves.indexOf(click) + 1];
  const last = moves.at(-1);
  return endStep && begun && last ? `${duration(last.at - begun.at)} in all` : '';
}

const duration = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** A line of the card network's own books. */
interface Line {
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  readonly approved: boolean;
}

let ledgerOf = '';
/** The run whose authorization the network has declined: the flow itself may end before that step. */
let refusedOf = '';

const keyOf = ({tracker = ''}: Run, endStep?: string): string =>
  endStep && tracker ? `${tracker} ${endStep}` : '';

/** What the card network itself has in its books for this run. */
async function showLedger(run: Run, endStep?: string, expected?: TestCard): Promise<void> {
  const {tracker = ''} = run;
  const place = byId('ledger');
  const key = keyOf(run, endStep);
  if (!key) place.hidden = true;
  if (!key || ledgerOf === key) return;
  ledgerOf = key;
  const answer = await ask(`/behind-the-counter/ledger?tracker=${encodeURIComponent(tracker)}`);
  if (!answer?.ok) return;
  const {data: lines, test_card: mark} = await read<{data?: Line[]; test_card?: unknown}>(answer);
  if (!lines || ledgerOf !== key) return;
  const rows = lines.map(({kind, amount, currency, approved}) =>
    element(
      'li',
      {},
      `${kind} `,
      element('b', {}, `${toDecimalText(amount, currency)} ${currency}`),
      approved ? '' : ' (declined)',
    ),
  );
  place.replaceChildren(
    element('h4', {}, 'In the network’s books'),
    rows.length ? element('ul', {}, ...rows) : element('p', {}, 'Nothing: no amount was asked for.'),
    mark
      ? element('p', {}, 'No published test card: the bank agrees to every number that it does not know.')
      : '',
  );
  place.hidden = false;
  if (!lines.some(({kind, approved}) => kind === 'authorization' && !approved)) return;
  refusedOf = key;
  show(run, expected);
}
