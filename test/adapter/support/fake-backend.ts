import {FakeTrackers} from './fake-trackers.js';
import type {Scenario} from './adapter-contract.js';

/** One request as it went over the wire. */
export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly init: RequestInit;
}

/** What happens to a request instead of, or after, being handled. */
export type Fault = 'unreachable' | 'answer lost' | 'silent' | Response;

export const shopOrigin = 'https://shop.example';
export const serviceOrigin = 'https://service.example';
export const sessionUrl = `${shopOrigin}/card-vault/session`;

/** A shop server and a service behind one `fetch`, with faults that a test puts in their way. */
export class FakeBackend {
  readonly sent: Sent[] = [];
  readonly trackers: FakeTrackers;
  /** Consulted before each request is handled; the first that says something decides. */
  readonly faults: ((sent: Sent) => Fault | undefined)[] = [];
  /** Tokens that the service takes. */
  readonly tokens = new Set<string>();
  /** The shopper is logged in at the shop. */
  loggedIn = true;
  /** How long a token lives, in milliseconds of `now`. */
  tokenLife = 900_000;
  now: () => number = () => Date.now();
  /** Changes to what the session route answers. */
  sessionChanges: Readonly<Record<string, unknown>> = {};
  #issued = 0;

  constructor(options: {readonly accountVerification: boolean; readonly entryMode: 'flex' | 'raw'}) {
    this.trackers = new FakeTrackers(options, shopOrigin);
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(String(input));
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const sent = {method: init.method ?? 'GET', url, headers: new Headers(init.headers), body, init};
    init.signal?.throwIfAborted();
    this.sent.push(sent);
    let fault: Fault | undefined;
    for (const decide of this.faults) {
      if (fault === undefined) fault = decide(sent);
    }
    if (fault instanceof Response) return fault;
    if (fault === 'unreachable') throw new TypeError('Failed to fetch');
    if (fault === 'silent') return silence(init.signal);
    const answer = url.origin === shopOrigin ? this.#shop(sent) : this.#service(sent);
    if (fault === 'answer lost') throw new TypeError('Failed to fetch');
    return answer;
  };

  /** The requests to one path, by how it ends. */
  to(ending: string): readonly Sent[] {
    return this.sent.filter(({url}) => url.pathname.endsWith(ending));
  }

  /** Puts one fault in the way of the next request whose path ends so. */
  once(ending: string, fault: Fault): void {
    let used = false;
    this.faults.push(({url}) => {
      if (used || !url.pathname.endsWith(ending)) return undefined;
      used = true;
      return fault;
    });
  }

  transientToken(scenario: Scenario): string {
    return `transient-${scenario}`;
  }

  /** The service forgets every token it has given out. */
  expireTokens(): void {
    this.tokens.clear();
  }

  #shop({method, url, headers}: Sent): Response {
    if (!this.loggedIn) return envelope(401, 'error.unauthorized_access', 'no shopper');
    const path = url.pathname.replace('/card-vault', '');
    const [, collection, token, action] = path.split('/');
    if (method === 'POST' && path === '/session') return this.#session(this.trackers.create());
    if (collection === 'session' && token !== undefined) {
      if (!this.trackers.has(token)) return envelope(404, 'tracker.not_found', 'no such tracker');
      if (action === 'token') return this.#session(token);
      if (action === 'complete') return this.trackers.complete(token, headers.get('idempotency-key'));
    }
    if (collection === 'payment-methods') return this.trackers.wallet(method, token);
    return envelope(404, 'route.not_found', 'nothing here');
  }

  #session(tracker: string): Response {
    this.#issued += 1;
    const token = `time-based-token-${this.#issued}`;
    this.tokens.add(token);
    return Response.json({
      service_url: serviceOrigin,
      tracker,
      time_based_token: token,
      expires_at: new Date(this.now() + this.tokenLife).toISOString(),
      is_account_verification: this.trackers.accountVerification,
      entry_mode: this.trackers.entryMode,
      return_url: '/card-vault/return',
      frame_url: '/card-vault/frame',
      complete_url: `/card-vault/session/${tracker}/complete`,
      token_url: `/card-vault/session/${tracker}/token`,
      payment_methods_url: '/card-vault/payment-methods',
      features: ['idempotency-keys'],
      ...this.sessionChanges,
    });
  }

  #service({method, url, headers, body}: Sent): Response {
    const token = headers.get('authorization')?.replace(/^Bearer /, '');
    if (token === undefined || !this.tokens.has(token)) {
      return envelope(401, 'error.unauthorized_access', 'strategies/union: []');
    }
    const tracker = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    if (!this.trackers.has(tracker)) return envelope(404, 'tracker.not_found', 'no such tracker');
    return method === 'GET'
      ? this.trackers.fetchPayment(tracker)
      : this.trackers.act(tracker, body, headers.get('idempotency-key'));
  }
}

/** An error in the form that the service and the shop's server share. */
export function envelope(status: number, code: string, message: string): Response {
  return Response.json({data: null, code, message, status: {errors: [message], message}}, {status});
}

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
}
