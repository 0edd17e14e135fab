import {html, type TemplateResult} from 'lit';
import type {Travel} from './source.js';
import {dayText} from './words.js';

/** A clock movement under way. */
export interface TravelState {
  readonly travel: Travel;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether a stop was requested. */
  readonly stopping: boolean;
  readonly stop: () => void;
}

const countedKinds = ['charges', 'events', 'deliveries'] as const;

/** Shows the progress of a movement, its results so far, and a button to stop it. */
export function travelProgress({travel, now, stopping, stop}: TravelState): TemplateResult {
  const from = Date.parse(travel.from);
  const to = Date.parse(travel.to);
  const share = to > from ? (now - from) / (to - from) : 0;
  const shareInRange = Math.min(Math.max(share, 0), 1);
  const counts = countedKinds.flatMap((kind) =>
    travel[kind] === undefined ? [] : [`${travel[kind]} ${kind}`],
  );
  return html`<div class="bottom">
    <p class="say">
      ${stopping ? 'Stopping: what is due is done first.' : `On the way to ${dayText(to)}.`}
      ${counts.join(', ')}
    </p>
    <progress aria-label=${`On the way to ${dayText(to)}`} max="1" .value=${shareInRange}></progress>
    <button
      type="button"
      class="stop"
      aria-disabled=${stopping}
      title="Escape stops it too. What fell due until then stays as it is."
      @click=${stop}
    >
      Stop here
    </button>
  </div>`;
}
