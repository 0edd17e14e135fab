import {Agent, request, type OutgoingHttpHeaders} from 'node:http';

/** An answer, read to its end, and how long it took from the first byte sent. */
export interface Timed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly milliseconds: number;
}

/** Calls of a load driver: kept-alive connections and as little work of its own as can be (`fetch` costs three times as much). */
export class Client {
  readonly #agent: Agent;

  constructor(connections: number) {
    this.#agent = new Agent({keepAlive: true, maxSockets: connections, scheduling: 'fifo'});
  }

  send(method: string, address: string, headers: OutgoingHttpHeaders, body?: string): Promise<Timed> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(address, {method, headers, agent: this.#agent, timeout: 30_000}, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
            milliseconds: performance.now() - started,
          }),
        );
      });
      sent.on('timeout', () => sent.destroy(new Error(`No answer to ${method} ${address} within 30 s.`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** What a load of so many callers at a time came to. */
export interface Load {
  readonly count: number;
  readonly perSecond: number;
  /** Milliseconds of one piece of work. */
  readonly p50: number;
  readonly p99: number;
}

/** Does `work` over and over for so long, from so many callers at a time. The first failure ends it. */
export async function load(
  {callers, milliseconds}: {readonly callers: number; readonly milliseconds: number},
  work: () => Promise<unknown>,
): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + milliseconds;
  const caller = async () => {
    while (performance.now() < until) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({length: callers}, caller));
  const seconds = (performance.now() - started) / 1000;
  return {
    count: times.length,
    perSecond: times.length / seconds,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}

export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (
    sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1))] ?? 0
  );
}

export const median = (numbers: readonly number[]) => percentile(numbers, 50);
