import {routePath} from 'hono/route';
import type {Clock} from '../../platform/clock/clock.js';
import type {ServiceMiddleware} from '../../platform/http/env.js';
import {shownAnswer, shownRequest} from '../../platform/http/shown-body.js';
import type {Operation} from '../../platform/openapi/operation.js';

/** A request that the API has answered, with both bodies as `platform/http/shown-body.ts` shows them. */
export interface AnsweredRequest {
  /** Numbers all requests since the start. */
  readonly number: number;
  readonly at: string;
  readonly method: string;
  /** The route's pattern, as in the log. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Id of the request, as in the log. */
  readonly request: string;
  readonly merchant: string | null;
  /** Null for a request without a body, and for one that was refused before its body was read. */
  readonly body: unknown;
  readonly answer: unknown;
}

/** Longest body that is kept, in characters of its JSON. */
const longestBody = 8192;

const bounded = (body: unknown): unknown => {
  const {length} = JSON.stringify(body);
  return length > longestBody ? `… ${length} characters, of which none are kept` : body;
};

/** The latest requests to the API, in the memory of a development run. */
export class RequestRing {
  readonly #limit: number;
  #requests: AnsweredRequest[] = [];
  #lastNumber = 0;

  constructor(limit = 200) {
    this.#limit = limit;
  }

  add({body, answer, ...request}: Omit<AnsweredRequest, 'number'>): void {
    this.#lastNumber++;
    this.#requests.push({
      number: this.#lastNumber,
      ...request,
      body: bounded(body),
      answer: bounded(answer),
    });
    if (this.#requests.length > this.#limit) this.#requests.shift();
  }

  /** Newest first: those of one merchant, or all for the dashboard. */
  newest(merchant: string | undefined, limit: number): readonly AnsweredRequest[] {
    return this.#requests
      .filter((one) => merchant === undefined || one.merchant === merchant)
      .slice(-limit)
      .reverse();
  }
}

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');

/** Null for what was no JSON: what stands in it is not known. */
const orNull = async (read: Promise<unknown> | undefined): Promise<unknown> => {
  try {
    return (await read) ?? null;
  } catch {
    return null;
  }
};

/**
 * Keeps each request to a described route, and each to a path that no route has, with its JSON answer. Testers'
 * own routes and health checks would displace all others.
 *
 * @param operations - All described routes but the sandbox's.
 */
export function keepRequests(
  ring: RequestRing,
  {operations, clock}: {readonly operations: readonly Operation[]; readonly clock: Clock},
): ServiceMiddleware {
  const described = new Map(
    operations
      .filter(({tag}) => tag !== 'Service')
      .map((operation) => [`${operation.method} ${withoutSlash(operation.path)}`, operation]),
  );
  return async (c, next) => {
    const started = performance.now();
    await next();
    const milliseconds = Math.round(performance.now() - started);
    const {method} = c.req;
    const route = routePath(c, -1);
    const operation = described.get(`${method.toLowerCase()} ${withoutSlash(route)}`);
    if (!operation && route !== '/*') return;
    // A copy is read: a response that is read cannot be sent.
    if (!/json/.test(c.res.headers.get('content-type') ?? '')) return;
    const answer = shownAnswer(await orNull(c.res.clone().json()));
    const body = shownRequest(operation?.body, await orNull(c.get('json')));
    ring.add({
      ...{at: clock.now().toISOString(), method, route, status: c.res.status, milliseconds},
      ...{request: c.get('requestId'), merchant: c.get('merchant') ?? null, body, answer},
    });
  };
}
