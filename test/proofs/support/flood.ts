/**
 * Sends requests at a fixed rate over many connections, in a process of its own: `node --import tsx test/proofs/support/flood.ts OPTIONS`, which
 * ends with its figures as a line of JSON. It speaks HTTP by hand, because Node's client could not send as many as are needed.
 */
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {percentile} from '../../../bench/support/client.js';

/** A request as it is sent, by turns with others. */
export interface FloodRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface FloodOptions {
  readonly url: string;
  readonly connections: number;
  readonly perSecond: number;
  /** How many requests are sent in all. */
  readonly count: number;
  /** Ends earlier, after so many seconds, where the receiver is too slow for the rate. */
  readonly seconds?: number;
  readonly requests: readonly FloodRequest[];
}

export interface FloodResult {
  readonly seconds: number;
  readonly sent: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Of 429 and 503, those without `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** Connections that ended before their answer. */
  readonly broken: number;
  /** Milliseconds of answers below 300, and of refusals. */
  readonly accepted: {readonly p50: number; readonly p99: number};
  readonly refused: {readonly p50: number; readonly p99: number};
}

/** One connection with one request under way at a time. */
class Line {
  busy = false;
  readonly #open: () => Socket;
  readonly #heard: (status: number, head: string, milliseconds: number) => void;
  readonly #lost: () => void;
  #socket: Socket | undefined;
  #received = '';
  #sentAt = 0;

  constructor(
    url: URL,
    heard: (status: number, head: string, milliseconds: number) => void,
    lost: () => void,
  ) {
    this.#heard = heard;
    this.#lost = lost;
    this.#open = () =>
      connect(Number(url.port), url.hostname)
        .setNoDelay(true)
        .setEncoding('latin1')
        .on('data', (text: string) => this.#read(text))
        .on('error', () => undefined)
        .on('close', () => this.#closed());
  }

  send(bytes: string): void {
    this.busy = true;
    this.#sentAt = performance.now();
    this.#received = '';
    (this.#socket ??= this.#open()).write(bytes);
  }

  /** Connects, so that the time for that is not taken for the time to an answer. */
  async connect(): Promise<void> {
    this.#socket ??= this.#open();
    await Promise.race([once(this.#socket, 'connect'), once(this.#socket, 'close')]);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #read(text: string): void {
    // The server may answer an idle connection, before it closes it.
    if (!this.busy) return;
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    this.busy = false;
    this.#heard(Number(head.slice(9, 12)), head, performance.now() - this.#sentAt);
  }

  #closed(): void {
    this.#socket = undefined;
    if (this.busy) this.#lost();
    this.busy = false;
  }
}

function bytesOf({method, path, headers, body = ''}: FloodRequest, {host}: URL): string {
  const lines = Object.entries({host, ...headers, 'content-length': String(Buffer.byteLength(body))});
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

async function flood({
  url,
  connections,
  perSecond,
  count,
  seconds = Infinity,
  requests,
}: FloodOptions): Promise<FloodResult> {
  const target = new URL(url);
  const statuses: Record<string, number> = {};
  const [accepted, refused]: [number[], number[]] = [[], []];
  let [answered, withoutRetryAfter, broken, sent] = [0, 0, 0, 0];
  const heard = (status: number, head: string, milliseconds: number) => {
    answered++;
    statuses[status] = (statuses[status] ?? 0) + 1;
    (status < 300 ? accepted : refused).push(milliseconds);
    if ((status === 429 || status === 503) && !/\r\nretry-after: \d/i.test(head)) withoutRetryAfter++;
  };
  const lines = Array.from({length: connections}, () => new Line(target, heard, () => void broken++));
  const bytes = requests.map((request) => bytesOf(request, target));
  // As many at a time as a server keeps waiting for it.
  for (let first = 0; first < lines.length; first += 100)
    await Promise.all(lines.slice(first, first + 100).map((line) => line.connect()));
  const started = performance.now();
  await new Promise<void>((resolve) => {
    let next = 0;
    const timer = setInterval(() => {
      const passed = (performance.now() - started) / 1000;
      const isOver = passed >= seconds;
      const due = isOver ? 0 : Math.min(count, passed * perSecond);
      // A request that no connection is free for has to wait, as it would in the queue of a proxy.
      for (let tried = 0; sent < due && tried < connections; tried++) {
        const line = lines[next++ % connections]!;
        if (!line.busy) line.send(bytes[sent++ % bytes.length]!);
      }
      if ((sent < count && !isOver) || answered + broken < sent) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  for (const line of lines) line.close();
  const figures = (times: readonly number[]) => ({p50: percentile(times, 50), p99: percentile(times, 99)});
  return {
    ...{seconds: (performance.now() - started) / 1000, sent, statuses, withoutRetryAfter, broken},
    ...{accepted: figures(accepted), refused: figures(refused)},
  };
}

const result = await flood(JSON.parse(process.argv[2]!) as FloodOptions);
process.stdout.write(`${JSON.stringify(result)}\n`);
