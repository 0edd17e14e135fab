import {html, svg} from 'lit';
import type {SVGTemplateResult, TemplateResult} from 'lit';
import {countsText, pilesOf} from './marks.js';
import type {Mark, MarkKind} from './marks.js';
import {placeIn, ticksOf} from './span.js';
import type {Span} from './span.js';

const pictureHeight = 104;
const axis = 78;
const step = 13;

/** What the picture shows; instants are epoch milliseconds. */
export interface Scene {
  readonly span: Span;
  readonly width: number;
  readonly rtl: boolean;
  readonly now: number;
  /** Where the head is dragged to; the same as `now` at rest. */
  readonly head: number;
  readonly marks: readonly Mark[];
  /** When events were. */
  readonly events: readonly number[];
  /** When events were that have not reached their receiver. */
  readonly unsent: readonly number[];
}

const shapes: Readonly<Record<MarkKind, (x: number, y: number) => SVGTemplateResult>> = {
  paid: (x, y) => svg`<circle cx=${x} cy=${y} r="4.500" />`,
  failed: (x, y) => svg`<path d=${`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} />`,
  open: (x, y) => svg`<path d=${`M${x} ${y - 5}l5 9h-10Z`} />`,
  coming: (x, y) => svg`<circle cx=${x} cy=${y} r="4" />`,
  retry: (x, y) => svg`<path d=${`M${x} ${y - 5}l5 9h-10Z`} />`,
  skipped: (x, y) => svg`<path d=${`M${x - 4} ${y}h8`} />`,
};

/**
 * The time line: months below, charges piled up above them, events as small ticks on the axis, and the head.
 */
export function picture(scene: Scene): TemplateResult {
  const {span, width, rtl, now, head, events, unsent} = scene;
  const place = placeIn(span, width, rtl);
  const [past, ahead] = [place(now), place(head)];
  const begin = rtl ? width : 0;
  const visible = scene.marks.filter(({at}) => at >= span.from && at <= span.to);
  return html`<svg
    class="picture"
    width=${width}
    height=${pictureHeight}
    role="img"
    aria-label=${`Charges in view: ${countsText(visible)}`}
  >
    <rect class="past" x=${Math.min(begin, past)} y="0" width=${Math.abs(past - begin)} height=${axis} />
    <rect class="ahead" x=${Math.min(past, ahead)} y="0" width=${Math.abs(ahead - past)} height=${axis} />
    <path class="axis" d=${`M0 ${axis}H${width}`} />
    ${ticksOf(span, width).map(({at, label}) => tick(place(at), label, width))}
    <path class="events" d=${strokes(events.map(place), width)} />
    <path class="unsent" d=${strokes(unsent.map(place), width)} />
    ${pilesOf(visible, place).map(
      ({x, marks, more}) => svg`<g>
        ${marks.map(
          ({kind, says}, index) =>
            svg`<g class=${kind}>${shapes[kind](x, axis - 14 - index * step)}<title>${says}</title></g>`,
        )}
        ${more > 0 ? svg`<text class="more" x=${x} y=${axis - 10 - marks.length * step}>+${more}</text>` : ''}
      </g>`,
    )}
    <path class="now" d=${`M${past} 0V${axis}`} />
  </svg>`;
}

/** Short strokes on the axis, one for each pixel that has any. */
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

const sign = (kind: MarkKind, word: string) =>
  html`<span
    ><svg viewBox="0 0 12 12" aria-hidden="true"><g class=${kind}>${shapes[kind](6, 6)}</g></svg>${word}</span
  >`;

/** What the shapes mean. */
export const legend: TemplateResult = html`<span class="legend">
  ${sign('paid', 'Paid')} ${sign('failed', 'Failed')} ${sign('open', 'Open')} ${sign('coming', 'Coming')}
  ${sign('retry', 'To be tried again')} ${sign('skipped', 'Not charged')}
  <span
    ><svg viewBox="0 0 12 12" aria-hidden="true"><path class="unsent" d="M6 1v10" /></svg>Not delivered</span
  >
</span>`;
