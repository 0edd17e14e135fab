import {html, svg, type SVGTemplateResult, type TemplateResult} from 'lit';
import {countsText, stacksOf, type Mark, type MarkKind} from './marks.js';
import {positionIn, ticksOf, type Span} from './span.js';

const pictureHeight = 104;
/** Distance of the time axis from the top of the picture. */
const axisY = 78;
/** Distance between two marks of a stack. */
const markDistance = 13;

/** What the picture shows. All times are in epoch milliseconds. */
export interface Scene {
  readonly span: Span;
  readonly width: number;
  readonly rtl: boolean;
  readonly now: number;
  /** The time that the user has chosen; `now` before a choice. */
  readonly head: number;
  readonly marks: readonly Mark[];
  /** Times of the events. */
  readonly events: readonly number[];
  /** Times of the events that have not reached the shop yet. */
  readonly undelivered: readonly number[];
}

/** Shapes around a point, in SVG's path notation: disc, cross, triangle, ring, empty triangle and dash. */
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
  const nowX = xOf(now);
  const headX = xOf(head);
  const startX = rtl ? width : 0;
  const visible = scene.marks.filter(({at}) => at >= span.from && at <= span.to);
  return html`<svg
    class="picture"
    width=${width}
    height=${pictureHeight}
    role="img"
    aria-label=${`Charges in view: ${countsText(visible)}`}
  >
    <rect class="past" x=${Math.min(startX, nowX)} y="0" width=${Math.abs(nowX - startX)} height=${axisY} />
    <rect class="ahead" x=${Math.min(nowX, headX)} y="0" width=${Math.abs(headX - nowX)} height=${axisY} />
    <path class="axis" d=${`M0 ${axisY}H${width}`} />
    ${ticksOf(span, width).map(({at, label}) => tick(xOf(at), label, width))}
    <path class="events" d=${strokes(events.map(xOf), width)} />
    <path class="unsent" d=${strokes(undelivered.map(xOf), width)} />
    ${stacksOf(visible, xOf).map(
      ({x, marks, more}) => svg`<g>
        ${marks.map(
          ({kind, label}, index) =>
            svg`<g class=${kind}>${shapes[kind](x, axisY - 14 - index * markDistance)}<title>${label}</title></g>`,
        )}
        ${more > 0 ? svg`<text class="more" x=${x} y=${axisY - 10 - marks.length * markDistance}>+${more}</text>` : ''}
      </g>`,
    )}
    <path class="now" d=${`M${nowX} 0V${axisY}`} />
  </svg>`;
}

/** A path of short strokes on the axis, at most one for each pixel. */
const strokes = (xs: readonly number[], width: number): string =>
  [...new Set(xs.map(Math.round))]
    .filter((x) => x >= 0 && x <= width)
    .map((x) => `M${x}.5 ${axisY - 6}v5`)
    .join('');

/** Keeps the labels at both ends inside the picture. */
function labelAnchor(x: number, width: number): 'start' | 'middle' | 'end' {
  const halfLabel = 18;
  if (x < halfLabel) return 'start';
  return x > width - halfLabel ? 'end' : 'middle';
}

function tick(x: number, label: string, width: number): SVGTemplateResult {
  return svg`<path class="tick" d=${`M${x} ${axisY}v${label === '' ? 4 : 7}`} />
    <text class="label" x=${x} y=${axisY + 20} text-anchor=${labelAnchor(x, width)}>${label}</text>`;
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
