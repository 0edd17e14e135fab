import {byId, element, notes, shortened} from './dom.js';
import {sentenceOf} from './outcome.js';

/** The flow's states in the order of a run, in a tester's words. */
const steps = {
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
const ends = ['saved', 'stopped', 'failed'];

/**
 * The run as a time line. It is kept for the visit, so that it is still there after the bank's page, and on the page that
 * the form leads to. Without an element it only shows the last run.
 */
export function startTimeline(vault) {
  let run = notes.read('run') ?? freshRun();
  let expected;
  const expect = (card) => {
    expected = card;
    show(run, expected);
  };
  show(run, expected);

  const note = (change) => {
    Object.assign(run, change);
    notes.write('run', run);
    show(run, expected);
  };
  vault?.addEventListener('card-vault-step', ({detail: {step, tracker}}) => {
    const last = run.moves.at(-1)?.step;
    // A page that was left for the bank and comes back opens its session again: the same run goes on.
    const goesOn = step === 'opening' && (last === 'stepping-up' || last === 'confirming');
    if (step === 'idle' || (step === 'opening' && !goesOn)) run = freshRun();
    if (step === 'idle') return note({});
    note({
      tracker: tracker ?? run.tracker,
      moves: [...run.moves, {step, at: Date.now()}],
      ...(step !== 'failed' && {problem: undefined}),
    });
  });
  vault?.addEventListener('card-vault-saved', ({detail}) => note({outcome: plain(detail)}));
  vault?.addEventListener('card-vault-stopped', ({detail}) => note({outcome: plain(detail)}));
  vault?.addEventListener('card-vault-error', ({detail: {code, audience, retryable, error}}) =>
    note({problem: {code, audience, retryable, message: error.message}}),
  );
  return {expect};
}

const freshRun = () => ({tracker: undefined, moves: [], outcome: undefined, problem: undefined});

/** What may be kept of an outcome; the whole tokens stay with the form. */
function plain({outcome, reason, cause, authentication, paymentMethod}) {
  const {token, ...card} = paymentMethod ?? {};
  return {outcome, reason, cause, authentication, card: token && {...card, token: shortened(token)}};
}

function show(run, expected) {
  const {moves} = run;
  const last = moves.at(-1);
  const endStep = ends.includes(last?.step) ? last.step : undefined;
  const reached = Math.max(-1, ...moves.map(({step}) => indexOf(step)));
  byId('timeline').replaceChildren(
    ...names.map((name, index) => {
      const visits = moves.filter(({step}) => indexOf(step) === index);
      const current = last && indexOf(last.step) === index && !endStep;
      const state = current ? 'now' : visits.length ? 'done' : index < reached ? 'skipped' : 'ahead';
      const kind = name === 'end' && endStep ? endStep : undefined;
      const label = kind ? {saved: 'Saved', stopped: 'Stopped', failed: 'Failed'}[kind] : steps[name];
      return element(
        'li',
        {dataset: {state, ...(kind && {end: kind})}},
        element('span', {className: 'step'}, label),
        element('span', {className: 'time'}, name === 'end' ? totalOf(moves, endStep) : timeIn(moves, index)),
        state === 'skipped' && element('span', {className: 'unseen'}, ' (not needed)'),
        current && element('span', {className: 'unseen'}, ' (now)'),
      );
    }),
  );
  const {text, tone} = sentenceOf(run, endStep, expected);
  const outcome = byId('outcome');
  if (outcome.textContent !== text) outcome.textContent = text;
  outcome.dataset.tone = tone;
  void showLedger(run, endStep);
}

const indexOf = (step) => names.indexOf(ends.includes(step) ? 'end' : step);

/** How long a run stood at a step, all visits together. */
function timeIn(moves, index) {
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

/** From the click to the end. */
function totalOf(moves, endStep) {
  const click = moves.findLast(({step}) => step === 'collecting');
  const begun = click && moves[moves.indexOf(click) + 1];
  return endStep && begun ? `${duration(moves.at(-1).at - begun.at)} in all` : '';
}

const duration = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

let ledgerOf;

/** What the card network itself has in its books for this run. */
async function showLedger({tracker}, endStep) {
  const place = byId('ledger');
  const key = endStep && tracker && `${tracker} ${endStep}`;
  if (!key) place.hidden = true;
  if (!key || ledgerOf === key) return;
  ledgerOf = key;
  const answer = await fetch(`/behind-the-counter/ledger?tracker=${encodeURIComponent(tracker)}`).catch(
    () => undefined,
  );
  const {data: lines, test_card: mark} = answer?.ok ? await answer.json() : {};
  if (!lines || ledgerOf !== key) return;
  const rows = lines.map(({kind, amount, currency, approved}) =>
    element(
      'li',
      {},
      `${kind} `,
      element('b', {}, `${(amount / 100).toFixed(2)} ${currency}`),
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
}
