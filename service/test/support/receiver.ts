import assert from 'node:assert/strict';
import {createServer, type IncomingHttpHeaders, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A webhook request that the receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
  readonly type: string;
  readonly sequence: number | undefined;
  readonly subscription: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Answers a request, or leaves it unanswered. */
export type Behaviour = (received: Received, response: ServerResponse) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_received, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Cuts the connection instead of answering. */
export const reset: Behaviour = (_received, response) => void response.socket?.destroy();
/** Never answers. */
export const silence: Behaviour = () => undefined;

/** A shop's server that receives webhooks. */
export class Receiver {
  readonly log: Received[] = [];
  readonly url: string;
  /** The highest number of requests that were open at the same time. */
  busiest = 0;
  #behave: Behaviour;
  #openRequests = 0;
  readonly #server: Server;
  readonly #waiting: {readonly condition: () => boolean; readonly done: () => void}[] = [];

  private constructor(server: Server, behave: Behaviour) {
    this.#server = server;
    this.#behave = behave;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    server.on('request', (request, response) => {
      this.busiest = Math.max(this.busiest, ++this.#openRequests);
      response.on('close', () => this.#openRequests--);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () =>
        this.#take(request.url!, request.headers, Buffer.concat(chunks).toString(), response),
      );
    });
  }

  static async start(behave: Behaviour = answer(200), port = 0): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new Receiver(server, behave);
  }

  behave(behave: Behaviour): void {
    this.#behave = behave;
  }

  /** Resolves when a condition on the log is true. It is checked after each request. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({condition, done});
      this.#wake();
    });
  }

  count(number: number): Promise<void> {
    return this.until(() => this.log.length >= number);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(path: string, headers: IncomingHttpHeaders, body: string, response: ServerResponse): void {
    const {token, type, sequence, data} = JSON.parse(body) as Omit<Received, 'id'> & {readonly token: string};
    assert.equal(headers['webhook-id'], token);
    const {subscription} = data as {subscription?: string};
    const received = {path, headers, body, id: token, type, sequence, subscription, data};
    this.log.push(received);
    this.#behave(received, response);
    this.#wake();
  }

  #wake(): void {
    for (const waiter of [...this.#waiting]) {
      if (!waiter.condition()) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      waiter.done();
    }
  }
}
