import type {Sample} from './soak-samples.js';

const [width, height, left, gap] = [720, 150, 64, 46];

interface Line {
  readonly name: string;
  readonly colour: string;
  readonly of: (sample: Sample) => number;
}
interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
}

const panels: readonly Panel[] = [
  {
    ...{title: 'Heap of the main thread after a collection', unit: 'MB'},
    lines: [{name: 'heap', colour: '#0b5e6b', of: ({heapMb}) => heapMb}],
  },
  {
    ...{title: 'Memory of the process, database included', unit: 'MB'},
    lines: [{name: 'resident', colour: '#0b5e6b', of: ({residentMb}) => residentMb}],
  },
  {
    ...{title: 'Time of a whole save (nine requests)', unit: 'ms'},
    lines: [
      {name: 'p50', colour: '#0b5e6b', of: ({p50}) => p50},
      {name: 'p99', colour: '#b4532a', of: ({p99}) => p99},
    ],
  },
];

/** A round number above all values, so that the axis begins at 0 and ends with a tick. */
function topOf(values: readonly number[]): number {
  const most = Math.max(...values, 1);
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 1.5, 2, 3, 4, 5, 7.5, 10].map((step) => step * power).find((top) => top >= most)!;
}

function draw({title, unit, lines}: Panel, samples: readonly Sample[], y: number): string {
  const top = topOf(lines.flatMap(({of}) => samples.map(of)));
  const end = Math.max(samples.at(-1)?.minutes ?? 1, 0.001);
  const place = (minutes: number, value: number) =>
    `${(left + (minutes / end) * width).toFixed(1)},${(y + height - (value / top) * height).toFixed(1)}`;
  const ticks = [0, top / 2, top].map((value) => {
    const at = y + height - (value / top) * height;
    return `<path class="grid" d="M${left} ${at}h${width}"/><text x="${left - 8}" y="${at + 4}" text-anchor="end">${value}</text>`;
  });
  const curves = lines.map(
    ({colour, of}) =>
      `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${samples.map((one) => place(one.minutes, of(one))).join(' ')}"/>`,
  );
  const keys =
    lines.length > 1
      ? lines.map(
          ({name, colour}, index) =>
            `<text x="${left + width - 40 * (lines.length - index)}" y="${y - 10}" style="fill: ${colour}">${name}</text>`,
        )
      : [];
  return [
    `<text class="title" x="${left}" y="${y - 10}">${title} (${unit})</text>`,
    ...ticks,
    ...curves,
    ...keys,
    `<text x="${left}" y="${y + height + 16}">0</text>`,
    `<text x="${left + width}" y="${y + height + 16}" text-anchor="end">${Math.round(end)} min</text>`,
  ].join('\n');
}

/** The curves of a run as a picture that is readable on light and dark pages. */
export function curveOf(samples: readonly Sample[]): string {
  const whole = [width + left + 20, panels.length * (height + gap) + 30] as const;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole.join(' ')}" role="img" aria-label="Curves of a soak run">
<style>text {font: 12px system-ui, sans-serif; fill: #444} .title {font-weight: 600; fill: #222} .grid {stroke: #ddd}</style>
<rect width="100%" height="100%" fill="#fff"/>
${panels.map((panel, index) => draw(panel, samples, 34 + index * (height + gap))).join('\n')}
</svg>
`;
}
