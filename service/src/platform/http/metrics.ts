import {monitorEventLoopDelay} from 'node:perf_hooks';

/** Upper bounds of the histogram in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** An answered request. The route is its pattern, so that the number of series stays small. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

type Labels = Readonly<Record<string, string | number>>;

/**
 * Figures of this process in the text format of Prometheus. They name neither merchants nor customers,
 * because no key is needed to read them.
 */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  #shed = 0;
  readonly #delay = monitorEventLoopDelay({resolution: 20});

  constructor() {
    this.#delay.enable();
  }

  /** Stops measuring the delay of the event loop. */
  close(): void {
    this.#delay.disable();
  }

  record({method, route, status, seconds}: AnsweredRequest): void {
    const series = labelText({method, route, status});
    this.#requests.set(series, (this.#requests.get(series) ?? 0) + 1);
    const key = labelText({route}).slice(1, -1);
    const histogram = this.#durations.get(key) ?? {counts: bounds.map(() => 0), sum: 0, count: 0};
    this.#durations.set(key, histogram);
    bounds.forEach((bound, index) => {
      if (seconds <= bound) histogram.counts[index]! += 1;
    });
    histogram.sum += seconds;
    histogram.count += 1;
  }

  /** Counts a request that was refused because too many were under way. */
  recordShed(): void {
    this.#shed += 1;
  }

  /** @param work How many rows of each kind of due work this process has done. */
  text(work: Readonly<Record<string, number>>): string {
    const done = Object.entries(work).map(([name, rows]) => [labelText({work: name}), rows] as const);
    return [
      ...metric('http_requests_total', 'counter', 'Requests that were answered.', [...this.#requests]),
      ...metric('http_request_seconds', 'histogram', 'Time to the answer.', this.#buckets()),
      ...metric('http_requests_shed_total', 'counter', 'Requests that were refused for overload.', [
        ['', this.#shed],
      ]),
      ...metric('work_done_total', 'counter', 'Rows of due work that were done.', done),
      ...metric('event_loop_delay_seconds', 'gauge', 'Delay of the event loop (p99).', [
        ['', this.#delay.percentile(99) / 1e9],
      ]),
      ...metric('resident_memory_bytes', 'gauge', 'Memory of the process.', [
        ['', process.memoryUsage.rss()],
      ]),
      ...metric('uptime_seconds', 'gauge', 'Time since the process started.', [['', process.uptime()]]),
      '',
    ].join('\n');
  }

  #buckets(): readonly (readonly [string, number])[] {
    return [...this.#durations].flatMap(([route, {counts, sum, count}]) => [
      ...bounds.map((bound, index) => [`_bucket{${route},le="${bound}"}`, counts[index]!] as const),
      [`_bucket{${route},le="+Inf"}`, count] as const,
      [`_sum{${route}}`, sum] as const,
      [`_count{${route}}`, count] as const,
    ]);
  }
}

/** A metric with its help. Each series is the rest of its name with its labels, and its value. */
function metric(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  series: readonly (readonly [string, number])[],
): readonly string[] {
  const full = `card_vault_${name}`;
  if (series.length === 0) return [];
  const lines = series.map(([labels, value]) => `${full}${labels} ${value}`);
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...lines];
}

const labelText = (labels: Labels) =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/["\\\n]/g, '_')}"`)
    .join(',')}}`;
