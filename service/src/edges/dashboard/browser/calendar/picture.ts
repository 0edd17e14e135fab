import {html, svg} from 'lit';
import type {SVGTemplateResult, TemplateResult} from 'lit';
import {countsText, stacksOf} from './marks.js';
import type {Mark, MarkKind} from './marks.js';
import {positionIn, ticksOf} from './span.js';
import type {Span} from './span.js';

const pictureHeight = 104;
const axis = 78;
const step = 13;

/** What the picture shows. All times are in epoch milliseconds. */
export interface Scene {
  readonly span: Span;
  readonly width: number;
  readonly rtl: boolean;
  readonly now: number;
  /** The time that the head is dragged to; `now` while it is not dragged. */
  readonly head: number;
  readonly marks: readonly Mark[];
  /** Times of the events. */
  readonly events: readonly number[];
  /** Times of the events that have not reached the shop yet. */
  readonly undelivered: readonly number[];
}

const shapes: Readonly<Record<MarkKind, (x: number, y: number) => SVGTemplateResult>> = {
  paid: (x, y) => svg`<circle cx=${x} cy=${y} r="4.500" />`,
  failed: (x, y) => svg`<path d=${`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />`,
  open: (x, y) => svg`<path d=${`M${x} ${y - 5}l5 9h-10Z`} />`,
  coming: (x, y) => svg`<circle cx=${x} cy=${y} r="4" />`,
  retry: (x, y) => svg`<path d=${`M${x} ${y - 5}l5 9h-10Z`} />`,
  skipped: (x, y) => svg`<path d=${`M${x - 4} ${y}h8`} />`,
};

/** Draws the timeline: months below, charges stacked above them, and events as short strokes on the axis. */
export function picture(scene: Scene): TemplateResult {
  const {span, width, rtl, now, head, events, undelivered} = scene;
  const xOf = positionIn(span, width, rtl);
  const [past, ahead] = [xOf(now), xOf(head)];
  const start = rtl ? width : 0;
  const visible = scene.marks.filter(({at}) => at >= span.from && at <= span.to);
  return html`<svg
    class="picture"
    width=${width}
    height=${pictureHeight}
    role="img"
    aria-label=${`Charges in view: ${countsText(visible)}`}
  >
    <rect class="past" x=${Math.min(start, past)} y="0" width=${Math.abs(past - start)} height=${axis} />
    <rect class="ahead" x=${Math.min(past, ahead)} y="0" width=${Math.abs(ahead - past)} height=${axis} />
    <path class="axis" d=${`M0 ${axis}H${width}`} />
    ${ticksOf(span, width).map(({at, label}) => tick(xOf(at), label, width))}
    <path class="events" d=${strokes(events.map(xOf), width)} />
    <path class="unsent" d=${strokes(undelivered.map(xOf), width)} />
    ${stacksOf(visible, xOf).map(
      ({x, marks, more}) => svg`<g>
        ${marks.map(
          ({kind, label}, index) =>
            svg`<g class=${kind}>${shapes[kind](x, axis - 14 - index * step)}<title>${label}</title></g>`,
        )}
        ${more > 0 ? svg`<text class="more" x=${x} y=${axis - 10 - marks.length * step}>+${more}</text>` : ''}
      </g>`,
    )}
    <path class="now" d=${`M${past} 0V${axis}`} />
  </svg>`;
}

/** A path of short strokes on the axis, at most one for each pixel. */
const strokes = (xs: readonly number[], width: number): string =>
  [...new Set(xs.map(Math.round))]
    .filter((x) => x >= 0 && x <= width)
    .map((x) => `M${x}.5 ${axis - 6}v5`)
    .join('');

function tick(x: number, label: string, width: number): SVGTemplateResult {
  const anchor = x < 18 ? 'start' : x > width - 18 ? 'end' : 'middle';
  return svg`<path class="tick" d=${`M${x} ${axis}v${label === '' ? 4 : 7}`} />
    <text class="label" x=${x} y=${axis + 20} text-anchor=${anchor}>${label}</text>`;
}

const legendEntry = (kind: MarkKind, text: string) =>
  html`<span
    ><svg viewBox="0 0 12 12" aria-hidden="true"><g class=${kind}>${shapes[kind](6, 6)}</g></svg>${text}</span
  >`;

/** Explains the shapes. */
export const legend: TemplateResult = html`<span class="legend">
  ${legendEntry('paid', 'Paid')} ${legendEntry('failed', 'Failed')} ${legendEntry('open', 'Open')}
  ${legendEntry('coming', 'Coming')} ${legendEntry('retry', 'To be tried again')}
  ${legendEntry('skipped', 'Not charged')}
  <span
    ><svg viewBox="0 0 12 12" aria-hidden="true"><path class="unsent" d="M6 1v10" /></svg>Not delivered</span
  >
</span>`;
