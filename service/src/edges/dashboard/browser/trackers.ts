import {html, type TemplateResult} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import type {TrackerView} from '../../sandbox/views.js';
import {brandText, elapsedText, minorText, plainWords, timeText} from './format.js';
import {badge, idLink, jsonOf, emptyView, fact, timeElement, type Tone} from './pieces.js';

/** One point of a tracker's timeline. */
interface Step {
  readonly text: string;
  /** Null if it is not recorded, or lies ahead. */
  readonly at: string | null;
  readonly tone: Tone;
}

/** The creation, every action with its result, and the next action or the outcome. */
function stepsOf(tracker: TrackerView): readonly Step[] {
  const {hold, reversal, currency} = tracker;
  const results: Readonly<Record<string, string | null>> = {
    PAYER_AUTH_ENROLLMENT: tracker.authentication_status,
    PAYER_AUTH_VALIDATION: tracker.validation,
    AUTHORIZATION: hold && minorText(hold.amount, hold.currency),
    REVERSAL: reversal && minorText(reversal.amount, currency),
  };
  const done = tracker.actions.map(({kind, at = null}): Step => {
    const result = results[kind];
    return {text: result ? `${plainWords(kind)}: ${result}` : plainWords(kind), at, tone: 'run'};
  });
  return [{text: 'Created', at: tracker.created_at, tone: 'run'}, ...done, lastStep(tracker)];
}

function lastStep(tracker: TrackerView): Step {
  if (tracker.next_action !== 'NOOP') {
    return {text: `${plainWords(tracker.next_action)} is next`, at: null, tone: 'plain'};
  }
  const [, tone] = outcomeBadge(tracker);
  return {text: tracker.payment_method ? 'Card saved' : 'Ended', at: null, tone};
}

/** Text and tone of the badge that shows a tracker's outcome. */
function outcomeBadge(tracker: TrackerView): readonly [string, Tone] {
  if (tracker.payment_method !== null) {
    return tracker.next_action === 'REVERSAL' ? ['Saved, amount still held', 'warn'] : ['Saved', 'good'];
  }
  if (tracker.next_action !== 'NOOP') return ['Under way', 'run'];
  const reason = tracker.validation ?? tracker.authentication_status;
  return [reason && reason !== 'succeeded' ? `Stopped: ${reason}` : 'Ended', 'warn'];
}

function stepItem({text, at, tone}: Step, previous: Step | undefined): TemplateResult {
  const shownTime =
    at === null ? '' : html`<time datetime=${at} title=${timeText(at)}>${timeSince(previous?.at, at)}</time>`;
  return html`<li class=${tone}>
    <span>${text}</span>
    ${shownTime}
  </li>`;
}

const timeSince = (previous: string | null | undefined, at: string) =>
  previous ? elapsedText(previous, at) : timeText(at);

function trackerItem(tracker: TrackerView): TemplateResult {
  const steps = stepsOf(tracker);
  const [outcomeText, tone] = outcomeBadge(tracker);
  const amount = tracker.is_account_verification
    ? 'Account verification'
    : minorText(tracker.amount, tracker.currency);
  return html`<li class="tracker">
    <div class="head">
      <h3>
        ${
          tracker.card
            ? html`${brandText(tracker.card.brand)} •••• <bdi>${tracker.card.last_four}</bdi>`
            : 'No card yet'
        }
      </h3>
      ${badge(outcomeText, tone)}
      <span class="when">${timeElement(tracker.updated_at)}</span>
    </div>
    <dl>
      ${fact('Tracker', idLink(tracker.token))}
      ${fact('Customer', html`<bdi>${tracker.customer_name ?? 'Guest'}</bdi> ${idLink(tracker.customer)}`)}
      ${tracker.payment_method ? fact('Payment method', idLink(tracker.payment_method)) : ''}
      ${tracker.card?.test_card ? fact('Test card', 'No published test card: the bank agrees at once') : ''}
      ${fact('Amount', amount)} ${fact('Mode', `${tracker.mode}, ${tracker.entry_mode}`)}
      ${tracker.eci ? fact('ECI', tracker.eci) : ''}
    </dl>
    <ol class="steps" aria-label="What happened">
      ${steps.map((step, index) => stepItem(step, steps[index - 1]))}
    </ol>
    ${jsonOf(tracker)}
  </li>`;
}

/** Shows each tracker as a timeline of its actions, the most recently changed first. */
export function trackersView(trackers: readonly TrackerView[]): TemplateResult {
  if (trackers.length === 0) {
    return emptyView(
      'No card has been on its way here yet.',
      'Save a test card in your shop (npm start opens one at http://localhost:5173): every step appears here as it happens.',
    );
  }
  return html`<ul class="trackers">
    ${repeat(trackers, ({token}) => token, trackerItem)}
  </ul>`;
}
