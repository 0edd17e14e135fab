import {html} from 'lit';
import type {TemplateResult} from 'lit';
import type {Travel} from './source.js';
import {dayText} from './words.js';

/** A clock movement under way. */
export interface Way {
  readonly travel: Travel;
  /** Epoch milliseconds. */
  readonly now: number;
  /** It was asked to stop. */
  readonly stopping: boolean;
  readonly stop: () => void;
}

const counted = ['charges', 'events', 'deliveries'] as const;

/** Its progress, its results so far, and a button to stop it. */
export function onTheWay({travel, now, stopping, stop}: Way): TemplateResult {
  const [from, to] = [Date.parse(travel.from), Date.parse(travel.to)];
  const share = to > from ? Math.min(Math.max((now - from) / (to - from), 0), 1) : 0;
  const counts = counted.flatMap((kind) => (travel[kind] === undefined ? [] : [`${travel[kind]} ${kind}`]));
  return html`<div class="bottom">
    <p class="say">
      ${stopping ? 'Stopping: what is due is done first.' : `On the way to ${dayText(to)}.`}
      ${counts.join(', ')}
    </p>
    <progress aria-label=${`On the way to ${dayText(to)}`} max="1" .value=${share}></progress>
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
