import type {IncomingMessage, ServerResponse} from 'node:http';
import {cleanRequestId} from './request-id.js';
import {RetryError} from '../errors.js';
import type {Logger} from '../logger.js';
import {failure} from './envelope.js';

/** Requests that may be worked on at once. More of them would only make all of them slow. */
export const defaultMaxRequests = 128;

/** What a proxy asks to find out whether the process lives and may be sent requests. */
const healthPaths: readonly string[] = ['/healthz', '/readyz'];
/** Health checks that are worked on at once. More of them wait for their turn. */
const healthPlaces = 16;
export const isHealthPath = (path: string): boolean => healthPaths.includes(path);
const retryAfterSeconds = 1;
/**
 * Refusals wait until the turn of the event loop ends, so that what is admitted goes first; then so many are
 * written, or this share of all that wait. Written as they come, thousands of them would keep each answer of
 * the database waiting.
 */
const leastPerTurn = 200;
const sharePerTurn = 1 / 20;
const logEveryMs = 1000;

/**
 * What pages need to read a refusal (CORS): headers of the refusal, or of the answer to a preflight. Neither
 * for requests that no known page sends.
 */
export type PageHeaders = (request: IncomingMessage) => Promise<{
  readonly readable?: Readonly<Record<string, string>>;
  readonly preflight?: Readonly<Record<string, string>>;
}>;

/** Works on a request. It ends when the answer is made, which is before the client has read it. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An answer that waits for its turn: a refusal, or a preflight's that lets a page read one. */
interface Refusal {
  readonly response: ServerResponse;
  readonly status: 204 | 503;
  /** Names and values by turns. */
  readonly headers: string[];
}

interface AdmissionOptions {
  readonly limit: number;
  /** Of the refusals, beside those of their body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly logger: Pick<Logger, 'warn'>;
  /** Hears of each refusal. */
  readonly onShed?: (() => void) | undefined;
}

/**
 * Refuses requests while too many are under way, so that those end in time. It stands before the framework
 * and writes one log line for all refusals of a second, because a refusal that costs as much as an answer
 * would not help. A request whose body is still arriving takes no place: otherwise a few clients that send
 * slowly could keep all others out. For the same reason an answer that its client does not read takes none.
 * Health checks have places of their own, so that neither they nor other requests keep the others out.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #underWay = new Set<IncomingMessage>();
  readonly #body: string;
  /** Names and values by turns, as Node's `writeHead` takes them. */
  readonly #headers: readonly string[];
  readonly #waiting: Refusal[] = [];
  readonly #health: (() => Promise<void>)[] = [];
  #healthUnderWay = 0;
  #unlogged = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    const message = 'The service is overloaded. Retry after the time in Retry-After.';
    const {body, headers} = failure(new RetryError(503, 'service.overloaded', message, retryAfterSeconds));
    this.#body = JSON.stringify(body);
    const ofRefusals = {
      ...options.headers,
      ...headers,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(this.#body)),
    };
    this.#headers = Object.entries(ofRefusals).flat();
  }

  /** Calls `handle` for requests that are admitted, and answers the others. */
  before(
    handle: Handle,
    pageHeaders?: PageHeaders,
  ): (request: IncomingMessage, response: ServerResponse) => void {
    return (request, response) => {
      if (isHealth(request)) {
        this.#health.push(() => (response.destroyed ? Promise.resolve() : handle(request, response)));
        this.#answerHealth();
      } else if (this.#isFull()) {
        void this.#refuse(request, response, pageHeaders);
      } else {
        this.#underWay.add(request);
        void handle(request, response).finally(() => this.#underWay.delete(request));
      }
    };
  }

  readonly #answerHealth = () => {
    while (this.#healthUnderWay < healthPlaces && this.#health.length > 0) {
      this.#healthUnderWay++;
      void this.#health.shift()!().finally(() => {
        this.#healthUnderWay--;
        // In the next turn of the event loop, so that other requests come in between.
        if (this.#health.length > 0) setImmediate(this.#answerHealth);
      });
    }
  };

  #isFull(): boolean {
    const {limit} = this.#options;
    if (this.#underWay.size < limit) return false;
    let complete = 0;
    for (const request of this.#underWay) if (request.complete) complete++;
    return complete >= limit;
  }

  async #refuse(request: IncomingMessage, response: ServerResponse, ofPages?: PageHeaders): Promise<void> {
    const id = ['x-request-id', cleanRequestId(request.headers['x-request-id'])];
    // A page's request names its origin. The others, which can be many more, wait for no answer about it.
    if (!ofPages || request.headers.origin === undefined) {
      this.#answerInTurn(response, 503, [...this.#headers, ...(ofPages ? ['vary', 'Origin'] : []), ...id]);
      return;
    }
    const {preflight, readable = {}} = await ofPages(request);
    const forPage = ['vary', 'Origin', ...Object.entries(preflight ?? readable).flat(), ...id];
    // A refused preflight would hide the refusal of the request that follows it.
    if (preflight) this.#answerInTurn(response, 204, forPage);
    else this.#answerInTurn(response, 503, [...this.#headers, ...forPage]);
  }

  #answerInTurn(response: ServerResponse, status: 204 | 503, headers: string[]): void {
    this.#countShed();
    this.#waiting.push({response, status, headers});
    if (this.#waiting.length === 1) setImmediate(this.#answerNext);
  }

  readonly #answerNext = () => {
    const count = Math.max(leastPerTurn, Math.ceil(this.#waiting.length * sharePerTurn));
    for (const {response, status, headers} of this.#waiting.splice(0, count)) {
      if (response.destroyed) continue;
      response.writeHead(status, headers);
      response.end(status === 503 ? this.#body : undefined);
    }
    if (this.#waiting.length > 0) setImmediate(this.#answerNext);
  };

  #countShed(): void {
    this.#options.onShed?.();
    if (this.#unlogged++ > 0) return;
    setTimeout(() => {
      this.#options.logger.warn('http.shed', {count: this.#unlogged});
      this.#unlogged = 0;
    }, logEveryMs).unref();
  }
}

const isHealth = ({url = ''}: IncomingMessage) => isHealthPath(url.split('?', 1)[0]!);
