import {monitorEventLoopDelay} from 'node:perf_hooks';
import {Counter, Gauge, Histogram, Registry} from 'prom-client';

/** An answered request. The route is its pattern, so that the number of series stays small. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/**
 * Figures of this process in the text format of Prometheus. They name neither merchants nor customers,
 * because no key is needed to read them.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #delay = monitorEventLoopDelay({resolution: 20});
  readonly #requests = new Counter({
    ...this.#named('http_requests_total', 'Requests that were answered.'),
    labelNames: ['method', 'route', 'status'],
  });
  readonly #durations = new Histogram({
    ...this.#named('http_request_seconds', 'Time to the answer.'),
    labelNames: ['route'],
  });
  readonly #shed = new Counter(
    this.#named('http_requests_shed_total', 'Requests that were refused for overload.'),
  );

  /** @param done How many rows of each kind of due work this process has done, read whenever the figures are. */
  constructor(done: () => Readonly<Record<string, number>>) {
    this.#delay.enable();
    new Counter({
      ...this.#named('work_done_total', 'Rows of due work that were done.'),
      labelNames: ['work'],
      collect() {
        this.reset();
        for (const [work, rows] of Object.entries(done())) this.inc({work}, rows);
      },
    });
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        ...this.#named(name, help),
        collect() {
          this.set(read());
        },
      });
    gauge(
      'event_loop_delay_seconds',
      'Delay of the event loop (p99).',
      () => this.#delay.percentile(99) / 1e9,
    );
    gauge('resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
    gauge('uptime_seconds', 'Time since the process started.', () => process.uptime());
  }

  /** The media type of `text`. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Stops measuring the delay of the event loop. */
  close(): void {
    this.#delay.disable();
  }

  record({method, route, status, seconds}: AnsweredRequest): void {
    this.#requests.inc({method, route, status});
    this.#durations.observe({route}, seconds);
  }

  /** Counts a request that was refused because too many were under way. */
  recordShed(): void {
    this.#shed.inc();
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #named(name: string, help: string) {
    return {name: `card_vault_${name}`, help, registers: [this.#registry]};
  }
}
